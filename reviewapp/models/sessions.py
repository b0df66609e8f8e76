"""What the agent said: sessions and their raw turns. A turn is immutable; only its body can be erased."""

from __future__ import annotations

from enum import StrEnum

from django.db import models

from reviewapp.guard.state import BINDING
from reviewapp.models.base import BytesField, DigestField, PublicTeamOwned, TeamOwned, one_of, written_at
from reviewapp.models.people import AgentToken, User


class ReleaseState(StrEnum):
    OPEN = "open"
    GRANTED = "granted"
    REFUSED = "refused"


ORIGINS = ("user", "system", "agent", "tool", "memory", "harness", "summary")


class Session(PublicTeamOwned):
    """`epoch` counts what took effect, `covered_seq` is the last turn that an active compaction stands for,
    `line` that of the token which began it (None: not recorded)."""

    external_id = models.CharField(max_length=200)
    epoch = models.PositiveIntegerField(default=0)
    last_seq = models.PositiveIntegerField(default=0)
    covered_seq = models.PositiveIntegerField(default=0)
    generation = models.PositiveIntegerField(default=0)
    line = models.UUIDField(null=True, editable=False)
    created_at = written_at()
    closed_at = models.DateTimeField(null=True)

    class Meta(PublicTeamOwned.Meta):
        constraints = [
            *PublicTeamOwned.Meta.constraints,
            models.UniqueConstraint(fields=["team", "external_id"], name="one_session_per_external_id"),
            models.CheckConstraint(
                condition=models.Q(covered_seq__lte=models.F("last_seq")), name="session_covers_turns"
            ),
        ]

    def __str__(self) -> str:
        return self.external_id


class Turn(TeamOwned):
    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, db_constraint=False, related_name="turns", db_index=False
    )
    seq = models.PositiveIntegerField()
    role = models.CharField(max_length=40)
    kind = models.CharField(max_length=40, default="text")
    origin = models.CharField(max_length=8)
    digest = DigestField()  # of the content
    leaf = DigestField()  # salted, so that it proves nothing about a turn once its salt is erased
    size = models.PositiveIntegerField()
    tool_call_id = models.CharField(max_length=200, blank=True)
    tool_name = models.CharField(max_length=200, blank=True)
    is_error = models.BooleanField(default=False)
    external_id = models.CharField(max_length=200, blank=True)
    message_index = models.PositiveIntegerField(null=True)
    part = models.PositiveIntegerField(null=True)
    at = written_at()

    class Meta(TeamOwned.Meta):
        ordering = ["seq"]
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(fields=["session", "seq"], name="one_turn_per_seq"),
            models.UniqueConstraint(
                fields=["session", "external_id"], condition=~models.Q(external_id=""), name="one_turn_per_external_id"
            ),
            models.CheckConstraint(condition=models.Q(seq__gte=1), name="turn_seq_from_one"),
            one_of("origin", ORIGINS, name="turn_origin_known"),
        ]

    @property
    def text(self) -> str:
        """The content as received; empty once erased (`body.erased_at` tells)."""
        return (self.body.content or b"").decode()


class TurnBody(TeamOwned):
    """The only place of a turn's text. Emptied by one audited database function, never changed otherwise."""

    turn = models.OneToOneField(Turn, on_delete=models.PROTECT, db_constraint=False, related_name="body")
    content = BytesField(null=True)
    salt = DigestField(null=True)
    erased_at = models.DateTimeField(null=True)

    class Meta(TeamOwned.Meta):
        constraints = [
            *TeamOwned.Meta.constraints,
            models.CheckConstraint(
                condition=models.Q(erased_at__isnull=True, content__isnull=False, salt__isnull=False)
                | models.Q(erased_at__isnull=False, content__isnull=True, salt__isnull=True),
                name="turn_body_whole_or_erased",
            ),
        ]


class StateRecord(TeamOwned):
    """What is true of the session now, typed and versioned; never summarised."""

    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, db_constraint=False, related_name="state_records", db_index=False
    )
    version = models.PositiveIntegerField()
    body = models.JSONField()
    token = models.ForeignKey(AgentToken, on_delete=models.PROTECT, db_constraint=False, related_name="+", null=True)
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)
    at = written_at()

    class Meta(TeamOwned.Meta):
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(fields=["session", "version"], name="one_state_record_per_version"),
        ]


class StateRelease(PublicTeamOwned):
    """A prohibition or frozen resource that an agent's state record is to hold no more. A person decides."""

    session = models.ForeignKey(Session, on_delete=models.PROTECT, db_constraint=False, related_name="state_releases")
    field = models.CharField(max_length=20)
    text = models.TextField()
    token = models.ForeignKey(AgentToken, on_delete=models.PROTECT, db_constraint=False, related_name="+")
    state = models.CharField(max_length=8, default=ReleaseState.OPEN.value)
    decided_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)
    decided_at = models.DateTimeField(null=True)
    reason = models.TextField(blank=True)
    at = written_at()

    class Meta(PublicTeamOwned.Meta):
        constraints = [
            *PublicTeamOwned.Meta.constraints,
            one_of("field", BINDING, name="state_release_field_known"),
            models.CheckConstraint(
                condition=models.Q(state="open", decided_by__isnull=True)
                | models.Q(state__in=["granted", "refused"], decided_by__isnull=False),
                name="state_release_decided_by_person",
            ),
        ]
