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
from reviewapp.models import Compaction, Decision, Membership, Role, Team, User
from reviewapp.services import audit, roles
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import now, transaction

Order = Sequence[OrderBy | str]
_RISK: Order = ("-risk", "received_at")


def claim(*, team: Team, user: User, compaction_id: UUID) -> Compaction:
    """Takes a free row, or prolongs one's own claim; only the first of these is worth an audit entry."""
    roles.decider(team, user)
    moment = now()
    mine = Compaction.objects.open().filter(team=team, id=compaction_id, holder=user, held_until__gt=moment)
    if not mine.update(held_until=moment + _lease()):
        with transaction():
            row = _open_row(team, compaction_id)
            if row.holder_id is not None and row.holder_id != user.pk and row.held_until and row.held_until > moment:
                _say_why_not(row)
            _hold(row, user, moment)
            audit.append(team, "claim.taken", user, row)
    return _get(team, compaction_id)


def assign(*, team: Team, user: User, compaction_id: UUID, to: int) -> Compaction:
    """Claims a free row, or one's own, for another member who may decide. `to` is that person's user id."""
    roles.decider(team, user)
    member = Membership.objects.filter(team=team, user_id=to, role__in=[Role.REVIEWER, Role.LEAD]).first()
    if member is None:
        raise Refused("invalid", _("Choose a reviewer or lead of the team."), 422, "to")
    moment = now()
    with transaction():
        row = _open_row(team, compaction_id)
        if row.holder_id not in (None, user.pk, to) and row.held_until and row.held_until > moment:
            _say_why_not(row)
        _hold(row, member.user, moment)
        audit.append(team, "claim.assigned", user, row, {"to": to})
    return row


def release(*, team: Team, user: User, compaction_id: UUID) -> Compaction:
    """Lets one's own claim go; without one nothing happens."""
    roles.decider(team, user)
    rows = Compaction.objects.open().filter(team=team, id=compaction_id, holder=user)
    rows.update(holder=None, held_until=None)
    return _get(team, compaction_id)


def let_go(*, team: Team, user: User, compaction_id: UUID) -> Compaction:
    """Like `release`; a lead also ends the claim of somebody else, and the audit chain tells."""
    member = roles.decider(team, user)
    row = _get(team, compaction_id)
    if row.holder_id in (None, user.pk):
        return release(team=team, user=user, compaction_id=compaction_id)
    if member.role != Role.LEAD:
        raise Refused("claimed", _("Somebody else holds this; only a lead lets go of it for them."), 403)
    with transaction():
        row = _open_row(team, compaction_id)
        before, row.holder, row.held_until = row.holder_id, None, None
        row.save(update_fields=["holder", "held_until"])
        audit.append(team, "claim.ended", user, row, {"from": before})
    return row


def take_over(*, team: Team, user: User, compaction_id: UUID) -> Compaction:
    """Claims a row that somebody else held: a lead at any time, others once the lease has ended. The chain tells."""
    member = roles.decider(team, user)
    moment = now()
    with transaction():
        row = _open_row(team, compaction_id)
        before, theirs = row.holder_id, row.holder_id not in (None, user.pk)
        if theirs and row.held_until and row.held_until > moment and member.role != Role.LEAD:
            message = _("%(name)s is reviewing this. Take it over when the lease has ended, or ask a lead to.")
            holder = _holder(row)
            raise Refused("claimed", message % {"name": holder}, 409, details={"holder": holder})
        _hold(row, user, moment)
        audit.append(team, "claim.taken_over", user, row, {"from": before})
    return row


def resume_or_claim(
    *, team: Team, user: User, filters: Q | None = None, order: Order = _RISK, but: UUID | None = None
) -> Compaction | None:
    """What this person holds already, whatever the filter; else the next free row. `but`: not this one."""
    roles.decider(team, user)
    moment = now()
    held = _waiting_for(team, user, moment).filter(holder=user, held_until__gt=moment)
    row = held.exclude(id__in=[but] if but else []).order_by("held_until").first()
    if row is not None and held.filter(id=row.id).update(held_until=moment + _lease()):
        return row
    return claim_next(team=team, user=user, filters=filters, order=order)


def claim_next(*, team: Team, user: User, filters: Q | None = None, order: Order = _RISK) -> Compaction | None:
    """The first row in review that nobody holds; of two people asking at once each gets another one."""
    roles.decider(team, user)
    moment = now()
    free = _waiting_for(team, user, moment).filter(Q(holder=None) | Q(held_until__lte=moment)).filter(filters or Q())
    with transaction():
        row = free.order_by(*order).select_for_update(no_key=True, skip_locked=True, of=("self",)).first()
        if row is None:
            return None
        _hold(row, user, moment)
        audit.append(team, "claim.taken", user, row)
    return row


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
