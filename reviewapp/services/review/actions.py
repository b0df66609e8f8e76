"""What a reviewer does to a compaction: every click here is one function."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.guard.states import State
from reviewapp.models import (
    Action,
    Comment,
    Compaction,
    DismissReason,
    Finding,
    Mark,
    PinVersion,
    Resolution,
    Team,
    User,
)
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.compactions import finalize
from reviewapp.services.compactions.refresh import bring_up_to_date, send_back
from reviewapp.services.compactions.review_state import ReviewState, answers_of, review_state_of
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import ClockTimestamp, hold, now, retried, take_turns, transaction
from reviewapp.services.review import revisions
from reviewapp.services.review.leases import claim, claim_next, release, resume_or_claim, take_over
from reviewapp.services.review.resolutions import must_be_raw, record, the_finding, the_open_finding

__all__ = [
    "Reviewed",
    "claim",
    "claim_next",
    "comment",
    "dismiss",
    "edit",
    "release",
    "reopen",
    "restore",
    "resume_or_claim",
    "retry",
    "reviewing",
    "strike",
    "take_over",
    "undo",
]

LONGEST_NOTE = 4_000
SAID_TWICE = timedelta(seconds=10)  # the same words again so soon are the same note, pressed or sent twice


@dataclass
class Reviewed:
    """One action of a review. `before` and `after`: where the row stood under the lock, and where it stands since.

    An action that knows what it changed sets `after` itself; it stays None where a worker has to read the row first.
    """

    compaction: Compaction
    before: ReviewState
    after: ReviewState | None = None

    def resolved(self, row: Resolution) -> None:
        """Nothing but this resolution has changed."""
        self.after = self.before.resolved_by(row, self.compaction)


@contextmanager
def reviewing(*, team: Team, user: User, compaction_id: UUID, revision: int | None = None) -> Iterator[Reviewed]:
    """One action on a row in review: locked, by someone who may, on the revision they saw; checked again at the end."""
    _expire_if_overdue(team, compaction_id)
    with transaction():
        roles.decider(team, user)
        held = hold(team=team, compaction_id=compaction_id, registers="share")
        compaction = held.compaction
        if compaction.state != State.IN_REVIEW:
            raise Refused(
                "not_in_review", _("This is not in review, or not any more: nothing can be changed now."), 409
            )
        revisions.must_be_current(compaction, revision)
        action = Reviewed(compaction, review_state_of(compaction, held.registers))
        yield action
        action.after = bring_up_to_date(compaction, action.after)


@retried
def dismiss(
    *,
    team: Team,
    user: User,
    compaction_id: UUID,
    finding_key: str,
    reason_code: str,
    reason: str = "",
    revision: int | None = None,
) -> Reviewed:
    if reason_code not in tuple(DismissReason):
        reasons = ", ".join(DismissReason)
        raise Refused(
            "invalid", _("Give one of these reasons: %(reasons)s.") % {"reasons": reasons}, 422, "reason_code"
        )
    note = _note(reason, "reason")
    with reviewing(team=team, user=user, compaction_id=compaction_id, revision=revision) as action:
        judged = the_open_finding(action.before, finding_key)
        action.resolved(record(action.compaction, judged, Action.DISMISSED, user, reason_code=reason_code, reason=note))
    return action


@retried
def reopen(*, team: Team, user: User, compaction_id: UUID, finding_key: str, revision: int | None = None) -> Reviewed:
    """Takes a dismissal back, or says that a pin is not enough. A change of text is taken back by `undo`."""
    with reviewing(team=team, user=user, compaction_id=compaction_id, revision=revision) as action:
        judged = the_finding(action.before, finding_key)
        if judged.resolution is None:
            raise Refused("not_resolved", _("This finding is open as it is."), 409)
        if judged.resolution.action in (Action.RESTORED, Action.STRUCK, Action.CORRECTED):
            raise Refused("undo_instead", _("This changed the summary: undo that revision instead."), 409)
        action.resolved(record(action.compaction, judged, Action.REOPENED, user))
    return action


@retried
def restore(
    *,
    team: Team,
    user: User,
    compaction_id: UUID,
    finding_key: str,
    revision: int,
    confirm_origin: bool = False,
    sentence: bool = False,
) -> Reviewed:
    """`sentence`: with the words around it, as they stand in the turn."""
    with reviewing(team=team, user=user, compaction_id=compaction_id, revision=revision) as action:
        judged = the_open_finding(action.before, finding_key)
        confirmed = must_be_raw(action.before, judged, confirmed=confirm_origin)
        text = action.before.turns[judged.finding.turn_seq or 0].text
        added = revisions.restore(action.compaction, judged, text, user, sentence=sentence)
        record(action.compaction, judged, Action.RESTORED, user, revision=added, confirmed_origin=confirmed)
    return action


@retried
def strike(
    *,
    team: Team,
    user: User,
    compaction_id: UUID,
    finding_key: str,
    revision: int,
    pinned: PinVersion | None = None,
) -> Reviewed:
    """`pinned`: the pin made of the finding in the same step, so that one undo finds both."""
    with reviewing(team=team, user=user, compaction_id=compaction_id, revision=revision) as action:
        judged = (the_finding if pinned else the_open_finding)(action.before, finding_key)
        added = revisions.strike(action.compaction, judged, user)
        record(action.compaction, judged, Action.STRUCK, user, revision=added, pin_version=pinned)
    return action


@retried
def edit(*, team: Team, user: User, compaction_id: UUID, text: str, revision: int) -> Reviewed:
    with reviewing(team=team, user=user, compaction_id=compaction_id, revision=revision) as action:
        revisions.edit(action.compaction, text, user)
    return action


@retried
def undo(*, team: Team, user: User, compaction_id: UUID, revision: int) -> Reviewed:
    """Takes back the last edit, restore, strike or correction; the finding that it answered is open again."""
    with reviewing(team=team, user=user, compaction_id=compaction_id, revision=revision) as action:
        _added, undone = revisions.undo(action.compaction, user)
        _reopen_after_undo(action.compaction, user, undone)
    return action


@retried
def comment(*, team: Team, user: User, compaction_id: UUID, text: str, finding_key: str | None = None) -> Comment:
    """Says something about a compaction or one of its findings, at any time, also after the decision."""
    if not text.strip():
        raise Refused("invalid", _("Write something."), 422, "text")
    with transaction():
        roles.decider(team, user)
        compaction = Compaction.objects.filter(team=team, id=compaction_id).first()
        if compaction is None:
            raise not_found("compaction")
        if finding_key and not _is_known(compaction, finding_key):
            raise not_found("finding")
        said = {"team": team, "compaction": compaction, "finding_key": finding_key or "", "user": user}
        take_turns(f"{team.pk}/notes/{compaction.pk}/{user.pk}")
        again = Comment.objects.filter(**said, text=_note(text, "text"), at__gt=now() - SAID_TWICE).first()
        if again is not None:
            return again
        row = Comment.objects.create(**said, text=_note(text, "text"))
        audit_log.append(team, "comment.added", user, compaction, {"comment": row.id, "finding": finding_key})
    return row


@retried
def retry(*, team: Team, user: User, compaction_id: UUID) -> Compaction:
    """Sends a compaction whose analysis failed back to the workers, with a fresh count of tries."""
    _expire_if_overdue(team, compaction_id)
    with transaction():
        roles.decider(team, user)
        compaction = hold(team=team, compaction_id=compaction_id).compaction
        if compaction.state != State.FAILED:
            raise Refused("not_failed", _("Only a failed analysis can be tried again."), 409)
        send_back(compaction, user)
    return compaction


def _is_known(compaction: Compaction, key: str) -> bool:
    found = Finding.objects.filter(analysis__compaction=compaction, key=key)
    return found.exists() or Mark.objects.filter(compaction=compaction, key=key).exists()


def _expire_if_overdue(team: Team, compaction_id: UUID) -> None:
    """In a transaction of its own: the expiry has to stand although the action is refused."""
    row = Compaction.objects.open().filter(team=team, id=compaction_id, expires_at__lte=ClockTimestamp()).first()
    if row is not None:
        finalize.expire(row)


def _reopen_after_undo(compaction: Compaction, user: User, undone: revisions.Operation) -> None:
    answers = answers_of(compaction).get(undone.get("finding", ""), ())
    made = [row for row in answers if row.revision is not None and row.revision.number == undone["revision"]]
    if not made:
        return
    latest = made[-1]
    Resolution.objects.create(
        team_id=compaction.team_id,
        compaction=compaction,
        finding_key=latest.finding_key,
        action=Action.REOPENED,
        reason_code=latest.action,
        user=user,
        revision=compaction.current_revision,
        severity=latest.severity,
        engine_version=latest.engine_version,
    )


def _note(text: str, field: str) -> str:
    if len(text) > LONGEST_NOTE:
        raise Refused("too_long", _("At most %(n)s characters.") % {"n": LONGEST_NOTE}, 422, field)
    return text
