"""Sending what waits for one endpoint, one message after the other, under a lease of the endpoint.

So a receiver that is slow holds up itself alone. After some failures in a row its circuit opens: nothing is sent for a
while, then one message tries again. Which tries were made, and how they ended, stays in the delivery log.
"""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db.models import Q
from standardwebhooks.webhooks import Webhook

from reviewapp.conf import conf
from reviewapp.models import (
    DeliveryState,
    EndpointState,
    OutboxEvent,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
)
from reviewapp.outbound import Limits, OutboundError, post
from reviewapp.services.audit import audit_log
from reviewapp.services.locks import now, retried, transaction
from reviewapp.services.sealing import unseal
from reviewapp.services.webhooks.payload import body
from workers import queue

log = logging.getLogger(__name__)

# Seconds from one try to the next, as Standard Webhooks advises; after the last the delivery has failed.
SCHEDULE = (5, 300, 1_800, 7_200, 18_000, 36_000, 36_000)
LIMITS = Limits(connect=3, total=10, answer_bytes=65_536)
LEASE = timedelta(seconds=60)
SECONDS_A_TURN = 30.0  # then others come first
OPENS_AFTER = 3
LONGEST_PAUSE = 900
GIVES_UP_AFTER = timedelta(days=5)
GONE = 410
KEPT = timedelta(days=30)


def deliver(endpoint_id: UUID) -> int:
    """Sends what is due to one endpoint, for a while. Returns how many messages went out; 0 where another is at it."""
    endpoint = _lease(endpoint_id)
    if endpoint is None:
        return 0
    end, sent = time.monotonic() + SECONDS_A_TURN, 0
    try:
        while time.monotonic() < end and (delivery := _next(endpoint)) is not None:
            sent += 1
            if not _try(endpoint, delivery):
                break  # one failure at a time: the circuit and the others' turn are looked at anew
    finally:
        WebhookEndpoint.objects.filter(id=endpoint.id).update(lease_until=None)
    if sent and _next(endpoint) is not None:
        queue.enqueue_delivery(endpoint.pk)
    return sent


def ring_due() -> int:
    """For the sweeper: rings for every endpoint that something waits for. Returns for how many."""
    rows = WebhookDelivery.objects.due(now()).values_list("endpoint", flat=True).distinct()
    for endpoint_id in rows:
        queue.enqueue_delivery(endpoint_id)
    return len(rows)


def forget() -> None:
    """Deliveries that are over, and events that were dispatched, a month after."""
    old = now() - KEPT
    over = WebhookDelivery.objects.filter(created_at__lt=old).exclude(state=DeliveryState.WAITING)
    WebhookAttempt.objects.filter(delivery__in=over).delete()
    over.delete()
    OutboxEvent.objects.filter(at__lt=old, deliveries=None).exclude(dispatched_at=None).delete()


def _lease(endpoint_id: UUID) -> WebhookEndpoint | None:
    moment = now()
    free = Q(lease_until=None) | Q(lease_until__lte=moment)
    rows = WebhookEndpoint.objects.filter(free, id=endpoint_id, state=EndpointState.ACTIVE)
    if not rows.update(lease_until=moment + LEASE):
        return None
    return WebhookEndpoint.objects.select_related("team").get(id=endpoint_id)


def _next(endpoint: WebhookEndpoint) -> WebhookDelivery | None:
    """The oldest that is due. The endpoint is read anew: a lead may have switched it off meanwhile."""
    moment = now()
    open_now = Q(closed_until=None) | Q(closed_until__lte=moment)
    if not WebhookEndpoint.objects.filter(open_now, id=endpoint.id, state=EndpointState.ACTIVE).exists():
        return None
    rows = WebhookDelivery.objects.filter(endpoint=endpoint, state=DeliveryState.WAITING, next_attempt_at__lte=moment)
    return rows.select_related("event__team").order_by("next_attempt_at", "created_at").first()


