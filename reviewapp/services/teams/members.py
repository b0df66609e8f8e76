"""Who belongs to a team, and with which role. Only a lead changes it, and a team never loses its last lead."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

from django.db import IntegrityError
from django.utils.translation import gettext as _

from reviewapp.models import Membership, Role, Team, User
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import retried, transaction

_USERNAME = re.compile(r"[\w.@+-]{1,150}")


@dataclass(frozen=True)
class Invited:
    """A new member. `password` is set for a new account only: it is shown once and kept as a hash."""

    membership: Membership
    password: str | None

    def __repr__(self) -> str:
        return f"Invited({self.membership.user_id})"


@retried
def invite(*, team: Team, user: User, username: str, role: str) -> Invited:
    """Gives `username` a role in the team; an account is made where there is none."""
    if not _USERNAME.fullmatch(username):
        raise Refused("invalid", _("A user name has 1 to 150 letters, digits and . @ + - _"), 422, "username")
    _known(role)
    with transaction():
        _lock(team, user)
        person, password = account(username)
        if Membership.objects.filter(team=team, user=person).exists():
            raise Refused("already_member", _("This person is a member already."), 409, "username")
        membership = Membership.objects.create(team=team, user=person, role=role)
        audit_log.append(team, "member.invite", user, membership, {"user": str(person.pk), "role": role})
    return Invited(membership, password)


@retried
def change_role(*, team: Team, user: User, member_id: int, role: str) -> Membership:
    _known(role)
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


def _known(role: str) -> None:
    if role not in set(Role):
        raise Refused("invalid", _("The roles are viewer, reviewer and lead."), 422, "role")


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


def account(username: str) -> tuple[User, str | None]:
    person = User.objects.filter(username=username).first()
    if person is not None:
        return person, None
    password = secrets.token_urlsafe(12)
    try:
        with transaction():
            return User.objects.create_user(username=username, password=password), password
    except IntegrityError:  # another team has just invited the same person
        return User.objects.get(username=username), None
