"""Taking a pin out of force: with evidence and the votes of others, or by an expiry. Each leaves a receipt."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext as _

from reviewapp.guard.digest import sha256
from reviewapp.guard.pinned import PinSeverity
from reviewapp.models import Membership, Pin, PinState, Register, Retirement, RetirementVote, Role, Team, User
from reviewapp.models.pins import RetirementState
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import now, retried, transaction
from reviewapp.services.pins.pinning import find, lock_scope, retire


@retried
def request_retirement(*, team: Team, user: User, pin_id: UUID, evidence: str) -> Retirement:
    """Ask to take a pin out of force. `evidence`: why the constraint no longer holds, for the others to judge."""
    if not 20 <= len(evidence.strip()) <= 10_000 or "\0" in evidence:
        raise Refused(
            "invalid", _("Say in 20 to 10,000 characters what shows that it no longer holds."), 422, "evidence"
        )
    with transaction():
        roles.decider(team, user)
        lock_scope(team, find(team, pin_id).register.session)
        pin = find(team, pin_id)
        _can_be_voted(team, user, pin)
        if Retirement.objects.filter(pin=pin, state=RetirementState.OPEN).exists():
            raise Refused("already_requested", _("Its retirement is asked for already."), 409)
        digest = sha256(evidence.encode())
        retirement = Retirement.objects.create(
            team=team, pin=pin, evidence=evidence, evidence_digest=digest, requested_by=user
        )
        audit_log.append(team, "pin.retirement_requested", user, retirement, {"key": pin.key, "evidence": digest.hex()})
    return retirement


@retried
def vote_retirement(*, team: Team, user: User, retirement_id: UUID) -> Retirement:
    """Agree to a retirement that somebody else asked for; the last vote that its severity asks for takes effect."""
    with transaction():
        member = roles.decider(team, user)
        seen = Retirement.objects.filter(team=team, id=retirement_id).select_related("pin__register__session").first()
        if seen is None:
            raise not_found("retirement")
        register = lock_scope(team, seen.pin.register.session)
        retirement = Retirement.objects.select_for_update(of=("self",)).get(team=team, id=seen.id)
        retirement.pin = find(team, seen.pin_id)
        _may_vote(retirement, user)
        RetirementVote.objects.create(team=team, retirement=retirement, voter=user)
        audit_log.append(
            team, "pin.retirement_voted", user, retirement, {"key": retirement.pin.key, "role": member.role}
        )
        voters = _voters(retirement)
        if _enough(retirement.pin, voters):
            _carry_out(retirement, register, user, voters)
    return retirement


@retried
def withdraw_retirement(*, team: Team, user: User, retirement_id: UUID) -> None:
    with transaction():
        roles.decider(team, user)
        retirement = Retirement.objects.select_for_update().filter(team=team, id=retirement_id).first()
        if retirement is None:
            raise not_found("retirement")
        if retirement.requested_by_id != user.id or retirement.state != RetirementState.OPEN:
            raise Refused("not_yours", _("Only who asked for an open retirement withdraws it."), 403)
        retirement.state = RetirementState.WITHDRAWN
        retirement.save(update_fields=["state"])
        audit_log.append(team, "pin.retirement_withdrawn", user, retirement)


@retried
def confirm_expiry(*, team: Team, user: User, pin_id: UUID) -> Pin:
    """The second person that a grave pin's expiry needs; without one it stays in force past its date."""
    with transaction():
        roles.decider(team, user)
        lock_scope(team, find(team, pin_id).register.session)
        pin = find(team, pin_id)
        if pin.current is None or pin.current.expires_at is None:
            raise Refused("no_expiry", _("This pin does not expire."), 409)
        if pin.current.created_by_id == user.id:
            raise Refused("second_person", _("Another person than its author confirms an expiry."), 403)
        pin.expiry_confirmed_by = user
        pin.save(update_fields=["expiry_confirmed_by"])
        audit_log.append(team, "pin.expiry_confirmed", user, pin, {"key": pin.key, "version": pin.current.n})
    return pin


def expire_due() -> int:
    """Retire what is past its date, each pin in a transaction of its own. Called by the sweeper; returns how many."""
    confirmed = Q(current__severity=PinSeverity.ADVISORY) | Q(expiry_confirmed_by__isnull=False)
    overdue = Pin.objects.filter(confirmed, state=PinState.ACTIVE, current__expires_at__lte=now())
    return sum(_expire(pin) for pin in overdue.select_related("team", "register__session"))


@retried
def _expire(seen: Pin) -> bool:
    with transaction():
        register = lock_scope(seen.team, seen.register.session)
        pin = (
            Pin.objects.filter(id=seen.id, team=seen.team, state=PinState.ACTIVE).select_related("current__pin").first()
        )
        if pin is None or pin.current is None or pin.current_id != seen.current_id:
            return False
        approvers = [pin.expiry_confirmed_by] if pin.expiry_confirmed_by else []
        retire(register, pin, cause="expired", actor=None, requester=pin.current.created_by, approvers=approvers)
    return True


def _is_grave(pin: Pin) -> bool:
    return pin.current is None or pin.current.severity != PinSeverity.ADVISORY


def _can_be_voted(team: Team, user: User, pin: Pin) -> None:
    """A team that is too small to vote is told so now, not after the request."""
    deciders = Membership.objects.filter(team=team, role__in=roles.DECIDERS).exclude(user=user)
    others, leads = deciders.count(), deciders.filter(role=Role.LEAD).count()
    if _is_grave(pin) and (others < 2 or not leads):
        message = _("Two other people have to agree, one of them a lead. Invite them to the team first.")
        raise Refused("too_few_people", message, 409)
    if not others:
        raise Refused("too_few_people", _("Another person has to agree. Invite one to the team first."), 409)


def _may_vote(retirement: Retirement, user: User) -> None:
    if retirement.state != RetirementState.OPEN:
        raise Refused("decided", _("This retirement is settled."), 409)
    if retirement.requested_by_id == user.id:
        raise Refused("own_request", _("Who asks to retire a pin has no vote on it."), 403)
    if retirement.votes.filter(voter=user).exists():
        raise Refused("already_voted", _("You have agreed already; another person has to as well."), 409)


def _voters(retirement: Retirement) -> list[Membership]:
    """Who has agreed, in that order. Votes of people who left, or may not decide any more, don't count."""
    voted = list(retirement.votes.order_by("id").values_list("voter", flat=True))
    deciding = roles.still_decide(retirement.team_id, voted)
    return [deciding[voter] for voter in voted if voter in deciding]


def _enough(pin: Pin, voters: Sequence[Membership]) -> bool:
    """One vote for an advisory pin; for a grave one two, one of them a lead's."""
    if not _is_grave(pin):
        return bool(voters)
    return len(voters) >= 2 and any(voter.role == Role.LEAD for voter in voters)


def _carry_out(retirement: Retirement, register: Register, user: User, voters: Sequence[Membership]) -> None:
    retirement.receipt = retire(
        register,
        retirement.pin,
        cause="retired",
        actor=user,
        requester=retirement.requested_by,
        approvers=[voter.user for voter in voters],
        evidence_digest=retirement.evidence_digest,
    )
    retirement.state = RetirementState.DONE
    retirement.save(update_fields=["state", "receipt"])
