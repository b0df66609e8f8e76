"""The register of constraints that no summary may lose: what is in force, and every way to change that."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.guard.digest import register_digest
from reviewapp.guard.pinned import Pinned, render_block
from reviewapp.guard.states import OPEN
from reviewapp.models import (
    Action,
    AuditEntry,
    Compaction,
    ContextServe,
    PinVersion,
    Register,
    Resolution,
    Session,
    Team,
    User,
)
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused
from reviewapp.services.locks import lock_compaction, lock_session, retried, transaction
from reviewapp.services.pins.active import active_pins
from reviewapp.services.pins.pinning import (
    Draft,
    Origin,
    as_pinned,
    find,
    locate,
    lock_scope,
    put,
    retire,
)
from reviewapp.services.pins.proposals import decide_proposal, propose
from reviewapp.services.pins.retirement import confirm_expiry, expire_due, request_retirement, vote_retirement

__all__ = [
    "Draft",
    "Effective",
    "Origin",
    "confirm_expiry",
    "decide_proposal",
    "effective",
    "expire_due",
    "pin",
    "propose",
    "request_retirement",
    "undo_pin",
    "vote_retirement",
]


@dataclass(frozen=True)
class Effective:
    """All pins in force for a session (or, without one, for the team): the team's, then the session's own."""

    pins: tuple[Pinned, ...]
    team_version: int
    session_version: int | None
    team_digest: bytes
    session_digest: bytes | None

    @property
    def block(self) -> bytes:
        return render_block(self.pins)


def effective(team: Team, session: Session | None = None) -> Effective:
    of_team = Register.objects.get(team=team, session=None)
    of_session = Register.objects.get(team=team, session=session) if session else None
    pins = active_pins(of_team, *([of_session] if of_session else []))
    return Effective(
        tuple(map(as_pinned, pins)),
        of_team.version,
        of_session.version if of_session else None,
        _digest(of_team),
        _digest(of_session) if of_session else None,
    )


@retried
def pin(
    *,
    team: Team,
    user: User,
    key: str,
    text: str,
    severity: str,
    session: Session | None = None,
    origin: Origin | None = None,
    expires_at: datetime | None = None,
    enforced_below: str = "",
    confirm_hidden: bool = False,
    confirm_origin: bool = False,
) -> PinVersion:
    """Put a constraint in force for the team, or for one session; every context served from now on holds it."""
    draft = Draft(key, text, severity, locate(origin), expires_at, enforced_below, confirm_hidden, confirm_origin)
    with transaction():
        roles.decider(team, user)
        return put(lock_scope(team, session), draft, user)


@retried
def undo_pin(*, team: Team, user: User, pin_id: UUID) -> None:
    """Take back what one has just pinned, while no agent was served it; after that a pin can only be retired."""
    with transaction():
        roles.decider(team, user)
        register = lock_scope(team, find(team, pin_id).register.session)
        found = find(team, pin_id)
        version = found.current
        assert version is not None  # a pin is stored together with its first version
        if version.created_by_id != user.id:
            raise Refused("not_the_author", _("Only who made a pin can undo it; others retire it, with evidence."), 403)
        if found.versions.count() > 1:
            raise Refused("pin_has_history", _("This pin was in force before. Retire it, with evidence."), 409)
        if _served_since(register, version):
            raise Refused("pin_served", _("An agent was served this pin. Retire it, with evidence."), 409)
        resting = _resting_on(version)
        retire(register, found, cause="undone", actor=user, requester=user)
        for compaction, key in resting:
            _reopen(compaction, key, user)


def _digest(register: Register) -> bytes:
    return register.digest or register_digest({})


def _served_since(register: Register, version: PinVersion) -> bool:
    """Whether any context left with this pin in it: the chain says which register version brought it into force."""
    made = AuditEntry.objects.get(
        team=register.team_id, action="pin.made", object_kind="pinversion", object_id=str(version.id)
    )
    since = int(made.body["register_version"])
    serves = ContextServe.objects.filter(team=register.team_id)
    if register.session_id is None:
        return serves.filter(team_register_version__gte=since).exists()
    return serves.filter(session=register.session_id, session_register_version__gte=since).exists()


def _resting_on(version: PinVersion) -> list[tuple[Compaction, str]]:
    """Findings of open compactions that were resolved by this pin; session and compaction locked, before the audit."""
    rows = Resolution.objects.filter(team=version.team_id, pin_version=version, compaction__state__in=OPEN)
    found = []
    for session_id, compaction_id, key in rows.values_list(
        "compaction__session", "compaction", "finding_key"
    ).distinct():
        lock_session(version.team_id, session_id)
        found.append((lock_compaction(version.team_id, compaction_id), key))
    return found


def _reopen(compaction: Compaction, key: str, user: User) -> None:
    Resolution.objects.create(
        team_id=compaction.team_id, compaction=compaction, finding_key=key, action=Action.REOPENED, user=user
    )
    audit_log.append(compaction.team, "finding.reopened", user, compaction, {"finding": key})
