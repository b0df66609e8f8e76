"""How a team begins: from the command line by who runs Stet, or from a page by a lead of another team."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.db import IntegrityError
from django.utils.translation import gettext as _

from reviewapp.conf import conf
from reviewapp.guard.hidden import is_plain_line
from reviewapp.models import Membership, Role, Team, User
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused
from reviewapp.services.locks import retried, transaction
from reviewapp.services.teams.invitations import USERNAME


@dataclass(frozen=True)
class Enrolled:
    """`password` is set for a new account only: it is shown once, to who runs Stet, and kept as a hash."""

    membership: Membership
    password: str | None

    def __repr__(self) -> str:
        return f"Enrolled({self.membership.user_id})"


@retried
def found(*, slug: str, name: str, username: str) -> Enrolled:
    """Makes a team with `username` as its lead. `password` is None where the account was there before."""
    with transaction():
        return _enrol(_made(slug, name), username, Role.LEAD, "team.found")


@retried
def found_beside(*, team: Team, user: User, slug: str, name: str) -> Membership:
    """A lead of `team` makes another one and is its lead. Nobody and nothing of `team` comes along. Refused where who
    runs Stet keeps that to the command line."""
    if not conf.leads_found_teams:
        raise Refused("role", _("Only who runs Stet makes teams here."), 403)
    with transaction():
        roles.lead(team, user)
        made = _made(slug, name)
        membership = Membership.objects.create(team=made, user=user, role=Role.LEAD)
        audit_log.append(made, "team.found", user, membership, {"user": str(user.pk), "role": Role.LEAD.value})
    return membership


def _made(slug: str, name: str) -> Team:
    """The database gives it policy, register and audit head. Raises ValidationError for a slug or name of no use."""
    if not is_plain_line(name):
        raise Refused("invalid", _("Give the team a name of one line, all of it visible."), 422, "name")
    team = Team(slug=slug, name=name)
    team.clean_fields()
    try:
        with transaction():
            team.save()
    except IntegrityError:
        raise Refused("team_exists", _("There is a team %(slug)s already.") % {"slug": slug}, 409, "slug") from None
    return team


@retried
def enrol(*, team: Team, username: str, role: Role) -> Enrolled:
    """Brings somebody into a team without asking. No page and no lead can do this."""
    with transaction():
        return _enrol(team, username, role, "member.enrolled")


def _enrol(team: Team, username: str, role: Role, action: str) -> Enrolled:
    person, password = account(username)
    membership = Membership.objects.create(team=team, user=person, role=role)
    audit_log.append(team, action, None, membership, {"user": str(person.pk), "role": role.value})
    return Enrolled(membership, password)


def account(username: str) -> tuple[User, str | None]:
    """The account of that name, made with a password of its own where there is none."""
    person = User.objects.filter(username=username).first()
    if person is not None:
        return person, None
    if not USERNAME.fullmatch(username):
        raise Refused("invalid", "A user name has 1 to 150 of A-Z a-z 0-9 . @ + - _", 422, "username")
    password = secrets.token_urlsafe(12)
    try:
        with transaction():
            return User.objects.create_user(username=username, password=password), password
    except IntegrityError:  # another team has just made the same person
        return User.objects.get(username=username), None
