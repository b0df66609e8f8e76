"""Founding a team: the one act that no member can do, since there are none yet. It is done from the command line."""

from __future__ import annotations

from reviewapp.models import Membership, Role, Team
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused
from reviewapp.services.locks import retried, transaction
from reviewapp.services.teams.members import Invited, account


@retried
def found(*, slug: str, name: str, username: str) -> Invited:
    """Makes a team with `username` as its lead. `password` is None where the account was there before."""
    with transaction():
        if Team.objects.filter(slug=slug).exists():
            raise Refused("team_exists", f"There is a team {slug} already.", 409, "slug")
        team = Team(slug=slug, name=name)
        team.full_clean()
        team.save()
        person, password = account(username)
        membership = Membership.objects.create(team=team, user=person, role=Role.LEAD)
        body = {"user": str(person.pk), "role": Role.LEAD.value}
        audit_log.append(team, "team.found", None, membership, body)
    return Invited(membership, password)
