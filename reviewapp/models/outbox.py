"""What is told to others: events written with the change they tell of, webhook endpoints, each try to deliver."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from django.db import models

from reviewapp.models.base import BytesField, PublicTeamOwned, TeamOwned, one_of, written_at
from reviewapp.models.people import User


class EndpointState(StrEnum):
    ACTIVE = "active"
    OFF = "off"  # a lead switched it off
    DISABLED = "disabled"  # switched off by Stet: the receiver answered 410, or failed for days
    REMOVED = "removed"


class DeliveryState(StrEnum):
    WAITING = "waiting"
    DELIVERED = "delivered"
    FAILED = "failed"  # every try of the schedule is used up, or the endpoint is gone


class OutboxEvent(PublicTeamOwned):
    """One change that somebody may want to hear of. Holds ids and numbers, never content, like the audit entry beside
    it; its id is the webhook's message id over all tries."""

    kind = models.CharField(max_length=60)
    audit_seq = models.PositiveBigIntegerField()
    object_kind = models.CharField(max_length=40)
    object_id = models.CharField(max_length=40)
    actor_kind = models.CharField(max_length=8)
    actor_id = models.CharField(max_length=40, blank=True)
    body = models.JSONField(default=dict)
    at = models.DateTimeField()
    dispatched_at = models.DateTimeField(null=True)

    class Meta(PublicTeamOwned.Meta):
        indexes = [
            models.Index(fields=["at"], condition=models.Q(dispatched_at=None), name="events_to_dispatch"),
        ]
        constraints = [
            *PublicTeamOwned.Meta.constraints,
            models.UniqueConstraint(fields=["team", "audit_seq"], name="one_event_per_audit_entry"),
        ]


class WebhookEndpoint(PublicTeamOwned):
    """Where a team wants its events sent. Both secrets are sealed; while the previous one is there, both sign."""

    url = models.CharField(max_length=2_000)
    description = models.CharField(max_length=200, blank=True)
    kinds = models.JSONField(default=list)
    secret = BytesField()
    previous_secret = BytesField(null=True)
    previous_until = models.DateTimeField(null=True)
    state = models.CharField(max_length=8, default=EndpointState.ACTIVE.value)
    disabled_because = models.CharField(max_length=40, blank=True)
    failures = models.PositiveIntegerField(default=0)  # in a row
    failing_since = models.DateTimeField(null=True)
    closed_until = models.DateTimeField(null=True)  # the circuit: nothing is sent before
    lease_until = models.DateTimeField(null=True)  # one sender at a time
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = written_at()

    class Meta(PublicTeamOwned.Meta):
        constraints = [
            *PublicTeamOwned.Meta.constraints,
            one_of("state", EndpointState, name="webhook_state_known"),
            models.CheckConstraint(
                condition=models.Q(previous_secret=None, previous_until=None)
                | models.Q(previous_secret__isnull=False, previous_until__isnull=False),
                name="webhook_rotation_whole",
            ),
        ]

    @property
    def sends(self) -> bool:
        return self.state == EndpointState.ACTIVE


class DeliveryQuerySet(models.QuerySet["WebhookDelivery"]):
    def due(self, moment: datetime) -> DeliveryQuerySet:
        """Waiting ones whose time has come, of endpoints that may be sent to now and that nobody is sending to."""
        open_now = models.Q(endpoint__closed_until=None) | models.Q(endpoint__closed_until__lte=moment)
        free = models.Q(endpoint__lease_until=None) | models.Q(endpoint__lease_until__lte=moment)
        return self.filter(
            open_now, free, state=DeliveryState.WAITING, next_attempt_at__lte=moment, endpoint__state="active"
        )


class WebhookDelivery(PublicTeamOwned):
    """One event for one endpoint, over all its tries."""

    endpoint = models.ForeignKey(
        WebhookEndpoint, on_delete=models.PROTECT, db_constraint=False, related_name="deliveries", db_index=False
    )
    event = models.ForeignKey(OutboxEvent, on_delete=models.PROTECT, db_constraint=False, related_name="deliveries")
    state = models.CharField(max_length=10, default=DeliveryState.WAITING.value)
    attempts = models.PositiveSmallIntegerField(default=0)  # of the present schedule; a redelivery begins anew
    next_attempt_at = models.DateTimeField(null=True)
    created_at = written_at()

    objects = DeliveryQuerySet.as_manager()

    class Meta(PublicTeamOwned.Meta):
        indexes = [
            models.Index(fields=["next_attempt_at"], condition=models.Q(state="waiting"), name="deliveries_due"),
            models.Index(fields=["endpoint", "-created_at"], name="delivery_log"),
        ]
        constraints = [
            *PublicTeamOwned.Meta.constraints,
            one_of("state", DeliveryState, name="delivery_state_known"),
            models.UniqueConstraint(fields=["endpoint", "event"], name="one_delivery_per_event"),
            models.CheckConstraint(
                condition=models.Q(state="waiting", next_attempt_at__isnull=False)
                | (~models.Q(state="waiting") & models.Q(next_attempt_at=None)),
                name="delivery_waits_for_a_time",
            ),
        ]


class WebhookAttempt(TeamOwned):
    """One request. `status` is the receiver's answer; without one, `error` says why. Bodies are not kept."""

    delivery = models.ForeignKey(WebhookDelivery, on_delete=models.PROTECT, db_constraint=False, related_name="tries")
    at = written_at()
    status = models.PositiveSmallIntegerField(null=True)
    error = models.CharField(max_length=40, blank=True)
    milliseconds = models.PositiveIntegerField()

    class Meta(TeamOwned.Meta):
        ordering = ["id"]
        constraints = [
            *TeamOwned.Meta.constraints,
            models.CheckConstraint(
                condition=models.Q(status__isnull=False, error="") | (models.Q(status=None) & ~models.Q(error="")),
                name="attempt_has_one_outcome",
            ),
        ]
