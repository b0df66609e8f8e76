"""The body of a webhook: what happened, to what, and where to look. No text of a turn, a summary, a pin or a note."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from django.conf import settings
from django.urls import reverse

from reviewapp.models import Compaction, OutboxEvent, Team

# What an audit entry says in numbers, words of ours and digests. Anything else of its body stays inside.
_TOLD = ("from", "reason_code", "manifest_digest", "votes", "quorum", "attempts", "to", "comment", "finding", "version")


def body(event: OutboxEvent) -> str:
    """One text for all tries: it is made of what never changes."""
    data: dict[str, Any] = {
        "team": event.team.slug,
        "object": {"kind": event.object_kind, "id": event.object_id},
        "actor": {"kind": event.actor_kind, "id": event.actor_id},
        "audit_seq": event.audit_seq,
        **{name: event.body[name] for name in _TOLD if name in event.body},
        **_compaction(event),
    }
    told = {"type": event.kind, "timestamp": stamp(event.at), "data": data}
    return json.dumps(told, ensure_ascii=True, separators=(",", ":"), sort_keys=True)


def stamp(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _compaction(event: OutboxEvent) -> dict[str, Any]:
    if event.object_kind != "compaction":
        return {"url": address("web:pins", event.team)} if event.kind.startswith("pin.") else {}
    row = Compaction.objects.select_related("session").get(team=event.team_id, id=event.object_id)
    named = {
        "id": str(row.id),
        "session": row.session.external_id,
        "from_seq": row.from_seq,
        "to_seq": row.to_seq,
        "generation": row.generation,
        "submission_digest": row.submission_digest.hex(),
    }
    return {"compaction": named, "url": address("web:review", event.team, row.id)}


def address(name: str, team: Team, *args: object) -> str:
    """The whole address of a page of the team."""
    return f"{settings.PUBLIC_URL}{reverse(name, args=[team.slug, *args])}"
