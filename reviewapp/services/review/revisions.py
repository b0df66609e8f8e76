"""Editing a summary: each change is an immutable revision that knows the operations which made it of the first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from reviewapp.guard.digest import summary_digest
from reviewapp.models import Compaction, CompactionKind, Revision, Turn, User
from reviewapp.services.audit import audit_log
from reviewapp.services.compactions.judging import EvaluatedFinding, paragraph
from reviewapp.services.errors import Refused
from reviewapp.services.review.correction_spans import Correction
from reviewapp.services.review.strike_spans import cut, sentence_around, struck_span, without_the_false
from reviewapp.services.sessions.turns import encode

Operation = Mapping[str, Any]
GAP = "\n\n"
NOTHING_LEFT = gettext_noop("Nothing would be left of the summary. Edit it, or reject it and ask for a new one.")


def add(compaction: Compaction, text: str, user: User, operations: Sequence[Operation], name: str) -> Revision:
    """Makes `text` the current revision. Votes are void by it: they stand on another manifest digest."""
    current = current_of(compaction)
    content = encode(text, "text")
    revision = Revision.objects.create(
        team_id=compaction.team_id,
        compaction=compaction,
        number=next_number(compaction),
        text=content,
        digest=summary_digest(content),
        author=user,
        parent=current,
        operations=list(operations),
    )
    compaction.current_revision = revision
    compaction.save(update_fields=["current_revision"])
    body = {"number": revision.number, "digest": revision.digest.hex(), "from": current.number}
    audit_log.append(compaction.team, f"revision.{name}", user, compaction, body)
    return revision


def current_of(compaction: Compaction) -> Revision:
    assert compaction.current_revision is not None, "intake stores the first revision with the compaction"
    return compaction.current_revision


def must_be_current(compaction: Compaction, seen: int | None) -> None:
    """Refuses what was asked for while looking at another revision. None: where nobody looked at one."""
    current = current_of(compaction)
    if seen is not None and seen != current.number:
        message = _("The summary is at revision %(n)s by now. Your draft is kept.") % {"n": current.number}
        raise Refused("stale_revision", message, 409, "revision", {"revision": current.number})


def next_number(compaction: Compaction) -> int:
    latest = Revision.objects.filter(team_id=compaction.team_id, compaction=compaction).latest("number")
    return latest.number + 1


def restore(
    compaction: Compaction, judged: EvaluatedFinding, turn_text: str, user: User, *, sentence: bool = False
) -> Revision:
    """Puts the lost span, or the sentence that it stands in, back: verbatim, cited, after the summary, among other
    restored ones in turn order.

    What the summary says wrongly in its place is cut as a strike would cut it.
    """
    current, finding = current_of(compaction), judged.finding
    assert finding.start is not None and finding.end is not None  # the table holds a span with every turn
    span = (finding.start, finding.end)
    start, end = sentence_around(turn_text, *span) if sentence else span
    operation = {
        "op": "restore",
        "revision": next_number(compaction),
        "finding": finding.key,
        "turn": finding.turn_seq,
        "start": start,
        "end": end,
    }
    before = [op for op in current.operations if op["op"] == "restore"]
    text = _with_restored(compaction, without_the_false(current.summary, finding), before, [*before, operation])
    return add(compaction, text.removeprefix(GAP), user, [*current.operations, operation], "restored")


def strike(compaction: Compaction, judged: EvaluatedFinding, user: User) -> Revision:
    """Cuts the finding's span out of the summary, with the sentence around it where one of both would say nothing."""
    current, finding = current_of(compaction), judged.finding
    span = struck_span(finding, current.summary)
    if span is None:
        raise Refused("nothing_to_strike", _("This finding has no span in the summary."), 422)
    start, end = span
    operation = {
        "op": "strike",
        "revision": next_number(compaction),
        "finding": finding.key,
        "start": start,
        "end": end,
    }
    text = cut(current.summary, start, end)
    if not text.strip():
        raise Refused("nothing_left", _(NOTHING_LEFT), 422)
    return add(compaction, text, user, [*current.operations, operation], "struck")


def correct(compaction: Compaction, correction: Correction, finding_key: str, user: User) -> Revision:
    """Puts the turn's words in the place of the summary's; the rest of the sentence stays."""
    current = current_of(compaction)
    operation = {
        "op": "correct",
        "revision": next_number(compaction),
        "finding": finding_key,
        "start": correction.start,
        "end": correction.end,
        "turn": correction.turn_seq,
        "turn_start": correction.turn_start,
        "turn_end": correction.turn_end,
    }
    text = correction.applied(current.summary)
    if text == current.summary:
        raise Refused("unchanged", _("The text is the same as before."), 422, "text")
    return add(compaction, text, user, [*current.operations, operation], "corrected")


def edit(compaction: Compaction, text: str, user: User) -> Revision:
    current = current_of(compaction)
    if compaction.kind == CompactionKind.RESTORE:
        raise Refused("no_summary", _("A restore brings original turns back: it has no summary to edit."), 422, "text")
    if text == current.summary:
        raise Refused("unchanged", _("The text is the same as before."), 422, "text")
    if not text.strip():
        raise Refused("nothing_left", _(NOTHING_LEFT), 422, "text")
    operation = {"op": "edit", "revision": next_number(compaction)}
    return add(compaction, text, user, [*current.operations, operation], "edited")


def undo(compaction: Compaction, user: User) -> tuple[Revision, Operation]:
    """Takes the last operation back by a new revision with the text from before it. Can be repeated."""
    current = current_of(compaction)
    if not current.operations:
        raise Refused("nothing_to_undo", _("This is the summary as the agent sent it."), 409)
    *kept, last = current.operations
    rows = Revision.objects.filter(team_id=compaction.team_id, compaction=compaction, operations=kept)
    return add(compaction, rows.latest("number").summary, user, kept, "undone"), last


def _with_restored(
    compaction: Compaction, summary: str, before: Sequence[Operation], after: Sequence[Operation]
) -> str:
    """The summary with the restored spans at its end. An edit may have moved the earlier ones: then those stay put."""
    tail = _paragraphs(compaction, before)
    if summary.endswith(tail):
        return summary.removesuffix(tail) + _paragraphs(compaction, after)
    return summary + _paragraphs(compaction, after[-1:])


def _paragraphs(compaction: Compaction, operations: Sequence[Operation]) -> str:
    ordered = sorted(operations, key=lambda op: (op["turn"], op["start"], op["end"]))
    turns = Turn.objects.filter(team_id=compaction.team_id, session_id=compaction.session_id)
    rows = turns.filter(seq__in={op["turn"] for op in ordered}).select_related("body")
    texts = {turn.seq: turn.text for turn in rows}
    return "".join(GAP + paragraph(op["turn"], texts[op["turn"]][op["start"] : op["end"]]) for op in ordered)
