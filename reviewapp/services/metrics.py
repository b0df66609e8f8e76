"""What who runs Stet watches: figures of the whole service, read from the database at the moment they are asked for.

They are the same from whichever process tells them, and survive its end; how long requests take is the proxy's to say.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Count, Min
from kombu.exceptions import OperationalError
from prometheus_client.core import GaugeMetricFamily, Metric
from redis.exceptions import RedisError

from reviewapp.guard.states import OPEN
from reviewapp.models import AuditHead, Compaction, DeliveryState, Heartbeat, OutboxEvent, WebhookDelivery
from reviewapp.services.locks import now
from reviewapp.services.outbox import lag
from reviewapp.services.pulse import SWEEPER
from workers.queue import waiting


class Collector:
    """For a registry of prometheus_client: each scrape reads anew."""

    def collect(self) -> Iterator[Metric]:
        yield from _compactions()
        yield from _outbox()
        yield from _background()
        entries = sum(AuditHead.objects.values_list("seq", flat=True))
        yield _gauge("stet_audit_entries", "Entries of all audit chains: everything that was done", entries)


def _gauge(name: str, text: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, text, value=value)


def _compactions() -> Iterator[Metric]:
    """Of the open ones how many stand where, and since when the oldest waits."""
    many = GaugeMetricFamily("stet_open_compactions", "Open compactions by state", labels=["state"])
    oldest = GaugeMetricFamily("stet_oldest_open_seconds", "Age of the oldest open compaction", labels=["state"])
    moment = now()
    told = Compaction.objects.open().values("state").annotate(many=Count("id"), since=Min("received_at"))
    rows = {row["state"]: row for row in told.order_by("state")}
    for state in sorted(map(str, OPEN)):
        row = rows.get(state)
        many.add_metric([state], row["many"] if row else 0)
        oldest.add_metric([state], (moment - row["since"]).total_seconds() if row else 0)
    yield many
    yield oldest


def _outbox() -> Iterator[Metric]:
    events = OutboxEvent.objects.filter(dispatched_at=None)
    due = WebhookDelivery.objects.filter(state=DeliveryState.WAITING)
    yield _gauge("stet_outbox_events", "Events that were not handed on yet", events.count())
    yield _gauge("stet_outbox_lag_seconds", "Age of the oldest of them", lag().total_seconds())
    yield _gauge("stet_webhook_deliveries_waiting", "Deliveries that will be tried, or tried again", due.count())


def _background() -> Iterator[Metric]:
    """Whether beat, broker and worker go on: the sweep is done by all three together."""
    last = Heartbeat.objects.filter(name=SWEEPER).values_list("at", flat=True).first()
    silence = float("inf") if last is None else (now() - last).total_seconds()
    yield _gauge("stet_sweep_age_seconds", "Since the last sweep; +Inf where there was none", silence)
    try:
        messages, up = waiting(), 1
    except (RedisError, OperationalError, OSError):
        messages, up = 0, 0
    yield _gauge("stet_broker_up", "Whether the broker answers", up)
    yield _gauge(
        "stet_broker_messages", "Messages that wait for a worker; 0 where the broker does not answer", messages
    )
