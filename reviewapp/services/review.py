"""What a reviewer does to a compaction: every click here is one function."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from reviewapp.guard.states import State
from reviewapp.models import Action, Comment, Compaction, DismissReason, Finding, Resolution, Team, User
from reviewapp.services import audit, finalize, revisions, roles
from reviewapp.services.claims import claim, claim_next, release, take_over
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import hold, now, retried, transaction
from reviewapp.services.refresh import bring_up_to_date, send_back
from reviewapp.services.resolutions import must_be_raw, record, the_finding
from reviewapp.services.standing import latest_resolutions, standing_of

__all__ = [
    "claim",
    "claim_next",
    "comment",
    "dismiss",
    "edit",
    "release",
    "reopen",
    "restore",
    "retry",
    "reviewing",
    "strike",
    "take_over",
    "undo",
]

LONGEST_NOTE = 4_000


@contextmanager
def reviewing(*, team: Team, user: User, compaction_id: UUID, revision: int | None = None) -> Iterator[Compaction]:
    """One action on a row in review: locked, by someone who may, on the revision they saw; checked again at the end."""
    roles.decider(team, user)
    _expire_if_overdue(team, compaction_id)
    with transaction():
        compaction = hold(team=team, compaction_id=compaction_id, registers="share").compaction
        if compaction.state != State.IN_REVIEW:
            state = compaction.state.replace("_", " ")
            raise Refused("not_in_review", f"This compaction is {state}: nothing can be changed now.", 409)
        current = revisions.current_of(compaction)
        if revision is not None and revision != current.number:
            message = f"The summary is at revision {current.number} by now. Your draft is kept."
            raise Refused("stale_revision", message, 409, "revision", {"revision": current.number})
        yield compaction
        bring_up_to_date(compaction)


@retried
def dismiss(
    *, team: Team, user: User, compaction_id: UUID, finding_key: str, reason_code: str, reason: str = ""
) -> Compaction:
    if reason_code not in tuple(DismissReason):
        raise Refused("invalid", f"Give one of these reasons: {', '.join(DismissReason)}.", 422, "reason_code")
    note = _note(reason, "reason")
    with reviewing(team=team, user=user, compaction_id=compaction_id) as compaction:
        judged = the_finding(standing_of(compaction), finding_key)
        record(compaction, judged, Action.DISMISSED, user, reason_code=reason_code, reason=note)
    return compaction


@retried
def reopen(*, team: Team, user: User, compaction_id: UUID, finding_key: str) -> Compaction:
    """Takes a dismissal back, or says that a pin is not enough. A change of text is taken back by `undo`."""
    with reviewing(team=team, user=user, compaction_id=compaction_id) as compaction:
        judged = the_finding(standing_of(compaction), finding_key)
        if judged.resolution is None:
            raise Refused("not_resolved", "This finding is open as it is.", 409)
        if judged.resolution.action in (Action.RESTORED, Action.STRUCK):
            raise Refused("undo_instead", "This changed the summary: undo that revision instead.", 409)
        record(compaction, judged, Action.REOPENED, user)
    return compaction


@retried
def restore(
    *, team: Team, user: User, compaction_id: UUID, finding_key: str, revision: int, confirm_origin: bool = False
) -> Compaction:
    with reviewing(team=team, user=user, compaction_id=compaction_id, revision=revision) as compaction:
        judged = the_finding(standing_of(compaction), finding_key)
        confirmed = must_be_raw(compaction, judged, confirmed=confirm_origin)
        added = revisions.restore(compaction, judged, user)
        record(compaction, judged, Action.RESTORED, user, revision=added, confirmed_origin=confirmed)
    return compaction


@retried
def strike(*, team: Team, user: User, compaction_id: UUID, finding_key: str, revision: int) -> Compaction:
    with reviewing(team=team, user=user, compaction_id=compaction_id, revision=revision) as compaction:
        judged = the_finding(standing_of(compaction), finding_key)
        added = revisions.strike(compaction, judged, user)
        record(compaction, judged, Action.STRUCK, user, revision=added)
    return compaction


@retried
def edit(*, team: Team, user: User, compaction_id: UUID, text: str, revision: int) -> Compaction:
    with reviewing(team=team, user=user, compaction_id=compaction_id, revision=revision) as compaction:
        revisions.edit(compaction, text, user)
    return compaction


@retried
def undo(*, team: Team, user: User, compaction_id: UUID, revision: int) -> Compaction:
    """Takes back the last edit, restore or strike; the finding that it answered is open again."""
    with reviewing(team=team, user=user, compaction_id=compaction_id, revision=revision) as compaction:
        _, undone = revisions.undo(compaction, user)
        _reopen_after_undo(compaction, user, undone)
    return compaction


@retried
def comment(*, team: Team, user: User, compaction_id: UUID, text: str, finding_key: str | None = None) -> Comment:
    """Says something about a compaction or one of its findings, at any time, also after the decision."""
    roles.decider(team, user)
    if not text.strip():
        raise Refused("invalid", "Write something.", 422, "text")
    with transaction():
        compaction = Compaction.objects.filter(team=team, id=compaction_id).first()
        if compaction is None:
            raise not_found("compaction")
        if finding_key and not Finding.objects.filter(analysis__compaction=compaction, key=finding_key).exists():
            raise not_found("finding")
        row = Comment.objects.create(
            team=team, compaction=compaction, finding_key=finding_key or "", user=user, text=_note(text, "text")
        )
        audit.append(team, "comment.added", user, compaction, {"comment": row.id, "finding": finding_key})
    return row


@retried
def retry(*, team: Team, user: User, compaction_id: UUID) -> Compaction:
    """Sends a compaction whose analysis failed back to the workers, with a fresh count of tries."""
    roles.decider(team, user)
    _expire_if_overdue(team, compaction_id)
    with transaction():
        compaction = hold(team=team, compaction_id=compaction_id).compaction
        if compaction.state != State.FAILED:
            raise Refused("not_failed", "Only a failed analysis can be tried again.", 409)
        send_back(compaction, user)
    return compaction


def _expire_if_overdue(team: Team, compaction_id: UUID) -> None:
    """In a transaction of its own: the expiry has to stand although the action is refused."""
    row = Compaction.objects.open().filter(team=team, id=compaction_id, expires_at__lte=now()).first()
    if row is not None:
        finalize.expire(row)


def _reopen_after_undo(compaction: Compaction, user: User, undone: revisions.Operation) -> None:
    latest = latest_resolutions(compaction).get(undone.get("finding", ""))
    if latest is None or latest.revision is None or latest.revision.number != undone["revision"]:
        return
    Resolution.objects.create(
        team_id=compaction.team_id,
        compaction=compaction,
        finding_key=latest.finding_key,
        action=Action.REOPENED,
        user=user,
        revision=compaction.current_revision,
        severity=latest.severity,
        engine_version=latest.engine_version,
    )


def _note(text: str, field: str) -> str:
    if len(text) > LONGEST_NOTE:
        raise Refused("too_long", f"At most {LONGEST_NOTE} characters.", 422, field)
    return text
