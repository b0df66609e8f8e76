"""What the engine missed: any words of a turn or of the summary, found by a person and treated like a finding.

A mark is resolved by the same functions as a finding, under its key: `actions.dismiss`, `restore` and `strike`,
`corrections.correct`, `promotion.pin_finding`; its author may do so as well as anybody else.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.engine.types import Severity
from reviewapp.guard.digest import sha256
from reviewapp.models import Action, Compaction, CompactionKind, Mark, Team, Turn, User
from reviewapp.services.audit import audit_log
from reviewapp.services.compactions import marked
from reviewapp.services.compactions.review_state import ReviewState, review_state_of
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import retried
from reviewapp.services.review import revisions
from reviewapp.services.review.actions import LONGEST_NOTE, Reviewed, reviewing
from reviewapp.services.review.resolutions import record, the_finding

MOST = 500  # marks of one compaction

Span = tuple[int, int]


@dataclass(frozen=True)
class Marked:
    """The mark, and where the compaction stood before and after."""

    mark: Mark
    reviewed: Reviewed


@retried
def add(
    *,
    team: Team,
    user: User,
    compaction_id: UUID,
    revision: int,
    turn_seq: int | None = None,
    turn_span: Span | None = None,
    summary_span: Span | None = None,
    note: str = "",
    severity: str = Severity.BLOCKING.value,
) -> Marked:
    """Put a finding of one's own beside those of the engine. Votes are void by it.

    Spans are code points, half-open: `turn_span` of turn `turn_seq` (lost words), `summary_span` of the summary of
    `revision` (wrong words), or both (what should stand there). `severity` is blocking, warning or note; a note holds
    nothing back.

    Raises:
        Refused: 422 `no_such_span`, `nothing_marked`, `invalid` or `too_long`; 409 `already_marked` for the same words
            while such a mark is open, `too_many_marks`, `stale_revision` or `not_in_review`; 404 `turn`.
    """
    _checked(note, severity)
    with reviewing(team=team, user=user, compaction_id=compaction_id, revision=revision) as action:
        if action.compaction.kind == CompactionKind.RESTORE:
            raise Refused("no_summary", _("A restore brings original turns back: nothing can be lost by it."), 422)
        quote = _words(action.compaction, turn_seq, turn_span, summary_span)
        mark = _new(action, user, turn_seq, turn_span, summary_span)
        mark.quote_digest, mark.note, mark.severity = sha256(quote.encode()), note, severity
        mark.key = marked.key_of(mark)
        _not_marked_yet(action.before, mark)
        mark.save(force_insert=True)
        body = {"mark": mark.key, "severity": severity, "turn": turn_seq, "quote": mark.quote_digest.hex()}
        audit_log.append(team, "mark.added", user, action.compaction, body)
        action.after = review_state_of(action.compaction, action.before.registers)
    return Marked(mark, action)


@retried
def withdraw(*, team: Team, user: User, compaction_id: UUID, key: str, revision: int | None = None) -> Reviewed:
    """Take one's own mark back; it stays on record. Others dismiss it, with a reason."""
    with reviewing(team=team, user=user, compaction_id=compaction_id, revision=revision) as action:
        mark = next((each for each in action.before.marks if each.key == key), None)
        if mark is None:
            raise not_found("finding")
        if mark.author_id != user.id:
            raise Refused("not_the_author", _("Only who marked this can take it back; others dismiss it."), 403)
        judged = the_finding(action.before, key)
        if judged.resolution is not None and judged.resolution.action == Action.WITHDRAWN:
            raise Refused("resolved", _("You have taken this back already."), 409)
        action.resolved(record(action.compaction, judged, Action.WITHDRAWN, user))
    return action


def _checked(note: str, severity: str) -> None:
    if severity not in tuple(Severity):
        raise Refused("invalid", _("It is blocking, a warning or a note."), 422, "severity")
    if len(note) > LONGEST_NOTE or "\0" in note:
        raise Refused("too_long", _("At most %(n)s characters.") % {"n": LONGEST_NOTE}, 422, "note")


def _words(compaction: Compaction, seq: int | None, turn_span: Span | None, summary_span: Span | None) -> str:
    """The marked words of the turn, or of the summary where no turn is marked; refused where there are none."""
    if (seq is None) != (turn_span is None) or (turn_span is None and summary_span is None):
        raise Refused("nothing_marked", _("Choose some words of a turn or of the summary."), 422)
    quotes = []
    if seq is not None and turn_span is not None:
        of_session = Turn.objects.filter(team_id=compaction.team_id, session_id=compaction.session_id)
        turn = of_session.filter(seq=seq, seq__range=(compaction.from_seq, compaction.to_seq)).first()
        if turn is None:
            raise not_found("turn")
        quotes.append(_cut(turn.text, turn_span, "turn_span"))
    if summary_span is not None:
        quotes.append(_cut(revisions.current_of(compaction).summary, summary_span, "summary_span"))
    return quotes[0]


def _cut(text: str, span: Span, field: str) -> str:
    start, end = span
    if not (0 <= start < end <= len(text) and text[start:end].strip()):
        raise Refused("no_such_span", _("There are no such words."), 422, field)
    return text[start:end]


def _new(action: Reviewed, user: User, seq: int | None, turn_span: Span | None, summary_span: Span | None) -> Mark:
    compaction, (start, end) = action.compaction, turn_span or (None, None)
    first, last = summary_span or (None, None)
    if len(action.before.marks) >= MOST:
        raise Refused("too_many_marks", _("A summary has at most %(n)s marks: reject it.") % {"n": MOST}, 409)
    return Mark(
        team_id=compaction.team_id,
        compaction=compaction,
        number=len(action.before.marks) + 1,
        author=user,
        revision=revisions.current_of(compaction),
        turn_seq=seq,
        start=start,
        end=end,
        summary_start=first,
        summary_end=last,
    )


def _not_marked_yet(standing: ReviewState, mark: Mark) -> None:
    """A second click is no second finding."""
    names = ("turn_seq", "start", "end", "summary_start", "summary_end")
    spans = [getattr(mark, name) for name in names]
    for judged in standing.findings:
        same = marked.is_mark(judged.finding) and [getattr(judged.finding, name) for name in names] == spans
        if same and not judged.resolved:
            raise Refused("already_marked", _("These words are marked already."), 409)
