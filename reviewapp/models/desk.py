"""Helpers of the edges: answers to repeat, views that people saved, signs of life."""

from __future__ import annotations

from django.db import models

from reviewapp.models.base import BytesField, DigestField, TeamOwned, written_at
from reviewapp.models.people import User


class Idempotency(TeamOwned):
    """The answer to one request under its key: a repeat gets the same bytes. The request itself is only a digest."""

    route = models.CharField(max_length=60)
    key = models.CharField(max_length=200)
    body_digest = DigestField()
    status = models.PositiveSmallIntegerField()
    answer = BytesField()
    at = written_at()

    class Meta(TeamOwned.Meta):
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(fields=["team", "route", "key"], name="one_answer_per_key"),
        ]


class SavedView(TeamOwned):
    name = models.CharField(max_length=100)
    query = models.CharField(max_length=1000)
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")

    class Meta(TeamOwned.Meta):
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(fields=["team", "user", "name"], name="one_saved_view_per_name"),
        ]


class Heartbeat(models.Model):
    """When a worker or the sweeper last said that it lives."""

    name = models.CharField(max_length=100, primary_key=True)
    at = models.DateTimeField()
