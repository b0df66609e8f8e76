"""Claims: a courtesy among reviewers with a lease, so that two do not read the same thing. No guard rests on them."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from django.db.models import Q

from reviewapp.conf import conf
from reviewapp.guard.states import State
from reviewapp.models import Compaction, Team, User
from reviewapp.services import audit, roles
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import now, transaction


def claim(*, team: Team, user: User, compaction_id: UUID) -> Compaction:
    """Takes a free row, or prolongs one's own claim."""
    roles.decider(team, user)
    moment = now()
    free = Q(holder=None) | Q(held_until__lte=moment) | Q(holder=user)
    rows = Compaction.objects.open().filter(free, team=team, id=compaction_id)
    if not rows.update(holder=user, held_until=moment + timedelta(seconds=conf.claim_seconds)):
        _say_why_not(_get(team, compaction_id))
    return _get(team, compaction_id)


def release(*, team: Team, user: User, compaction_id: UUID) -> Compaction:
    """Lets one's own claim go; without one nothing happens."""
    roles.decider(team, user)
    rows = Compaction.objects.open().filter(team=team, id=compaction_id, holder=user)
    rows.update(holder=None, held_until=None)
    return _get(team, compaction_id)


def take_over(*, team: Team, user: User, compaction_id: UUID) -> Compaction:
    """Claims a row that somebody else holds; the audit chain tells."""
    roles.decider(team, user)
    with transaction():
        row = Compaction.objects.select_for_update(no_key=True).filter(team=team, id=compaction_id).first()
        if row is None:
            raise not_found("compaction")
        if not row.is_open:
            _say_why_not(row)
        before = row.holder_id
        row.holder, row.held_until = user, now() + timedelta(seconds=conf.claim_seconds)
        row.save(update_fields=["holder", "held_until"])
        audit.append(team, "claim.taken_over", user, row, {"from": before})
    return row


def claim_next(*, team: Team, user: User, filters: Q | None = None) -> Compaction | None:
    """The riskiest row in review that nobody holds; of two people asking at once each gets another one."""
    roles.decider(team, user)
    moment = now()
    rows = Compaction.objects.filter(team=team, state=State.IN_REVIEW, expires_at__gt=moment)
    free = rows.filter(Q(holder=None) | Q(held_until__lte=moment)).filter(filters or Q())
    with transaction():
        row = (
            free.order_by("-risk", "received_at").select_for_update(no_key=True, skip_locked=True, of=("self",)).first()
        )
        if row is None:
            return None
        row.holder, row.held_until = user, moment + timedelta(seconds=conf.claim_seconds)
        row.save(update_fields=["holder", "held_until"])
    return row


def _get(team: Team, compaction_id: UUID) -> Compaction:
    row = Compaction.objects.select_related("holder").filter(team=team, id=compaction_id).first()
    if row is None:
        raise not_found("compaction")
    return row


def _say_why_not(row: Compaction) -> None:
    if not row.is_open:
        raise Refused("decided", f"This compaction is {row.state}: nothing is left to review.", 409)
    holder = row.holder.get_username() if row.holder else "somebody"
    raise Refused("claimed", f"{holder} is reviewing this.", 409, details={"holder": holder})
