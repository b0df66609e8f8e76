"""Who belongs to a team, and with which role. Only a lead changes it, and a team never loses its last lead."""

from __future__ import annotations

from django.utils.translation import gettext as _

from reviewapp.models import Membership, Role, Team, User
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import retried, transaction
from reviewapp.services.teams.invitations import known_role


@retried
def change_role(*, team: Team, user: User, member_id: int, role: str) -> Membership:
    known_role(role)
    with transaction():
        members = _lock(team, user)
        membership = _find(members, member_id)
        if membership.role == role:
            return membership
        _keep_a_lead(members, membership)
        before, membership.role = membership.role, role
        membership.save(update_fields=["role"])
        body = {"user": str(membership.user_id), "before": before, "role": role}
        audit_log.append(team, "member.role", user, membership, body)
    return membership


@retried
def remove(*, team: Team, user: User, member_id: int) -> None:
    """Takes the membership away; what the person decided stays on record under their account."""
    with transaction():
        members = _lock(team, user)
        membership = _find(members, member_id)
        _keep_a_lead(members, membership)
        audit_log.append(team, "member.remove", user, membership, {"user": str(membership.user_id)})
        membership.delete()


def _lock(team: Team, user: User) -> list[Membership]:
    """All members, locked: two leads who remove each other at once would leave none."""
    members = list(Membership.objects.select_for_update().filter(team=team).order_by("id"))
    if not any(m.user_id == user.pk and m.role == Role.LEAD for m in members):
        raise Refused("not_lead", _("Only a lead of the team manages its members."), 403)
    return members


def _find(members: list[Membership], member_id: int) -> Membership:
    for membership in members:
        if membership.pk == member_id:
            return membership
    raise not_found("member")


def _keep_a_lead(members: list[Membership], leaving: Membership) -> None:
    others = [m for m in members if m.role == Role.LEAD and m.pk != leaving.pk]
    if leaving.role == Role.LEAD and not others:
        raise Refused("last_lead", _("A team keeps at least one lead. Make someone else a lead first."), 409, "role")
