"""What the engine found in one revision, and what people did about it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from django.db import models

from reviewapp.engine.types import Change, Kind, Severity
from reviewapp.models.base import DigestField, TeamOwned, one_of, written_at
from reviewapp.models.compactions import Compaction, Revision
from reviewapp.models.people import User
from reviewapp.models.pins import PinVersion


class Action(StrEnum):
    PINNED = "pinned"
    RESTORED = "restored"
    STRUCK = "struck"
    CORRECTED = "corrected"
    DISMISSED = "dismissed"
    WITHDRAWN = "withdrawn"  # a mark, by its author
    REOPENED = "reopened"


class DismissReason(StrEnum):
    RESTATED = "restated"
    OBSOLETE = "obsolete"
    FALSE_ALARM = "false_alarm"


class AnalysisQuerySet(models.QuerySet["Analysis"]):
    def in_time(self, revisions: Iterable[int | None]) -> AnalysisQuerySet:
        """Of these revisions, what was there before their compaction ended; of each, the one that counts comes last:
        policies only go up, and a worker may be late with an earlier one."""
        ended = models.F("compaction__decided_at")
        rows = self.filter(models.Q(compaction__decided_at=None) | models.Q(at__lte=ended))
        return rows.filter(revision__in=[each for each in revisions if each is not None]).order_by(
            "policy_version", "id"
        )


class Analysis(TeamOwned):
    """One text analysis: immutable, and a function of (revision, engine version, policy version) alone."""

    compaction = models.ForeignKey(
        Compaction, on_delete=models.PROTECT, db_constraint=False, related_name="analyses", db_index=False
    )
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, db_constraint=False, related_name="analyses")
    engine_version = models.CharField(max_length=20)
    policy_version = models.PositiveIntegerField()
    digest = DigestField()
    risk = models.PositiveSmallIntegerField()
    coverage = models.JSONField()
    account_counts = models.JSONField(null=True)  # {unit: {state: lines}}; null where an older engine gave no account
    account_digest = DigestField(null=True)
    account_holds = models.JSONField(null=True)  # [{of, unit, state, lines}]: what of it keeps the policy from passing
    at = written_at()

    objects = AnalysisQuerySet.as_manager()

    class Meta(TeamOwned.Meta):
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(
                fields=["compaction", "revision", "engine_version", "policy_version"], name="one_analysis_per_key"
            ),
        ]


class PinCheckQuerySet(models.QuerySet["PinCheck"]):
    def in_time(self, analyses: Iterable[int]) -> PinCheckQuerySet:
        """As of analyses: registers only go up as well."""
        ended = models.F("analysis__compaction__decided_at")
        rows = self.filter(models.Q(analysis__compaction__decided_at=None) | models.Q(at__lte=ended))
        return rows.filter(analysis__in=list(analyses)).order_by(
            "team_register_version", "session_register_version", "id"
        )


class PinCheck(TeamOwned):
    """The pins against one revision: valid for one pair of register versions, stale by comparison after that."""

    analysis = models.ForeignKey(
        Analysis, on_delete=models.PROTECT, db_constraint=False, related_name="pin_checks", db_index=False
    )
    team_register_version = models.PositiveIntegerField()
    session_register_version = models.PositiveIntegerField()
    digest = DigestField()
    at = written_at()

    objects = PinCheckQuerySet.as_manager()

    class Meta(TeamOwned.Meta):
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(
                fields=["analysis", "team_register_version", "session_register_version"],
                name="one_pin_check_per_registers",
            ),
        ]


class Finding(TeamOwned):
    """One typed loss. Quotes are not stored: they are cut from the turn and the revision when read.

    A finding of the text analysis has no `pin_check`; one of the pin check has it.
    """

    analysis = models.ForeignKey(
        Analysis, on_delete=models.PROTECT, db_constraint=False, related_name="findings", db_index=False
    )
    pin_check = models.ForeignKey(
        PinCheck, on_delete=models.PROTECT, db_constraint=False, related_name="findings", null=True
    )
    rank = models.PositiveIntegerField()
    key = models.CharField(max_length=64)
    kind = models.CharField(max_length=16)
    change = models.CharField(max_length=16)
    severity = models.CharField(max_length=8)
    turn_seq = models.PositiveIntegerField(null=True)
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)
    summary_start = models.PositiveIntegerField(null=True)
    summary_end = models.PositiveIntegerField(null=True)
    rule = models.CharField(max_length=80)
    why = models.TextField()
    salience = models.PositiveSmallIntegerField(default=0)
    undecided = models.BooleanField(default=False)
    quote_digest = DigestField()

    class Meta(TeamOwned.Meta):
        ordering = ["rank"]
        indexes = [models.Index(fields=["analysis", "rank"], name="finding_order")]
        constraints = [
            *TeamOwned.Meta.constraints,
            one_of("kind", Kind, name="finding_kind_known"),
            one_of("change", Change, name="finding_change_known"),
            one_of("severity", Severity, name="finding_severity_known"),
            models.CheckConstraint(
                condition=models.Q(turn_seq__isnull=True, start__isnull=True, end__isnull=True)
                | models.Q(turn_seq__isnull=False, start__isnull=False, end__isnull=False, end__gte=models.F("start")),
                name="finding_span_whole",
            ),
            models.CheckConstraint(
                condition=models.Q(summary_start__isnull=True, summary_end__isnull=True)
                | models.Q(
                    summary_start__isnull=False, summary_end__isnull=False, summary_end__gte=models.F("summary_start")
                ),
                name="finding_summary_span_whole",
            ),
        ]

    def quote(self, turn_text: str) -> str:
        return "" if self.start is None else turn_text[self.start : self.end]

    def summary_quote(self, summary: str) -> str:
        return "" if self.summary_start is None else summary[self.summary_start : self.summary_end]


class Resolution(TeamOwned):
    """What a person did about a finding. Append-only: the latest per finding key and action counts.

    `reopened` takes back the action that its `reason_code` names, or every one where it names none. A pin whose words
    are not the finding's has the `reason_code` `reworded` and says in `reason` why it stands for them.
    """

    compaction = models.ForeignKey(
        Compaction, on_delete=models.PROTECT, db_constraint=False, related_name="resolutions", db_index=False
    )
    finding_key = models.CharField(max_length=64)
    action = models.CharField(max_length=10)
    reason_code = models.CharField(max_length=40, blank=True)
    reason = models.TextField(blank=True)
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    pin_version = models.ForeignKey(
        PinVersion, on_delete=models.PROTECT, db_constraint=False, related_name="resolutions", null=True
    )
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, db_constraint=False, related_name="+", null=True)
    confirmed_origin = models.BooleanField(default=False)
    severity = models.CharField(max_length=8, blank=True)  # as it was then: a dismissed finding reopens when it rises
    engine_version = models.CharField(max_length=20, blank=True)
    carried_from = models.ForeignKey("self", on_delete=models.PROTECT, db_constraint=False, related_name="+", null=True)
    at = written_at()

    class Meta(TeamOwned.Meta):
        indexes = [models.Index(fields=["compaction", "finding_key", "id"], name="latest_resolution")]
        constraints = [
            *TeamOwned.Meta.constraints,
            one_of("action", Action, name="resolution_action_known"),
            models.CheckConstraint(
                condition=~models.Q(action="dismissed") | models.Q(reason_code__in=sorted(map(str, DismissReason))),
                name="dismissal_has_reason",
            ),
            models.CheckConstraint(
                condition=~models.Q(action="pinned") | models.Q(pin_version__isnull=False), name="pinned_names_pin"
            ),
        ]


class Comment(TeamOwned):
    compaction = models.ForeignKey(Compaction, on_delete=models.PROTECT, db_constraint=False, related_name="comments")
    finding_key = models.CharField(max_length=64, blank=True)
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    text = models.TextField()
    at = written_at()
