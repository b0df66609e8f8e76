"""Addresses of pages, for whoever is told of something outside them: agents, webhooks, mail."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.urls import reverse

from reviewapp.models import Compaction, Team


def review_url(compaction: Compaction) -> str:
    """Where a person decides about it. The row's `team` is read."""
    return review_url_of(compaction.team, compaction.id)


def review_url_of(team: Team, compaction_id: UUID) -> str:
    return settings.PUBLIC_URL + reverse("web:review", args=[team.slug, compaction_id])
