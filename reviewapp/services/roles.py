"""What a member's role lets a person do. Tokens never get here: only people decide.

A role that was asked for stays as it is until the end of the transaction: who changes it or takes the membership away
waits. So nothing that a person did stands in the audit chain behind the entry that took their role.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from django.db import connection
from django.utils.translation import gettext as _

from reviewapp.models import Membership, Role, Team, User
from reviewapp.services.errors import Refused, not_found

DECIDERS = frozenset({Role.REVIEWER, Role.LEAD})


def decider(team: Team, user: User) -> Membership:
    """The membership of someone who may decide and pin; raises Refused (404 for strangers, 403 for viewers)."""
    return _member(team, user, DECIDERS, _("Only reviewers and leads of the team do this."))


def lead(team: Team, user: User) -> Membership:
    return _member(team, user, {Role.LEAD}, _("Only a lead of the team does this."))


def still_decide(team_id: int, people: Iterable[int]) -> dict[int, Membership]:
    """Those of `people` who may decide by now, by their id."""
    return {member.user_id: member for member in _held(team_id, people) if member.role in DECIDERS}


def _member(team: Team, user: User, roles: Set[Role], message: str) -> Membership:
    member = next(iter(_held(team.pk, [user.pk])), None)
    if member is None:
        raise not_found("team")
    if member.role not in roles:
        raise Refused("role", message, 403)
    return member


def _held(team_id: int, people: Iterable[int]) -> list[Membership]:
    assert connection.in_atomic_block, "a role is asked for in the transaction of what it allows"
    query = "SELECT * FROM reviewapp_membership WHERE team_id = %s AND user_id = ANY(%s) ORDER BY id FOR SHARE"
    return list(Membership.objects.raw(query, [team_id, list(people)]))
