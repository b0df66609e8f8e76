"""What no member can do, since there are none yet, or nobody is asked: done from the command line by who runs Stet."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.db import IntegrityError

from reviewapp.models import Membership, Role, Team, User
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
        if Team.objects.filter(slug=slug).exists():
            raise Refused("team_exists", f"There is a team {slug} already.", 409, "slug")
        team = Team(slug=slug, name=name)
        team.full_clean()
        team.save()
        return _enrol(team, username, Role.LEAD, "team.found")


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
