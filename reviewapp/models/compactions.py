"""The proposal to replace turns by a summary, and the revisions of that summary."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from django.db import models

from reviewapp.guard.states import OPEN, State
from reviewapp.models.base import BytesField, DigestField, PublicTeamOwned, TeamOwned, one_of, written_at
from reviewapp.models.people import AgentToken, User
from reviewapp.models.policy import Policy
from reviewapp.models.sessions import Session


class CompactionKind(StrEnum):
    COMPACTION = "compaction"
    RESTORE = "restore"


class Level(StrEnum):
    LEAF = "leaf"
    PARENT = "parent"
    ROOT = "root"


class Assurance(StrEnum):
    """How much is known of what the compactor was shown."""

    DECLARED = "declared"
    RECOMPUTED = "recomputed"
    EXECUTED = "executed"


class CompactionQuerySet(models.QuerySet["Compaction"]):
    def open(self) -> CompactionQuerySet:
        return self.filter(state__in=OPEN)

    def active(self) -> CompactionQuerySet:
        """Approved and neither absorbed by a later one nor undone, in turn order: what the context is made of."""
        return self.filter(
            state=State.APPROVED, kind=CompactionKind.COMPACTION, absorbed_by=None, retired_by=None
        ).order_by("from_seq")

    def due(self, now: datetime) -> CompactionQuerySet:
        """Rows that a worker should look at: never leased, or leased by one that did not come back."""
        waiting = models.Q(state=State.RECEIVED) & (models.Q(next_attempt_at=None) | models.Q(next_attempt_at__lte=now))
        return self.filter(waiting | models.Q(state=State.ANALYSING, lease_until__lte=now))


class Compaction(PublicTeamOwned):
    """What the agent sent (immutable), where it stands, and how it ended (immutable once terminal)."""

    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, db_constraint=False, related_name="compactions", db_index=False
    )
    kind = models.CharField(max_length=16, default=CompactionKind.COMPACTION.value)
    level = models.CharField(max_length=8, default=Level.LEAF.value)
    generation = models.PositiveIntegerField()
    attempt = models.PositiveIntegerField()
    from_seq = models.PositiveIntegerField()
    to_seq = models.PositiveIntegerField()
    base_epoch = models.PositiveIntegerField()
    builds_on = models.ManyToManyField(
        "self", through="Build", through_fields=("compaction", "child"), symmetrical=False, related_name="built_into"
    )
    submission_digest = DigestField()
    policy = models.ForeignKey(Policy, on_delete=models.PROTECT, db_constraint=False, related_name="+", db_index=False)
    keep_head = models.PositiveIntegerField(default=1)
    keep_tail = models.PositiveIntegerField(default=0)
    state_delta = models.JSONField(null=True)
    evicted_keys = models.JSONField(default=list)
    compactor = models.JSONField(null=True)
    compactor_input_digest = DigestField(null=True)
    assurance = models.CharField(max_length=16, default=Assurance.DECLARED.value)
    source_chars = models.PositiveBigIntegerField()
    token = models.ForeignKey(AgentToken, on_delete=models.PROTECT, db_constraint=False, related_name="+")
    received_at = written_at()
    expires_at = models.DateTimeField()

    state = models.CharField(max_length=12, default=State.RECEIVED.value)
    lease_token = models.UUIDField(null=True)
    lease_until = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    next_attempt_at = models.DateTimeField(null=True)
    failure = models.CharField(max_length=500, blank=True)
    current_revision = models.ForeignKey(
        "Revision", on_delete=models.PROTECT, db_constraint=False, related_name="+", null=True, db_index=False
    )
    risk = models.PositiveSmallIntegerField(null=True)
    manifest_digest = DigestField(null=True)
    holder = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)
    held_until = models.DateTimeField(null=True)

    decided_at = models.DateTimeField(null=True)
    reason_code = models.CharField(max_length=40, blank=True)
    reason = models.TextField(blank=True)
    must_keep = models.JSONField(default=list)
    approved_team_register = models.PositiveIntegerField(null=True)
    approved_session_register = models.PositiveIntegerField(null=True)
    receipt = models.ForeignKey(
        "Receipt", on_delete=models.PROTECT, db_constraint=False, related_name="+", null=True, db_index=False
    )
    absorbed_by = models.ForeignKey(
        "self", on_delete=models.PROTECT, db_constraint=False, related_name="absorbed", null=True
    )
    retired_by = models.ForeignKey(
        "self", on_delete=models.PROTECT, db_constraint=False, related_name="retired", null=True
    )
    applied_at = models.DateTimeField(null=True)
    applied_digest = DigestField(null=True)

    objects = CompactionQuerySet.as_manager()

    class Meta(PublicTeamOwned.Meta):
        indexes = [
            models.Index(fields=["team", "state", "-risk", "received_at"], name="queue_order"),
            models.Index(
                fields=["next_attempt_at"], condition=models.Q(state__in=["received", "analysing"]), name="due_rows"
            ),
        ]
        constraints = [
            *PublicTeamOwned.Meta.constraints,
            one_of("state", State, name="compaction_state_known"),
            one_of("kind", CompactionKind, name="compaction_kind_known"),
            one_of("level", Level, name="compaction_level_known"),
            one_of("assurance", Assurance, name="compaction_assurance_known"),
            models.UniqueConstraint(
                fields=["session"],
                condition=models.Q(state__in=sorted(map(str, OPEN))),
                name="one_open_compaction_per_session",
            ),
            models.UniqueConstraint(
                fields=["session", "base_epoch"], condition=models.Q(state="approved"), name="one_approved_per_epoch"
            ),
            models.UniqueConstraint(fields=["session", "generation", "attempt"], name="attempts_are_numbered"),
            models.CheckConstraint(
                condition=models.Q(from_seq__gte=1, to_seq__gte=models.F("from_seq")), name="compaction_range_whole"
            ),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("received_at")), name="compaction_expires_later"
            ),
            models.CheckConstraint(
                condition=models.Q(state="analysing", lease_token__isnull=False, lease_until__isnull=False)
                | (~models.Q(state="analysing") & models.Q(lease_token__isnull=True, lease_until__isnull=True)),
                name="compaction_lease_while_analysing",
            ),
            models.CheckConstraint(
                condition=~models.Q(state__in=["in_review", "approved"])
                | models.Q(manifest_digest__isnull=False, current_revision__isnull=False),
                name="compaction_manifest_in_review",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    state="approved",
                    receipt__isnull=False,
                    decided_at__isnull=False,
                    approved_team_register__isnull=False,
                    approved_session_register__isnull=False,
                )
                | (
                    ~models.Q(state="approved")
                    & models.Q(approved_team_register__isnull=True, approved_session_register__isnull=True)
                    & models.Q(absorbed_by__isnull=True, retired_by__isnull=True, applied_at__isnull=True)
                ),
                name="compaction_approval_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(applied_at__isnull=True, applied_digest__isnull=True)
                | models.Q(applied_at__isnull=False, applied_digest__isnull=False),
                name="compaction_applied_whole",
            ),
        ]

    @property
    def is_open(self) -> bool:
        return self.state in OPEN


class Build(TeamOwned):
    """`compaction` covers all of `child` and absorbs it when it is approved."""

    compaction = models.ForeignKey(
        Compaction, on_delete=models.PROTECT, db_constraint=False, related_name="+", db_index=False
    )
    child = models.ForeignKey(Compaction, on_delete=models.PROTECT, db_constraint=False, related_name="+")

    class Meta(TeamOwned.Meta):
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(fields=["compaction", "child"], name="one_build_per_child"),
            models.CheckConstraint(condition=~models.Q(child=models.F("compaction")), name="build_on_another"),
        ]


class Revision(TeamOwned):
    """The summary as it stood after one edit. Number 1 is what the agent sent; no author means the agent."""

    compaction = models.ForeignKey(
        Compaction, on_delete=models.PROTECT, db_constraint=False, related_name="revisions", db_index=False
    )
    number = models.PositiveIntegerField()
    text = BytesField()
    digest = DigestField()
    author = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)
    parent = models.ForeignKey("self", on_delete=models.PROTECT, db_constraint=False, related_name="+", null=True)
    operations = models.JSONField(default=list)
    at = written_at()

    class Meta(TeamOwned.Meta):
        ordering = ["number"]
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(fields=["compaction", "number"], name="one_revision_per_number"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="revision_from_one"),
        ]

    @property
    def summary(self) -> str:
        return self.text.decode()
