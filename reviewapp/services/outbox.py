"""What others may want to hear of, written in the transaction of the change. Sending is the workers' business."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.db.models import Min

from reviewapp.models import AuditEntry, OutboxEvent
from reviewapp.services.locks import now
from workers import queue

log = logging.getLogger(__name__)

# The audit actions that are told. Each is a kind of event of the same name, and part of the API.
KINDS = (
    "compaction.in_review",
    "compaction.failed",
    "compaction.vote",
    "compaction.approved",
    "compaction.rejected",
    "compaction.withdrawn",
    "compaction.expired",
    "compaction.superseded",
    "claim.assigned",
    "comment.added",
    "pin.proposed",
    "pin.made",
    "pin.retirement_requested",
    "pin.retired",
)
TEST = "webhook.test"
_KNOWN = frozenset({*KINDS, TEST})


def record(entry: AuditEntry) -> None:
    """Part of the caller's transaction: an event is there exactly if its change is."""
    if entry.action not in _KNOWN:
        return
    OutboxEvent.objects.create(
        team_id=entry.team_id,
        kind=entry.action,
        audit_seq=entry.seq,
        object_kind=entry.object_kind,
        object_id=entry.object_id,
        actor_kind=entry.actor_kind,
        actor_id=entry.actor_id,
        body=entry.body,
        at=entry.at,
    )
    queue.enqueue_dispatch()


def lag() -> timedelta:
    """How long the oldest event has waited to be handed on."""
    oldest = OutboxEvent.objects.filter(dispatched_at=None).aggregate(at=Min("at"))["at"]
    return now() - oldest if oldest else timedelta(0)
