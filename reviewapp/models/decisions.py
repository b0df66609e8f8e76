"""How a compaction ended, and the signed proof of it."""

from __future__ import annotations

from enum import StrEnum

from django.db import models

from reviewapp.guard.receipts import ReceiptKind
from reviewapp.models.base import BytesField, DigestField, PublicTeamOwned, TeamOwned, one_of, written_at
from reviewapp.models.compactions import Compaction
from reviewapp.models.people import Membership, Role, User
from reviewapp.models.sessions import Session


class Verdict(StrEnum):
    APPROVE = "approve"
    REJECT = "reject"


class KeyState(StrEnum):
    PENDING = "pending"
    ACTIVE = "active"
    RETIRED = "retired"
    REVOKED = "revoked"


class DecisionQuerySet(models.QuerySet["Decision"]):
    def counting(self) -> DecisionQuerySet:
        """Approvals of what the row holds now, by people of the team who may still decide."""
        of_team = Membership.objects.filter(team=models.OuterRef("team"), user=models.OuterRef("actor"))
        deciding = models.Exists(of_team.filter(role__in=(Role.REVIEWER, Role.LEAD)))
        return self.filter(deciding, verdict=Verdict.APPROVE, manifest_digest=models.F("compaction__manifest_digest"))


class Decision(TeamOwned):
    """One vote on one manifest digest; `final` is the one that closed the compaction. No actor means the policy."""

    compaction = models.ForeignKey(
        Compaction, on_delete=models.PROTECT, db_constraint=False, related_name="decisions", db_index=False
    )
    actor = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)
    verdict = models.CharField(max_length=8)
    final = models.BooleanField(default=False)
    manifest_digest = DigestField()
    reason_code = models.CharField(max_length=40, blank=True)
    reason = models.TextField(blank=True)
    at = written_at()

    objects = DecisionQuerySet.as_manager()

    class Meta(TeamOwned.Meta):
        constraints = [
            *TeamOwned.Meta.constraints,
            one_of("verdict", Verdict, name="decision_verdict_known"),
            models.UniqueConstraint(fields=["compaction"], condition=models.Q(final=True), name="one_final_decision"),
            models.UniqueConstraint(fields=["compaction", "actor", "manifest_digest"], name="one_vote_per_manifest"),
        ]


class Receipt(PublicTeamOwned):
    kind = models.CharField(max_length=20)
    compaction = models.ForeignKey(
        Compaction, on_delete=models.PROTECT, db_constraint=False, related_name="receipts", null=True
    )
    envelope = BytesField()
    digest = DigestField()
    at = written_at()

    class Meta(PublicTeamOwned.Meta):
        constraints = [*PublicTeamOwned.Meta.constraints, one_of("kind", ReceiptKind, name="receipt_kind_known")]


class ContextServe(TeamOwned):
    """Written before a context leaves: which registers stood in it. No compaction means the pins alone were served."""

    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, db_constraint=False, related_name="serves", null=True
    )
    compaction = models.ForeignKey(
        Compaction, on_delete=models.PROTECT, db_constraint=False, related_name="serves", null=True
    )
    epoch = models.PositiveIntegerField(null=True)
    format = models.CharField(max_length=20)
    digest = DigestField()
    team_register_version = models.PositiveIntegerField()
    session_register_version = models.PositiveIntegerField(null=True)
    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, db_constraint=False, related_name="+", null=True)
    at = written_at()

    class Meta(TeamOwned.Meta):
        indexes = [models.Index(fields=["team", "team_register_version"], name="serves_by_register")]


class SigningKey(models.Model):
    """The public half of a receipt key; the secret half is a file of the server."""

    id = models.BigAutoField(primary_key=True)
    keyid = models.CharField(max_length=64, unique=True)
    public_pem = models.TextField()
    state = models.CharField(max_length=8, default=KeyState.PENDING.value)
    created_at = written_at()
    activated_at = models.DateTimeField(null=True)
    retired_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    reason = models.TextField(blank=True)

    class Meta:
        constraints = [
            one_of("state", KeyState, name="signing_key_state_known"),
            models.UniqueConstraint(
                fields=["state"], condition=models.Q(state="active"), name="one_active_signing_key"
            ),
        ]
