"""The account of an analysis as it is stored, and read again by range of turns."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from reviewapp.engine import account as engine_account
from reviewapp.engine.account import Account, Line
from reviewapp.engine.account.blocks import TURNS
from reviewapp.engine.account.lines import NONE, WIDTH
from reviewapp.models import AccountBlock, AgentToken, Analysis, Compaction, Team
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.sessions.ownership import readable

FINDING = WIDTH - 1  # which number of a line names its finding
TURNS_A_PAGE = 200


@dataclass(frozen=True)
class Page:
    """The lines of the turns `from_seq`..`to_seq`, and after the last turn those that the summary alone has. `keys`: of
    the findings that lines name, by their rank. `next_seq`: where the next page begins, None after the last."""

    analysis: Analysis
    from_seq: int
    to_seq: int
    lines: tuple[Line, ...]
    keys: dict[int, str]
    next_seq: int | None


def page(
    *, team: Team, token: AgentToken, compaction_id: UUID, from_seq: int | None = None, to_seq: int | None = None
) -> Page:
    """For an agent. At most TURNS_A_PAGE turns; without a range the first of the compaction's. Reads only.

    Raises:
        Refused: 404 `not_found`; 409 `not_analysed` where the current revision has no account; 409 `range`.
    """
    rows = Compaction.objects.select_related("team", "session", "current_revision")
    compaction = rows.filter(team=team, id=compaction_id).first()
    if compaction is None:
        raise not_found("compaction")
    readable(compaction.session, token)
    analysis = review_state_of(compaction).analysis
    if analysis is None or analysis.account_digest is None:
        raise Refused("not_analysed", "There is no account of it yet.", 409)
    return page_of(compaction, analysis, from_seq, to_seq)


def page_of(compaction: Compaction, analysis: Analysis, from_seq: int | None, to_seq: int | None) -> Page:
    first = compaction.from_seq if from_seq is None else from_seq
    last = min(first + TURNS_A_PAGE - 1, compaction.to_seq if to_seq is None else to_seq)
    if not compaction.from_seq <= first <= last <= compaction.to_seq:
        message = f"The range has to lie within turns {compaction.from_seq} to {compaction.to_seq}."
        raise Refused("range", message, 409, "from_seq")
    lines = [*read(analysis, compaction.from_seq, first, last)]
    if last == compaction.to_seq:
        lines += of_summary(analysis)
    ranks = {line.finding for line in lines if line.finding is not None}
    keys = dict(analysis.findings.filter(rank__in=ranks).values_list("rank", "key")) if ranks else {}
    return Page(analysis, first, last, tuple(lines), keys, last + 1 if last < compaction.to_seq else None)


def with_ranks(account: Account, ranks: Sequence[int]) -> Account:
    """The account with the ranks of stored findings in place of the engine's own numbers."""
    cells = array("I", account.cells)
    cells[FINDING::WIDTH] = array("I", (at if at == NONE else ranks[at] for at in cells[FINDING::WIDTH]))
    return Account(cells)


def columns(account: Account, not_analysed: int) -> dict[str, Any]:
    """What the row of the analysis says of its account."""
    counts: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for (unit, state), count in sorted(account.counts().items()):
        counts[unit.value][state.value] = count
    held = engine_account.holds(account, not_analysed=not_analysed)
    return {
        "account_counts": dict(counts),
        "account_digest": engine_account.digest(account),
        "account_holds": [hold._asdict() for hold in held],
    }


def blocks(account: Account, analysis: Analysis) -> Iterator[AccountBlock]:
    for block in engine_account.pack(account):
        yield AccountBlock(
            team_id=analysis.team_id, analysis=analysis, first=block.first, lines=block.lines, data=block.data
        )


def read(analysis: Analysis, first_seq: int, from_seq: int, to_seq: int) -> Iterator[Line]:
    """The lines of the turns `from_seq`..`to_seq` in order, each with the number of its turn in the session.
    `first_seq`: the first turn of the analysed range.

    `finding` of a line is the rank of a finding of the same analysis.
    """
    low, high = max(0, from_seq - first_seq), to_seq - first_seq
    rows = AccountBlock.objects.filter(team_id=analysis.team_id, analysis=analysis)
    of_turns = rows.filter(first__gte=low // TURNS * TURNS, first__lte=high)
    for block in of_turns.order_by("first"):
        for line in engine_account.unpack(block.data):
            if line.turn is not None and low <= line.turn <= high:
                yield line._replace(turn=first_seq + line.turn)


def of_summary(analysis: Analysis) -> Iterator[Line]:
    """The lines of what the summary says and nobody who binds said."""
    for block in AccountBlock.objects.filter(team_id=analysis.team_id, analysis=analysis, first=None):
        yield from engine_account.unpack(block.data)
