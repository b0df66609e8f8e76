"""Claims: a courtesy among reviewers with a lease, so that two do not read the same thing. No guard rests on them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NoReturn
from uuid import UUID

from django.db.models import Exists, OrderBy, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from reviewapp.conf import conf
from reviewapp.guard.states import State
from reviewapp.models import Compaction, Decision, Role, Team, User
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import now, retried, take_turns, transaction

Order = Sequence[OrderBy | str]
_RISK: Order = ("-risk", "received_at")


@retried
def claim(*, team: Team, user: User, compaction_id: UUID) -> Compaction:
    """Takes a free row, or prolongs one's own claim; only the first of these is worth an audit entry."""
    moment = now()
    with transaction():
        roles.decider(team, user)
        mine = Compaction.objects.open().filter(team=team, id=compaction_id, holder=user, held_until__gt=moment)
        if not mine.update(held_until=moment + _lease()):
            row = _open_row(team, compaction_id)
            if _is_held_by_others(row, user, moment):
                _say_why_not(row)
            _hold(row, user, moment)
            audit_log.append(team, "claim.taken", user, row)
    return _get(team, compaction_id)


@retried
def assign(*, team: Team, user: User, compaction_id: UUID, to: int) -> Compaction:
    """Claims a free row, or one's own, for another member who may decide. `to` is that person's user id."""
    moment = now()
    with transaction():
        roles.decider(team, user)
        member = roles.still_decide(team.pk, [to]).get(to)
        if member is None:
            raise Refused("invalid", _("Choose a reviewer or lead of the team."), 422, "to")
        row = _open_row(team, compaction_id)
        if row.holder_id != to and _is_held_by_others(row, user, moment):
            _say_why_not(row)
        _hold(row, member.user, moment)
        audit_log.append(team, "claim.assigned", user, row, {"to": to})
    return row


@retried
def release(*, team: Team, user: User, compaction_id: UUID) -> Compaction:
    """Lets one's own claim go; without one nothing happens."""
    with transaction():
        roles.decider(team, user)
        rows = Compaction.objects.open().filter(team=team, id=compaction_id, holder=user)
        rows.update(holder=None, held_until=None)
    return _get(team, compaction_id)


@retried
def let_go(*, team: Team, user: User, compaction_id: UUID) -> Compaction:
    """Like `release`; a lead also ends the claim of somebody else, and the audit chain tells."""
    with transaction():
        member = roles.decider(team, user)
        row = _get(team, compaction_id)
        if row.holder_id in (None, user.pk):
            return release(team=team, user=user, compaction_id=compaction_id)
        if member.role != Role.LEAD:
            raise Refused("claimed", _("Somebody else holds this; only a lead lets go of it for them."), 403)
        row = _open_row(team, compaction_id)
        before, row.holder, row.held_until = row.holder_id, None, None
        row.save(update_fields=["holder", "held_until"])
        audit_log.append(team, "claim.ended", user, row, {"from": before})
    return row


@retried
def take_over(*, team: Team, user: User, compaction_id: UUID) -> Compaction:
    """Claims a row that somebody else held: a lead at any time, others once the lease has ended. The chain tells."""
    moment = now()
    with transaction():
        member = roles.decider(team, user)
        row = _open_row(team, compaction_id)
        before = row.holder_id
        if _is_held_by_others(row, user, moment) and member.role != Role.LEAD:
            message = _("%(name)s is reviewing this. Take it over when the lease has ended, or ask a lead to.")
            holder = _holder(row)
            raise Refused("claimed", message % {"name": holder}, 409, details={"holder": holder})
        _hold(row, user, moment)
        audit_log.append(team, "claim.taken_over", user, row, {"from": before})
    return row


@retried
def resume_or_claim(*, team: Team, user: User, filters: Q | None = None, order: Order = _RISK) -> Compaction | None:
    """What this person holds already, whatever the filter; else the next free row.

    Who asks twice at once, by a double click or in two tabs, is given one row and not two.
    """
    with transaction():
        roles.decider(team, user)
        take_turns(f"{team.pk}/claims/{user.pk}")
        moment = now()
        held = _waiting_for(team, user, moment).filter(holder=user, held_until__gt=moment)
        row = held.order_by("held_until").first()
        if row is not None and held.filter(id=row.id).update(held_until=moment + _lease()):
            return row
        return claim_next(team=team, user=user, filters=filters, order=order)


