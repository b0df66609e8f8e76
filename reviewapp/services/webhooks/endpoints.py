"""Endpoints of a team: made, changed and switched off by a lead. Their secrets are shown once and stored sealed."""

from __future__ import annotations

import base64
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.conf import conf
from reviewapp.guard.hidden import is_plain_line
from reviewapp.models import DeliveryState, EndpointState, Team, User, WebhookDelivery, WebhookEndpoint
from reviewapp.outbound.addresses import Forbidden, target
from reviewapp.services import outbox, roles
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import now, retried, transaction
from reviewapp.services.sealing import seal
from workers import queue

BOTH_SIGN = timedelta(hours=24)  # after a rotation, so that a receiver can change over without losing a message
MOST = 20


@dataclass(frozen=True)
class Made:
    """An endpoint with a secret that is shown now and never again."""

    endpoint: WebhookEndpoint
    secret: str

    def __repr__(self) -> str:
        return f"Made({self.endpoint.pk})"


@retried
def create(*, team: Team, user: User, url: str, kinds: Iterable[str], description: str = "") -> Made:
    wanted = _checked(url, kinds, description)
    secret = _secret()
    with transaction():
        roles.lead(team, user)
        if WebhookEndpoint.objects.filter(team=team).exclude(state=EndpointState.REMOVED).count() >= MOST:
            raise Refused("too_many", _("A team has at most %(n)s endpoints.") % {"n": MOST}, 409)
        endpoint = WebhookEndpoint.objects.create(
            team=team, url=url, kinds=wanted, description=description, secret=seal(secret), created_by=user
        )
        audit_log.append(team, "webhook.made", user, endpoint, {"kinds": wanted})
    return Made(endpoint, secret)


@retried
def rotate(*, team: Team, user: User, endpoint_id: UUID) -> Made:
    """A new secret; for a day the one before signs as well."""
    secret = _secret()
    with transaction():
        roles.lead(team, user)
        endpoint = _locked(team, endpoint_id)
        endpoint.previous_secret, endpoint.previous_until = endpoint.secret, now() + BOTH_SIGN
        endpoint.secret = seal(secret)
        endpoint.save(update_fields=["secret", "previous_secret", "previous_until"])
        audit_log.append(team, "webhook.secret_rotated", user, endpoint)
    return Made(endpoint, secret)


@retried
def switch(*, team: Team, user: User, endpoint_id: UUID, on: bool) -> WebhookEndpoint:
    """Off keeps what waits, on sends it, with a clean slate for the circuit."""
    with transaction():
        roles.lead(team, user)
        endpoint = _locked(team, endpoint_id)
        endpoint.state = EndpointState.ACTIVE if on else EndpointState.OFF
        endpoint.disabled_because = ""
        endpoint.failures, endpoint.failing_since, endpoint.closed_until = 0, None, None
        endpoint.save()
        audit_log.append(team, "webhook.on" if on else "webhook.off", user, endpoint)
        if on:
            queue.enqueue_delivery(endpoint.pk)
    return endpoint


@retried
def remove(*, team: Team, user: User, endpoint_id: UUID) -> None:
    """Nothing more is sent; what waits has failed. The row stays, since the log and the audit chain name it."""
    with transaction():
        roles.lead(team, user)
        endpoint = _locked(team, endpoint_id)
        endpoint.state = EndpointState.REMOVED
        endpoint.save(update_fields=["state"])
        waiting = WebhookDelivery.objects.filter(team=team, endpoint=endpoint, state=DeliveryState.WAITING)
        waiting.update(state=DeliveryState.FAILED, next_attempt_at=None)
        audit_log.append(team, "webhook.removed", user, endpoint)


@retried
def test(*, team: Team, user: User, endpoint_id: UUID) -> None:
    """Sends an event of the kind `webhook.test` to this endpoint, whatever kinds it wants."""
    with transaction():
        roles.lead(team, user)
        audit_log.append(team, outbox.TEST, user, _active(team, endpoint_id))


@retried
def redeliver(*, team: Team, user: User, delivery_id: UUID) -> WebhookDelivery:
    """The same message once more, under the same id, with a schedule that begins anew."""
    with transaction():
        roles.lead(team, user)
        rows = WebhookDelivery.objects.select_for_update(of=("self",)).select_related("endpoint")
        delivery = rows.filter(team=team, id=delivery_id).first()
        if delivery is None:
            raise not_found("delivery")
        _active(team, delivery.endpoint_id)
        delivery.state, delivery.attempts, delivery.next_attempt_at = DeliveryState.WAITING, 0, now()
        delivery.save(update_fields=["state", "attempts", "next_attempt_at"])
        audit_log.append(team, "webhook.redelivered", user, delivery)
        queue.enqueue_delivery(delivery.endpoint_id)
    return delivery


def _active(team: Team, endpoint_id: UUID) -> WebhookEndpoint:
    endpoint = _locked(team, endpoint_id)
    if not endpoint.sends:
        raise Refused("off", _("The endpoint is switched off. Switch it on first."), 409)
    return endpoint


def _locked(team: Team, endpoint_id: UUID) -> WebhookEndpoint:
    rows = WebhookEndpoint.objects.select_for_update(no_key=True).filter(team=team, id=endpoint_id)
    endpoint = rows.exclude(state=EndpointState.REMOVED).first()
    if endpoint is None:
        raise not_found("endpoint")
    return endpoint


def _checked(url: str, kinds: Iterable[str], description: str) -> list[str]:
    """The kinds in order. What the address leads to is checked again at each sending; here only what it says."""
    try:
        target(url, conf.outbound_hosts)
    except Forbidden as error:
        message = _("Give an https address on port 443 or 8443. For a private host, see STET_OUTBOUND_HOSTS.")
        raise Refused("invalid", message, 422, "url") from error
    wanted = [kind for kind in outbox.KINDS if kind in set(kinds)]
    if not wanted or len(wanted) != len(set(kinds)):
        raise Refused("invalid", _("Choose at least one of the events."), 422, "kinds")
    if len(description) > 200 or not is_plain_line(description):
        raise Refused("invalid", _("At most 200 characters, all of them visible."), 422, "description")
    return wanted


def _secret() -> str:
    """Standard Webhooks: 24 to 64 random bytes in base64."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()
