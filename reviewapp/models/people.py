"""Who acts: people, their teams and roles, and the tokens of their agents."""

from __future__ import annotations

import uuid
from enum import StrEnum

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.functions import RandomUUID
from django.db import models

from reviewapp.guard.hidden import spelled_out
from reviewapp.models.base import DigestField, PublicTeamOwned, TeamOwned, one_of, written_at


class Role(StrEnum):
    VIEWER = "viewer"
    REVIEWER = "reviewer"
    LEAD = "lead"


class Scope(StrEnum):
    """What a token may do. No scope decides: only a person who logged in does."""

    SUBMIT = "submit"
    READ = "read"
    PROPOSE_PINS = "pins:propose"
    ASSERT = "assert"
    MEMORY_ORIGIN = "origin:memory"


class User(AbstractUser):
    id = models.BigAutoField(primary_key=True)
    theme = models.CharField(max_length=8, default="system")
    hotkeys_off = models.BooleanField(default=False)
    language = models.CharField(max_length=8, default="", db_default="")  # of the pages; empty: as the browser asks

    def __str__(self) -> str:
        return spelled_out(self.username)

    def get_full_name(self) -> str:
        return spelled_out(super().get_full_name())


class Team(models.Model):
    """The tenant. The database gives each new team its first policy, its register and the head of its audit chain."""

    id = models.BigAutoField(primary_key=True)
    slug = models.SlugField(max_length=50, unique=True)
    name = models.CharField(max_length=200)

    def __str__(self) -> str:
        return spelled_out(self.name)


class Membership(TeamOwned):
    user = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=8, default=Role.VIEWER.value)

    class Meta(TeamOwned.Meta):
        constraints = [
            *TeamOwned.Meta.constraints,
            models.UniqueConstraint(fields=["team", "user"], name="one_role_per_member"),
            one_of("role", Role, name="membership_role_known"),
        ]

    @property
    def decides(self) -> bool:
        return self.role in (Role.REVIEWER, Role.LEAD)


class Invitation(PublicTeamOwned):
    """A link into a team that opens once; only the digest of its secret is kept."""

    name = models.CharField(max_length=100)
    role = models.CharField(max_length=8)
    digest = DigestField(unique=True)
    invited_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    at = written_at()
    expires_at = models.DateTimeField()
    accepted_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+", null=True)
    accepted_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta(PublicTeamOwned.Meta):
        constraints = [*PublicTeamOwned.Meta.constraints, one_of("role", Role, name="invitation_role_known")]


class AgentToken(PublicTeamOwned):
    """A credential of an agent; only the digest of its secret is kept. Tokens that follow each other share a line."""

    public_id = models.CharField(max_length=32, unique=True)
    digest = DigestField()
    name = models.CharField(max_length=200)
    scopes = models.JSONField(default=list)
    line = models.UUIDField(default=uuid.uuid4, db_default=RandomUUID(), editable=False)
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    created_at = written_at()
    expires_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    last_used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return spelled_out(self.name)
