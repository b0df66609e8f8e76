"""What people are told: one row a person and thing, sent together as digests, and how each wants to hear."""

from __future__ import annotations

from enum import StrEnum

from django.db import models

from reviewapp.models.base import BytesField, TeamOwned, one_of, written_at
from reviewapp.models.compactions import Compaction
from reviewapp.models.people import User


class NoticeKind(StrEnum):
    FLAGGED = "flagged"
    ASSIGNED = "assigned"
    MENTIONED = "mentioned"
    SECOND_APPROVAL = "second_approval"
    RETIREMENT = "retirement"
    PIN_PROPOSED = "pin_proposed"
    DEADLINE = "deadline"
    STALE = "stale"
    PIN_EXPIRING = "pin_expiring"


class Notice(TeamOwned):
    """One thing that waits for a person, or, without one, that the team's channel is told. Holds ids alone.

    `done_at`: it waits no more. `sent_at`: it was part of a digest. `seen_at`: the person has read it on the page.
    """

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)
    kind = models.CharField(max_length=16)
    object_id = models.CharField(max_length=40)
    compaction = models.ForeignKey(
        Compaction, on_delete=models.PROTECT, db_constraint=False, related_name="+", null=True
    )
    at = written_at()
    seen_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta(TeamOwned.Meta):
        indexes = [
            models.Index(fields=["team", "user"], condition=models.Q(done_at=None), name="notices_waiting"),
        ]
        constraints = [
            *TeamOwned.Meta.constraints,
            one_of("kind", NoticeKind, name="notice_kind_known"),
            models.UniqueConstraint(
                fields=["team", "user", "kind", "object_id"], nulls_distinct=False, name="one_notice_per_thing"
            ),
        ]


class NoticeChoice(TeamOwned):
    """How a person, or without one the team's channel, is told. No row: by mail, as the defaults say.

    Quiet hours are hours of the day in `zone`; what comes up in them is sent after.
    """

    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)
    email = models.BooleanField(default=True)
    slack_url = BytesField(null=True)  # sealed: who has it may write into the channel
    muted = models.JSONField(default=list)
    digest_minutes = models.PositiveIntegerField(default=15)
    quiet_from = models.PositiveSmallIntegerField(null=True)
    quiet_to = models.PositiveSmallIntegerField(null=True)
    zone = models.CharField(max_length=60, default="UTC")
    retry_at = models.DateTimeField(null=True)  # sending failed; not before

    class Meta(TeamOwned.Meta):
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(fields=["team", "user"], nulls_distinct=False, name="one_choice_per_person"),
            models.CheckConstraint(
                condition=models.Q(quiet_from=None, quiet_to=None)
                | models.Q(quiet_from__isnull=False, quiet_to__isnull=False, quiet_from__lt=24, quiet_to__lt=24),
                name="quiet_hours_whole",
            ),
        ]
