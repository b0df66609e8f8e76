"""What a member's role lets a person do. Tokens never get here: only people decide."""

from __future__ import annotations

from django.utils.translation import gettext as _

from reviewapp.models import Membership, Role, Team, User
from reviewapp.services.errors import Refused, not_found


def decider(team: Team, user: User) -> Membership:
    """The membership of someone who may decide and pin; raises Refused (404 for strangers, 403 for viewers)."""
    return _member(team, user, {Role.REVIEWER, Role.LEAD}, _("Only reviewers and leads of the team do this."))


def lead(team: Team, user: User) -> Membership:
    return _member(team, user, {Role.LEAD}, _("Only a lead of the team does this."))


def _member(team: Team, user: User, roles: set[Role], message: str) -> Membership:
    member = Membership.objects.filter(team=team, user=user).first()
    if member is None:
        raise not_found("team")
    if member.role not in roles:
        raise Refused("role", message, 403)
    return member
