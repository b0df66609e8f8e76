"""Which turns of a session can have a place in its context, found without reading the rest of a long history.

The guard lays a context out from turns without content. Of a range that a summary stands for it only ever keeps system
turns, the first and last few, and what is tied to one of those or to a turn outside: the parts of one message, a tool
call and its result. So the guard is given those and everything that shares their message or call, and says the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from operator import or_

from django.db.models import Max, Q, QuerySet

from reviewapp.engine.types import Origin
from reviewapp.guard.render import RawTurn, Summary
from reviewapp.guard.sandwich import SYSTEM_ROLES
from reviewapp.models import Compaction, Session, Turn

PLACE = ("seq", "role", "kind", "tool_call_id", "tool_name", "is_error", "message_index", "part", "origin")
_SYSTEM = reduce(or_, (Q(role__iexact=role) for role in sorted(SYSTEM_ROLES)))


def places(session: Session, summaries: Sequence[Summary], keep_head: int, keep_tail: int) -> list[RawTurn]:
    """In turn order and without content, the last of the session among them."""
    rows = Turn.objects.filter(team_id=session.team_id, session=session)
    found = _read(rows.filter(_certain(rows, summaries, keep_head, keep_tail)))
    fresh: Iterable[RawTurn] = found
    asked: set[str | int] = set()
    while tied := _tied(fresh, asked):
        fresh = _read(rows.filter(tied).exclude(seq__in=[turn.seq for turn in found]))
        found += fresh
    return sorted(found, key=lambda turn: turn.seq)


def stays(compaction: Compaction, turn: Turn) -> bool:
    """Is the turn in the context word for word even where the compaction stands for it? As a system turn, or as one of
    the first or the last that it keeps; what is tied to one of those is not looked for."""
    if RawTurn(turn.seq, turn.role, origin=turn.origin).is_system:
        return True
    rows = Turn.objects.filter(team_id=compaction.team_id, session_id=compaction.session_id)
    others = rows.exclude(_SYSTEM, origin__in=("", Origin.SYSTEM)).order_by("seq").values_list("seq", flat=True)
    head, tail = compaction.keep_head, compaction.keep_tail
    inside = others.filter(seq__range=(compaction.from_seq, compaction.to_seq)).reverse()
    return turn.seq in others[:head] or (tail > 0 and turn.seq in inside[:tail])


def _certain(rows: QuerySet[Turn], summaries: Sequence[Summary], keep_head: int, keep_tail: int) -> Q:
    """Those that stay whatever is tied to them, and a few more. The first that is no system turn ends the opening."""
    wanted = _SYSTEM | ~_covered(summaries)
    others = rows.exclude(_SYSTEM).order_by("seq").values_list("seq", flat=True)
    edges = [*others[: max(keep_head, 1)], *rows.aggregate(last=Max("seq")).values()]
    if summaries and keep_tail > 0:
        last = max(summaries, key=lambda summary: summary.from_seq)
        edges += others.filter(seq__range=(last.from_seq, last.to_seq)).reverse()[:keep_tail]
    return wanted | Q(seq__in=[seq for seq in edges if seq is not None])


def _covered(summaries: Sequence[Summary]) -> Q:
    covered = Q(pk__in=[])
    for summary in summaries:
        covered |= Q(seq__range=(summary.from_seq, summary.to_seq))
    return covered


def _tied(turns: Iterable[RawTurn], asked: set[str | int]) -> Q | None:
    """All that shares a call or a message with these; None where that was asked for before."""
    turns = list(turns)
    calls = {turn.tool_call_id for turn in turns if turn.tool_call_id} - asked
    indices = {turn.message_index for turn in turns if turn.message_index is not None} - asked
    asked |= calls | indices
    return Q(tool_call_id__in=calls) | Q(message_index__in=indices) if calls or indices else None


def _read(rows: QuerySet[Turn]) -> list[RawTurn]:
    return [RawTurn(**row) for row in rows.values(*PLACE)]
