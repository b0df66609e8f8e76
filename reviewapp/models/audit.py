"""One hash chain a team: digests and ids, never content."""

from __future__ import annotations

from enum import StrEnum

from django.db import models

from reviewapp.models.base import DigestField, TeamOwned, one_of
from reviewapp.models.people import Team


class ActorKind(StrEnum):
    USER = "user"
    TOKEN = "token"  # noqa: S105  # the word, not a secret
    SYSTEM = "system"


class AuditEntry(TeamOwned):
    """`hash` covers `prev` and every other column; a trigger refuses an entry that does not continue the chain."""

    seq = models.PositiveBigIntegerField()
    prev = DigestField()
    hash = DigestField()
    at = models.DateTimeField()
    action = models.CharField(max_length=60)
    actor_kind = models.CharField(max_length=8)
    actor_id = models.CharField(max_length=40, blank=True)
    object_kind = models.CharField(max_length=40)
    object_id = models.CharField(max_length=40)
    body = models.JSONField(default=dict)

    class Meta(TeamOwned.Meta):
        ordering = ["seq"]
        indexes = [models.Index(fields=["team", "object_kind", "object_id", "seq"], name="audit_of_object")]
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(fields=["team", "seq"], name="one_audit_entry_per_seq"),
            one_of("actor_kind", ActorKind, name="audit_actor_known"),
        ]


class AuditHead(models.Model):
    """Where the chain of a team ends: the last lock of every transaction. A trigger moves it with each entry."""

    team = models.OneToOneField(Team, on_delete=models.PROTECT, primary_key=True, related_name="audit_head")
    seq = models.PositiveBigIntegerField(default=0)
    hash = DigestField()
