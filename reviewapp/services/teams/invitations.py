"""How people come to a team: a lead makes a link, whoever it is for opens it once and accepts.

No lead sees or sets a password, learns whether an account exists, or brings somebody in who did not agree.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils.translation import gettext as _

from reviewapp.guard.hidden import is_plain_line
from reviewapp.models import Invitation, Membership, Role, Team, User
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import now, retried, transaction

LASTS = timedelta(days=7)
USERNAME = re.compile(r"[A-Za-z0-9.@+_-]{1,150}")
# What is easily taken for another letter in the fonts of pages: one of each stands for all.
_ALIKE = str.maketrans({"1": "l", "i": "l", "0": "o", "5": "s", "-": "_", ".": "_"})


@dataclass(frozen=True)
class Invited:
    """A new invitation. `secret` opens it: it is shown once, and kept as a digest."""

    invitation: Invitation
    secret: str

    def __repr__(self) -> str:
        return f"Invited({self.invitation.pk})"


@retried
def invite(*, team: Team, user: User, name: str, role: str) -> Invited:
    """`name` is for the team to know whom the link was made for; whoever opens it chooses the account."""
    name = name.strip()
    if not 1 <= len(name) <= 100 or not is_plain_line(name):
        raise Refused("invalid", _("Say whom it is for, in 1 to 100 characters, all of them visible."), 422, "name")
    known_role(role)
    secret = secrets.token_urlsafe(32)
    with transaction():
        roles.lead(team, user)
        invitation = Invitation.objects.create(
            team=team, name=name, role=role, invited_by=user, digest=_digest(secret), expires_at=now() + LASTS
        )
        audit_log.append(team, "member.invited", user, invitation, {"role": role})
    return Invited(invitation, secret)


@retried
def withdraw(*, team: Team, user: User, invitation_id: UUID) -> None:
    """The link opens nothing any more. Withdrawing it again changes nothing."""
    with transaction():
        roles.lead(team, user)
        invitation = Invitation.objects.select_for_update().filter(team=team, id=invitation_id).first()
        if invitation is None:
            raise not_found("invitation")
        if invitation.withdrawn_at is None and invitation.accepted_at is None:
            invitation.withdrawn_at = now()
            invitation.save(update_fields=["withdrawn_at"])
            audit_log.append(team, "member.uninvited", user, invitation)


def opened(secret: str) -> Invitation | None:
    """The invitation that this link opens, if it still opens one."""
    rows = Invitation.objects.select_related("team", "invited_by").filter(digest=_digest(secret), expires_at__gt=now())
    return rows.filter(accepted_at=None, withdrawn_at=None).first()


@retried
def accept(*, secret: str, user: User) -> Membership:
    """Who is signed in joins the team, with the role that the link gives."""
    with transaction():
        return _join(secret, user)


@retried
def join(*, secret: str, username: str, password: str) -> Membership:
    """A new account with a password of its own choice, which joins the team."""
    if not USERNAME.fullmatch(username):
        raise Refused("invalid", _("A user name has 1 to 150 of A-Z a-z 0-9 . @ + - _"), 422, "username")
    try:
        validate_password(password, User(username=username))
    except ValidationError as error:
        raise Refused("invalid", " ".join(error.messages), 422, "password") from error
    try:
        with transaction():
            _refuse_alike(_still_open(secret), username)
            return _join(secret, User.objects.create_user(username=username, password=password))
    except IntegrityError as error:
        raise Refused("name_taken", _("Choose another user name."), 409, "username") from error


def known_role(role: str) -> None:
    if role not in set(Role):
        raise Refused("invalid", _("The roles are viewer, reviewer and lead."), 422, "role")


def _join(secret: str, user: User) -> Membership:
    invitation = _still_open(secret)
    if Membership.objects.filter(team=invitation.team, user=user).exists():
        raise Refused("already_member", _("You are a member of this team already."), 409)
    membership = Membership.objects.create(team=invitation.team, user=user, role=invitation.role)
    invitation.accepted_by, invitation.accepted_at = user, now()
    invitation.save(update_fields=["accepted_by", "accepted_at"])
    body = {"user": str(user.pk), "role": invitation.role, "invited_by": str(invitation.invited_by_id)}
    audit_log.append(invitation.team, "member.joined", user, membership, body)
    return membership


def _still_open(secret: str) -> Invitation:
    """Locked, so that a link brings in one person. The same refusal for every link that opens nothing."""
    rows = Invitation.objects.select_for_update(of=("self",)).select_related("team")
    found = rows.filter(digest=_digest(secret), expires_at__gt=now(), accepted_at=None, withdrawn_at=None).first()
    if found is None:
        raise Refused("link_over", _("This link opens nothing any more. Ask the lead for another."), 404)
    return found


def _refuse_alike(invitation: Invitation, username: str) -> None:
    """A name that a colleague could take for a member's. Only the team's own: whoever has the link will see those."""
    names = Membership.objects.filter(team=invitation.team).values_list("user__username", flat=True)
    if any(_skeleton(name) == _skeleton(username) for name in names):
        raise Refused("name_alike", _("A member has a name that looks like this one. Choose another."), 409, "username")


def _skeleton(name: str) -> str:
    return name.lower().translate(_ALIKE).replace("rn", "m").replace("vv", "w")


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
