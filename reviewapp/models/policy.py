"""How a team wants compactions judged. A change is a new version; old ones stay, since receipts name them."""

from __future__ import annotations

from enum import StrEnum

from django.db import models

from reviewapp.models.base import TeamOwned, one_of, written_at
from reviewapp.models.people import Team, User


class AutoApprove(StrEnum):
    FLAGGED_ONLY = "flagged_only"  # people see what has a finding; the rest passes by policy
    NEVER = "never"


class PolicyQuerySet(models.QuerySet["Policy"]):
    def current(self, team: Team) -> Policy:
        return self.filter(team=team).latest("version")


class Policy(TeamOwned):
    version = models.PositiveIntegerField()
    auto_approve = models.CharField(max_length=16, default=AutoApprove.FLAGGED_ONLY.value)
    quorum = models.PositiveSmallIntegerField(default=1)
    four_eyes = models.BooleanField(default=False)
    expiry_hours = models.PositiveIntegerField(default=72)
    disabled_detectors = models.JSONField(default=list)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)
    at = written_at()

    objects = PolicyQuerySet.as_manager()

    class Meta(TeamOwned.Meta):
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(fields=["team", "version"], name="one_policy_per_version"),
            one_of("auto_approve", AutoApprove, name="policy_auto_approve_known"),
            models.CheckConstraint(condition=models.Q(quorum__gte=1), name="policy_quorum_positive"),
            models.CheckConstraint(condition=models.Q(expiry_hours__gte=1), name="policy_expiry_positive"),
        ]
