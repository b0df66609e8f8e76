"""Agent tokens: made by a lead, shown once, kept as a digest, never able to decide.

A bearer is `stet_<public id>_<secret>`: the id finds the row, the secret (256 random bits) is compared by digest.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from reviewapp.guard.hidden import is_plain_line
from reviewapp.models import AgentToken, Scope, Team, User
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import now, retried, transaction

LONGEST_OVERLAP = timedelta(days=30)
SEEN_EVERY = timedelta(minutes=5)  # `last_used_at` is for people to read; it is not worth a write a request

_BEARER = re.compile(r"stet_([0-9a-f]{16})_([A-Za-z0-9_-]{43})")
_NOBODY = bytes(32)


@dataclass(frozen=True)
class Issued:
    """A new token. `secret` is the whole bearer; it is not kept and can't be shown again."""

    token: AgentToken
    secret: str

    def __repr__(self) -> str:
        return f"Issued({self.token.public_id})"


@retried
def create(*, team: Team, user: User, name: str, scopes: Iterable[str], expires_at: datetime | None = None) -> Issued:
    wanted = sorted(set(scopes))
    _check(name, wanted, expires_at)
    with transaction():
        roles.lead(team, user)
        issued = _issue(AgentToken(team=team, name=name, scopes=wanted, created_by=user, expires_at=expires_at))
        audit_log.append(team, "token.created", user, issued.token, {"scopes": wanted})
    return issued


@retried
def rotate(*, team: Team, user: User, token_id: UUID, overlap: timedelta) -> Issued:
    """A token in the place of another: same name, rights, end and sessions. The old one goes on for `overlap`."""
    if not timedelta(0) <= overlap <= LONGEST_OVERLAP:
        raise Refused("invalid", _("The old token goes on for at most 30 days."), 422, "overlap")
    with transaction():
        roles.lead(team, user)
        old = _find(team, token_id)
        if not _live(old):
            raise Refused("token_over", _("This token has ended: make a new one."), 409)
        successor = AgentToken(team=team, name=old.name, scopes=old.scopes, line=old.line, expires_at=old.expires_at)
        successor.created_by = user
        issued = _issue(successor)
        end = now() + overlap
        old.expires_at = end if old.expires_at is None else min(end, old.expires_at)
        old.save(update_fields=["expires_at"])
        body = {"scopes": list(old.scopes), "replaces": str(old.pk), "until": old.expires_at.isoformat()}
        audit_log.append(team, "token.rotated", user, issued.token, body)
    return issued


@retried
def revoke(*, team: Team, user: User, token_id: UUID) -> AgentToken:
    """Ends a token at once. Revoking it again changes nothing."""
    with transaction():
        roles.lead(team, user)
        token = _find(team, token_id)
        if token.revoked_at is None:
            token.revoked_at = now()
            token.save(update_fields=["revoked_at"])
            audit_log.append(team, "token.revoked", user, token, {})
    return token


def authenticate(bearer: str) -> AgentToken | None:
    """The live token that this bearer opens, with its team."""
    found = _BEARER.fullmatch(bearer)
    if found is None:
        return None
    public_id, secret = found.groups()
    token = AgentToken.objects.select_related("team").filter(public_id=public_id).first()
    # An unknown id costs the same comparison as a wrong secret.
    same = hmac.compare_digest(token.digest if token else _NOBODY, _digest(secret))
    if token is None or not same or not _live(token):
        return None
    _seen(token)
    return token


def _digest(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()


def _find(team: Team, token_id: UUID) -> AgentToken:
    token = AgentToken.objects.select_for_update().filter(team=team, id=token_id).first()
    if token is None:
        raise not_found("token")
    return token


def _issue(token: AgentToken) -> Issued:
    """Stores a token with a secret of its own; who asked for it is on record afterwards."""
    secret = secrets.token_urlsafe(32)
    token.public_id, token.digest = secrets.token_hex(8), _digest(secret)
    token.save(force_insert=True)
    return Issued(token, f"stet_{token.public_id}_{secret}")


def _live(token: AgentToken) -> bool:
    return token.revoked_at is None and (token.expires_at is None or token.expires_at > timezone.now())


def _seen(token: AgentToken) -> None:
    if token.last_used_at is None or timezone.now() - token.last_used_at > SEEN_EVERY:
        AgentToken.objects.filter(team_id=token.team_id, id=token.id).update(last_used_at=Now())


def _check(name: str, scopes: list[str], expires_at: datetime | None) -> None:
    if not name.strip() or len(name) > 100 or not is_plain_line(name):
        raise Refused("invalid", _("A token needs a name of 1 to 100 characters, all of them visible."), 422, "name")
    if not scopes or not set(Scope).issuperset(scopes):
        raise Refused("invalid", _("The scopes are %(names)s.") % {"names": ", ".join(Scope)}, 422, "scopes")
    if expires_at is not None and expires_at <= timezone.now():
        raise Refused("invalid", _("The expiry lies in the past."), 422, "expires_at")
