"""The register of constraints that no summary may lose: what is in force, and every way to change that."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.guard.digest import register_digest
from reviewapp.guard.pinned import Pinned, render_block
from reviewapp.guard.states import OPEN, State
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
from reviewapp.services import audit, review, revisions, roles
from reviewapp.services.errors import Refused
from reviewapp.services.locks import Held, hold, lock_compaction, lock_session, retried, transaction
from reviewapp.services.pinning import (
    Draft,
    Origin,
    Source,
    as_pinned,
    find,
    locate,
    lock_scope,
    put,
    retire,
    source_in,
)
from reviewapp.services.proposals import decide_proposal, propose
from reviewapp.services.refresh import bring_up_to_date
from reviewapp.services.resolutions import must_be_raw, record, the_open_finding
from reviewapp.services.retirement import confirm_expiry, expire_due, request_retirement, vote_retirement
from reviewapp.services.review import Reviewed
from reviewapp.services.standing import Judged, Standing, active_pins, standing_of
from reviewapp.services.turns import plain_lines

__all__ = [
    "Draft",
    "Effective",
    "Origin",
    "confirm_expiry",
    "decide_proposal",
    "effective",
    "expire_due",
    "pin",
    "pin_finding",
    "propose",
    "request_retirement",
    "undo_pin",
    "undo_pin_and_strike",
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
) -> Promoted:
    """Promote a lost span to a pin and resolve the finding by it, in one step: its exact bytes unless another `text` is
    given. Line ends do not make another one, since no form carries them as they were.

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
        row = record(held.compaction, judged, Action.PINNED, user, pin_version=version, confirmed_origin=confirmed)
        if strike:
            after = _struck(held, user, version, finding_key, revision)
        else:
            after = bring_up_to_date(held.compaction, before.with_pin(version, row))
    return Promoted(version, Reviewed(held.compaction, before, after))


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


@retried
def undo_pin_and_strike(*, team: Team, user: User, compaction_id: UUID, pin_id: UUID, revision: int) -> str:
    """Take back what `pin_finding` did with `strike`, the last change of the summary: the strike, and the pin too.

    Where the pin has to stay (an agent was served it, say), the strike alone is taken back and the reason returned.
    """
    with transaction():
        roles.decider(team, user)
        hold(team=team, compaction_id=compaction_id, registers="exclusive")
        review.undo(team=team, user=user, compaction_id=compaction_id, revision=revision)
        try:
            undo_pin(team=team, user=user, pin_id=pin_id)
        except Refused as stays:
            return stays.message
    return ""


def _digest(register: Register) -> bytes:
    return register.digest or register_digest({})


def _in_review(held: Held) -> Standing:
    if held.compaction.state != State.IN_REVIEW:
        raise Refused(
            "not_in_review", _("This compaction is not in review; pin the text in the register instead."), 409
        )
    return standing_of(held.compaction, held.registers)


def _source(held: Held, standing: Standing, judged: Judged, text: str | None) -> Source:
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


def _struck(held: Held, user: User, version: PinVersion, finding_key: str, revision: int | None) -> Standing | None:
    if revision is None:
        raise Refused("invalid", _("Say which revision you looked at."), 422, "revision")
    row = held.compaction
    done = review.strike(
        team=row.team, user=user, compaction_id=row.id, finding_key=finding_key, revision=revision, pinned=version
    )
    return done.after


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
    audit.append(compaction.team, "finding.reopened", user, compaction, {"finding": key})
