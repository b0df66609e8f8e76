"""From events to what is sent: a delivery for each endpoint that wants the event, a notice for each person."""

from __future__ import annotations

from reviewapp.models import EndpointState, OutboxEvent, WebhookDelivery, WebhookEndpoint
from reviewapp.services.locks import now, retried, transaction
from reviewapp.services.notices import waiting
from reviewapp.services.outbox import TEST
from workers import queue

AT_ONCE = 200


def dispatch() -> int:
    """Takes events in their order until none is left. Returns how many; several workers at once share them."""
    total = 0
    while taken := _some():
        total += taken
    return total


@retried
def _some() -> int:
    with transaction():
        rows = OutboxEvent.objects.filter(dispatched_at=None).order_by("at", "audit_seq")
        events = list(rows.select_for_update(skip_locked=True)[:AT_ONCE])
        for event in events:
            _to_endpoints(event)
            waiting.from_event(event)
        OutboxEvent.objects.filter(id__in=[event.id for event in events]).update(dispatched_at=now())
    return len(events)


def _to_endpoints(event: OutboxEvent) -> None:
    moment = now()
    wanted = [endpoint for endpoint in _wanting(event) if endpoint.sends]
    WebhookDelivery.objects.bulk_create(
        [WebhookDelivery(team_id=event.team_id, endpoint=each, event=event, next_attempt_at=moment) for each in wanted],
        ignore_conflicts=True,
    )
    for endpoint in wanted:
        queue.enqueue_delivery(endpoint.pk)


def _wanting(event: OutboxEvent) -> list[WebhookEndpoint]:
    rows = WebhookEndpoint.objects.filter(team=event.team_id, state=EndpointState.ACTIVE)
    if event.kind == TEST:
        return list(rows.filter(id=event.object_id))
    return list(rows.filter(kinds__contains=[event.kind]))
