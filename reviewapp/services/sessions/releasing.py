"""A person decides what a state record is to forbid no more."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.guard.digest import sha256
from reviewapp.models import Session, StateRelease, Team, User
from reviewapp.models.sessions import ReleaseState
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import lock_session, now, retried, transaction
from reviewapp.services.sessions import state_record
from reviewapp.services.sessions.releases import told_of


@retried
def decide(*, team: Team, user: User, release_id: UUID, grant: bool, reason: str) -> StateRelease:
    """A person lets the record drop it, or keeps it there. The reason stays, and its digest is on record."""
    if not 1 <= len(reason.strip()) <= 10_000:
        raise Refused("invalid", _("Say why. The reason is kept."), 422, "reason")
    with transaction():
        roles.decider(team, user)
        seen = StateRelease.objects.filter(team=team, id=release_id).first()
        if seen is None:
            raise not_found("release")
        session = lock_session(team.id, seen.session_id)
        release = StateRelease.objects.select_for_update(of=("self",)).get(team=team, id=seen.id)
        if release.state != ReleaseState.OPEN:
            raise Refused("decided", _("Somebody decided this already."), 409)
        release.state = ReleaseState.GRANTED if grant else ReleaseState.REFUSED
        release.decided_by, release.decided_at, release.reason = user, now(), reason
        release.save(update_fields=["state", "decided_by", "decided_at", "reason"])
        told = {**told_of(release), "reason": sha256(reason.encode()).hex()}
        audit_log.append(team, f"state.release_{release.state}", user, release, told)
        if grant:
            _drop(session, release, user)
    return release


def _drop(session: Session, release: StateRelease, user: User) -> None:
    before = state_record.latest(session)
    if before is not None and release.text in before.body.get(release.field, ()):
        rest = [text for text in before.body[release.field] if text != release.text]
        state_record.store(session, before, {**before.body, release.field: rest}, user)
