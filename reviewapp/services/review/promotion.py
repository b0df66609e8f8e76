"""Promoting a span to a pin while reviewing: the pin and the resolution are one step, and are taken back as one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.guard.states import State
from reviewapp.models import (
    Action,
    PinVersion,
    Register,
    Team,
    User,
)
from reviewapp.services import roles
from reviewapp.services.compactions.judging import EvaluatedFinding
from reviewapp.services.compactions.refresh import bring_up_to_date
from reviewapp.services.compactions.review_state import ReviewState, review_state_of
from reviewapp.services.errors import Refused
from reviewapp.services.locks import Held, hold, retried, transaction
from reviewapp.services.pins.pinning import (
    Draft,
    Origin,
    Source,
    put,
    source_in,
)
from reviewapp.services.pins.register import undo_pin
from reviewapp.services.review import actions, revisions, rewording
from reviewapp.services.review.actions import Reviewed
from reviewapp.services.review.resolutions import must_be_raw, record, the_open_finding
from reviewapp.services.sessions.turns import plain_lines


@dataclass(frozen=True)
class Promoted:
    """A span that became a pin, and where the compaction stood before and after."""

    version: PinVersion
    reviewed: Reviewed


@retried
def pin_finding(
    *,
    team: Team,
    user: User,
    compaction_id: UUID,
    finding_key: str,
    key: str,
    severity: str,
    scope: str,
    text: str | None = None,
    expires_at: datetime | None = None,
    enforced_below: str = "",
    confirm_hidden: bool = False,
    confirm_origin: bool = False,
    strike: bool = False,
    revision: int | None = None,
    reworded: str = "",
) -> Promoted:
    """Promote a lost span to a pin and resolve the finding by it, in one step: its exact bytes unless another `text` is
    given. Line ends do not make another one, since no form carries them as they were.

    A `text` that does not hold the finding's words needs `reworded`, the reason why it stands for them, and has to say
    what they say as far as the engine can tell; else it is refused (422 `not_its_words`, `not_the_same`).
    `scope` is `team` or `session`. `strike` also cuts the summary's side, which an inverted rule asks for. `revision`:
    the number of the one that was looked at, which a strike has to name.
    """
    with transaction():
        roles.decider(team, user)
        held = hold(team=team, compaction_id=compaction_id, registers="exclusive")
        before = _in_review(held)
        revisions.must_be_current(held.compaction, revision)
        judged = the_open_finding(before, finding_key)
        text = None if text is None or plain_lines(text) == plain_lines(judged.quote) else text
        confirmed = must_be_raw(before, judged, confirmed=confirm_origin)
        reason = rewording.checked(judged, text, reworded)
        draft = Draft(
            key=key,
            text=judged.quote if text is None else text,
            severity=severity,
            source=_source(held, before, judged, text),
            expires_at=expires_at,
            enforced_below=enforced_below,
            confirm_hidden=confirm_hidden,
            confirm_origin=confirm_origin,
            salience=judged.finding.salience,
        )
        version = put(_scope(held, scope), draft, user)
        row = record(
            held.compaction, judged, Action.PINNED, user, pin_version=version, confirmed_origin=confirmed, **reason
        )
        if strike:
            after = _struck(held, user, version, finding_key, revision)
        else:
            after = bring_up_to_date(held.compaction, before.with_pin(version, row))
    return Promoted(version, Reviewed(held.compaction, before, after))


@retried
def undo_pin_and_strike(*, team: Team, user: User, compaction_id: UUID, pin_id: UUID, revision: int) -> str:
    """Take back what `pin_finding` did with `strike`, the last change of the summary: the strike, and the pin too.

    Where the pin has to stay (an agent was served it, say), the strike alone is taken back and the reason returned.
    """
    with transaction():
        roles.decider(team, user)
        hold(team=team, compaction_id=compaction_id, registers="exclusive")
        actions.undo(team=team, user=user, compaction_id=compaction_id, revision=revision)
        try:
            undo_pin(team=team, user=user, pin_id=pin_id)
        except Refused as stays:
            return stays.message
    return ""


def _in_review(held: Held) -> ReviewState:
    if held.compaction.state != State.IN_REVIEW:
        raise Refused(
            "not_in_review", _("This compaction is not in review; pin the text in the register instead."), 409
        )
    return review_state_of(held.compaction, held.registers)


def _source(held: Held, standing: ReviewState, judged: EvaluatedFinding, text: str | None) -> Source:
    """The span of the finding; of words that go on around it in the turn, theirs."""
    finding = judged.finding
    assert finding.turn_seq is not None and finding.start is not None and finding.end is not None
    turn, start, end = standing.turns[finding.turn_seq], finding.start, finding.end
    at = turn.text.find(text, max(end - len(text), 0), start + len(text)) if text else -1
    if text and 0 <= at <= start and end <= at + len(text):
        start, end = at, at + len(text)
    return source_in(turn, Origin(held.session, turn.seq, start, end))


def _scope(held: Held, scope: str) -> Register:
    if scope not in ("team", "session"):
        raise Refused("invalid", _("A pin is for the team or for this session."), 422, "scope")
    return held.team_register if scope == "team" else held.session_register


def _struck(held: Held, user: User, version: PinVersion, finding_key: str, revision: int | None) -> ReviewState | None:
    if revision is None:
        raise Refused("invalid", _("Say which revision you looked at."), 422, "revision")
    row = held.compaction
    done = actions.strike(
        team=row.team, user=user, compaction_id=row.id, finding_key=finding_key, revision=revision, pinned=version
    )
    return done.after