def _try(endpoint: WebhookEndpoint, delivery: WebhookDelivery) -> bool:
    """One request and what follows from it. No transaction is open while the receiver takes its time."""
    endpoint.refresh_from_db()
    WebhookEndpoint.objects.filter(id=endpoint.id).update(lease_until=now() + LEASE)
    begun = time.monotonic()
    status, error = _post(endpoint, delivery.event)
    took = int((time.monotonic() - begun) * 1000)
    return _conclude(endpoint.pk, delivery.pk, status, error, took)


def _post(endpoint: WebhookEndpoint, event: OutboxEvent) -> tuple[int | None, str]:
    text, moment = body(event), datetime.now(UTC)
    name = f"msg_{event.id.hex}"
    signed = " ".join(Webhook(secret).sign(name, moment, text) for secret in _secrets(endpoint, moment))
    headers = {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": str(int(moment.timestamp())),
        "webhook-signature": signed,
    }
    try:
        answer = post(endpoint.url, body=text.encode(), headers=headers, allowed=conf.outbound_hosts, limits=LIMITS)
    except OutboundError as error:
        return None, error.code
    return answer.status, ""


def _secrets(endpoint: WebhookEndpoint, moment: datetime) -> list[str]:
    """The present one, and for a day after a rotation the one before."""
    both = [endpoint.secret]
    if endpoint.previous_secret and endpoint.previous_until and endpoint.previous_until > moment:
        both.append(endpoint.previous_secret)
    return [unseal(sealed) for sealed in both]


@retried
def _conclude(endpoint_id: UUID, delivery_id: UUID, status: int | None, error: str, took: int) -> bool:
    """Whether it was delivered: any 2xx. A redirect is a failure, 410 the receiver's wish to hear no more."""
    with transaction():
        endpoint = WebhookEndpoint.objects.select_for_update(no_key=True).select_related("team").get(id=endpoint_id)
        delivery = WebhookDelivery.objects.select_for_update(no_key=True).get(id=delivery_id)
        WebhookAttempt.objects.create(
            team=endpoint.team, delivery=delivery, status=status, error=error, milliseconds=took
        )
        delivered = status is not None and 200 <= status < 300
        if delivery.state == DeliveryState.WAITING:  # else a lead removed the endpoint while it was on its way
            _move(delivery, delivered=delivered)
        _judge(endpoint, delivered=delivered, gone=status == GONE)
    return delivered


def _move(delivery: WebhookDelivery, *, delivered: bool) -> None:
    delivery.attempts += 1
    if delivered:
        delivery.state, delivery.next_attempt_at = DeliveryState.DELIVERED, None
    elif delivery.attempts > len(SCHEDULE):
        delivery.state, delivery.next_attempt_at = DeliveryState.FAILED, None
    else:
        delivery.next_attempt_at = now() + timedelta(seconds=SCHEDULE[delivery.attempts - 1])
    delivery.save(update_fields=["state", "attempts", "next_attempt_at"])


def _judge(endpoint: WebhookEndpoint, *, delivered: bool, gone: bool) -> None:
    """The circuit, and the end of an endpoint that is gone or has failed for days."""
    moment = now()
    if delivered:
        endpoint.failures, endpoint.failing_since, endpoint.closed_until = 0, None, None
    else:
        endpoint.failures += 1
        endpoint.failing_since = endpoint.failing_since or moment
        over = endpoint.failures - OPENS_AFTER
        pause = min(15 * 2 ** min(over, 10), LONGEST_PAUSE) if over >= 0 else 0
        endpoint.closed_until = moment + timedelta(seconds=pause) if pause else None
    endpoint.save(update_fields=["failures", "failing_since", "closed_until"])
    failed_long = endpoint.failing_since is not None and moment - endpoint.failing_since > GIVES_UP_AFTER
    if endpoint.sends and (gone or failed_long):
        endpoint.state, endpoint.disabled_because = EndpointState.DISABLED, "gone" if gone else "failing"
        endpoint.save(update_fields=["state", "disabled_because"])
        waiting = WebhookDelivery.objects.filter(endpoint=endpoint, state=DeliveryState.WAITING)
        waiting.update(state=DeliveryState.FAILED, next_attempt_at=None)
        audit_log.append(endpoint.team, "webhook.disabled", None, endpoint, {"reason": endpoint.disabled_because})
