"""Correcting a summary in place: its wrong words are replaced by a turn's, and the rest of the sentence stays."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.models import Action, Compaction, CompactionKind, Team, Turn, User
from reviewapp.services.compactions.judging import EvaluatedFinding
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import retried
from reviewapp.services.review import revisions
from reviewapp.services.review.actions import Reviewed, reviewing
from reviewapp.services.review.correction_spans import Correction, fitted, suggested
from reviewapp.services.review.resolutions import must_be_confirmed, record, the_open_finding

__all__ = ["Correction", "correct", "fitted", "suggested"]

Span = tuple[int, int]


@retried
def correct(
    *,
    team: Team,
    user: User,
    compaction_id: UUID,
    revision: int,
    finding_key: str = "",
    summary_span: Span | None = None,
    turn_seq: int | None = None,
    turn_span: Span | None = None,
    confirm_origin: bool = False,
) -> Reviewed:
    """Replace words of the summary by words of a turn: a new revision, which is checked like any other.

    Spans are code points, half-open, of the summary of `revision` and of turn `turn_seq`. What is not given is the
    finding's own (`suggested` shows it beforehand); without a finding all three are needed. The finding is settled when
    the new analysis raises it no more.

    Raises:
        Refused: 422 `no_such_span`, `nothing_to_correct` or `unchanged`; 409 `confirm_origin` for words of a tool or an
            agent without `confirm_origin`; 409 `stale_revision`, `not_in_review` or `resolved`; 404 `finding`, `turn`.
    """
    with reviewing(team=team, user=user, compaction_id=compaction_id, revision=revision) as action:
        if action.compaction.kind == CompactionKind.RESTORE:
            raise Refused("no_summary", _("A restore brings original turns back: it has no summary to edit."), 422)
        judged = the_open_finding(action.before, finding_key) if finding_key else None
        own = judged.finding.turn_seq if judged else None
        turn = _turn(action.compaction, own if turn_seq is None else turn_seq)
        made = _made(action.compaction, judged, turn, summary_span, turn_span)
        confirmed = must_be_confirmed(turn.origin, confirmed=confirm_origin)
        added = revisions.correct(action.compaction, made, finding_key, user)
        if judged is not None:
            record(action.compaction, judged, Action.CORRECTED, user, revision=added, confirmed_origin=confirmed)
    return action


def _turn(compaction: Compaction, seq: int | None) -> Turn:
    if seq is None:
        raise Refused("nothing_to_correct", _("Name the words of a turn that are to stand there."), 422, "turn_seq")
    rows = Turn.objects.filter(team_id=compaction.team_id, session_id=compaction.session_id, seq=seq)
    turn = rows.select_related("body").first()
    if turn is None:
        raise not_found("turn")
    return turn


def _made(
    compaction: Compaction, judged: EvaluatedFinding | None, turn: Turn, here: Span | None, there: Span | None
) -> Correction:
    summary, finding = revisions.current_of(compaction).summary, judged.finding if judged else None
    if here is None and finding and finding.summary_start is not None and finding.summary_end is not None:
        here = (finding.summary_start, finding.summary_end)
    if there is None and finding and finding.start is not None and finding.end is not None:
        there = (finding.start, finding.end)
    if here is None or there is None:
        raise Refused("nothing_to_correct", _("Choose the words of the summary, and those of a turn."), 422, "revision")
    for text, (start, end), field in ((summary, here, "summary_span"), (turn.text, there, "turn_span")):
        if not (0 <= start < end <= len(text) and text[start:end].strip()):
            raise Refused("no_such_span", _("There are no such words."), 422, field)
    return fitted(summary, here, turn.seq, turn.text, there)
