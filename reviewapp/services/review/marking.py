"""Marking words that a person reads on a page, and dealing with them in the same step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypedDict
from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.engine.types import Severity
from reviewapp.models import Compaction, Team, Turn, User
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import hold, retried, transaction
from reviewapp.services.review import actions, marks, promotion, revisions
from reviewapp.services.review.actions import Reviewed

Then = Literal["keep", "pin", "restore", "strike", "say", "note"]


@dataclass(frozen=True)
class Words:
    """Words of turn `turn_seq`, or of the summary where that is None, as a reader chose them. `near`: about where they
    begin, in code points, since the same words may stand there more than once."""

    text: str
    turn_seq: int | None
    near: int = 0

    def span_in(self, text: str) -> tuple[int, int]:
        """The place of these words that is nearest to where they were chosen."""
        words, places, at = self.text.strip(), [], -1
        while words and (at := text.find(words, at + 1)) >= 0:
            places.append(at)
        if not places:
            message = _("These words can’t be marked as they are shown: choose some without a masked or hidden part.")
            raise Refused("no_such_span", message, 422, "words")
        start = min(places, key=lambda place: abs(place - self.near))
        return start, start + len(words)


class _Who(TypedDict):
    team: Team
    user: User
    compaction_id: UUID


@retried
def mark(
    *,
    team: Team,
    user: User,
    compaction_id: UUID,
    revision: int,
    words: Words,
    then: Then,
    key: str = "",
    note: str = "",
    instead: str = "",
    confirm_origin: bool = False,
) -> Reviewed:
    """Mark the words and, in one transaction, do `then`: leave the mark open, so that the next summary must `keep` them
    (of a turn), `pin` them under `key`, `restore` them, or `strike` them (of the summary), `say` something `instead`,
    or only put a `note` to them.

    Raises:
        Refused: 422 `no_such_span` for words that are not there, and what `marks.add` and the action after it refuse;
            nothing is changed then.
    """
    severity = Severity.NOTE if then == "note" else Severity.BLOCKING
    who = _Who(team=team, user=user, compaction_id=compaction_id)
    with transaction():
        held = hold(team=team, compaction_id=compaction_id, registers="exclusive" if then == "pin" else "share")
        span = words.span_in(_text(held.compaction, words.turn_seq))
        of_turn = words.turn_seq is not None
        added = marks.add(
            **who,
            revision=revision,
            turn_seq=words.turn_seq,
            turn_span=span if of_turn else None,
            summary_span=None if of_turn else span,
            note=note,
            severity=severity.value,
        )
        found = added.mark.key
        match then:
            case "pin":
                done = promotion.pin_finding(
                    **who,
                    finding_key=found,
                    key=key,
                    severity="HARD_DENIAL",
                    scope="session",
                    confirm_origin=confirm_origin,
                ).reviewed
            case "restore":
                done = actions.restore(**who, finding_key=found, revision=revision, confirm_origin=confirm_origin)
            case "strike":
                done = actions.strike(**who, finding_key=found, revision=revision)
            case "say":
                done = actions.edit(**who, text=_said(held.compaction, span, instead), revision=revision)
            case _:
                done = added.reviewed
    return Reviewed(done.compaction, added.reviewed.before, done.after)


def _text(compaction: Compaction, turn_seq: int | None) -> str:
    if turn_seq is None:
        return revisions.current_of(compaction).summary
    turns = Turn.objects.filter(team_id=compaction.team_id, session_id=compaction.session_id, seq=turn_seq)
    turn = turns.select_related("body").first()
    if turn is None:
        raise not_found("turn")
    return turn.text


def _said(compaction: Compaction, span: tuple[int, int], instead: str) -> str:
    if not instead.strip():
        raise Refused(
            "nothing_said", _("Write what the summary is to say instead, or strike the words."), 422, "instead"
        )
    summary = revisions.current_of(compaction).summary
    return summary[: span[0]] + instead.strip() + summary[span[1] :]