@retried
def claim_next(*, team: Team, user: User, filters: Q | None = None, order: Order = _RISK) -> Compaction | None:
    """The first row in review that nobody holds; of two people asking at once each gets another one."""
    moment = now()
    free = _waiting_for(team, user, moment).filter(Q(holder=None) | Q(held_until__lte=moment)).filter(filters or Q())
    with transaction():
        roles.decider(team, user)
        row = _first(free, order)
        if row is None:
            return None
        _hold(row, user, moment)
        audit_log.append(team, "claim.taken", user, row)
    return row


@retried
def skip(*, team: Team, user: User, compaction_id: UUID) -> Compaction | None:
    """Lets this row go and claims the one behind it in the queue: behind the last one, the first. None where no other
    waits. Who skips again and again meets every row that is free before any comes back."""
    with transaction():
        roles.decider(team, user)
        take_turns(f"{team.pk}/claims/{user.pk}")
        left = _get(team, compaction_id)
        moment = now()
        free = _waiting_for(team, user, moment).exclude(id=left.pk)
        free = free.filter(Q(holder=None) | Q(holder=user) | Q(held_until__lte=moment))
        at = left.risk or 0  # of what waits unread there is none
        behind = Q(risk__lt=at) | Q(risk=at, received_at__gt=left.received_at)
        row = _first(free.filter(behind)) or _first(free)
        release(team=team, user=user, compaction_id=compaction_id)
        if row is not None:
            _hold(row, user, moment)
            audit_log.append(team, "claim.taken", user, row)
    return row


def _first(free: QuerySet[Compaction], order: Order = _RISK) -> Compaction | None:
    return free.order_by(*order).select_for_update(no_key=True, skip_locked=True, of=("self",)).first()


def not_held_by_others(*, team: Team, user: User, compaction_id: UUID) -> None:
    """What is done to many rows at once leaves alone what somebody is reading."""
    row = _get(team, compaction_id)
    if row.is_open and _is_held_by_others(row, user, now()):
        _say_why_not(row)


def _is_held_by_others(row: Compaction, user: User, moment: datetime) -> bool:
    return row.holder_id not in (None, user.pk) and row.held_until is not None and row.held_until > moment


def _waiting_for(team: Team, user: User, moment: datetime) -> QuerySet[Compaction]:
    """In review, and not approved by this person already as it stands: that waits for somebody else."""
    voted = Decision.objects.filter(compaction=OuterRef("pk"), actor=user, manifest_digest=OuterRef("manifest_digest"))
    return Compaction.objects.filter(~Exists(voted), team=team, state=State.IN_REVIEW, expires_at__gt=moment)


def _lease() -> timedelta:
    return timedelta(seconds=conf.claim_seconds)


def _hold(row: Compaction, user: User, moment: datetime) -> None:
    row.holder, row.held_until = user, moment + _lease()
    row.save(update_fields=["holder", "held_until"])


def _open_row(team: Team, compaction_id: UUID) -> Compaction:
    """The row, locked; refused where it is missing or decided."""
    rows = Compaction.objects.select_for_update(no_key=True, of=("self",)).select_related("holder")
    row = rows.filter(team=team, id=compaction_id).first()
    if row is None:
        raise not_found("compaction")
    if not row.is_open:
        _say_why_not(row)
    return row


def _get(team: Team, compaction_id: UUID) -> Compaction:
    row = Compaction.objects.select_related("holder").filter(team=team, id=compaction_id).first()
    if row is None:
        raise not_found("compaction")
    return row


def _say_why_not(row: Compaction) -> NoReturn:
    if not row.is_open:
        raise Refused("decided", _("This compaction is decided: nothing is left to review."), 409)
    holder = _holder(row)
    raise Refused("claimed", _("%(name)s is reviewing this.") % {"name": holder}, 409, details={"holder": holder})


def _holder(row: Compaction) -> str:
    return row.holder.get_username() if row.holder else _("somebody")
