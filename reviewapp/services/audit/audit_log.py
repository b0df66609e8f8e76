"""The audit chain of a team. What cannot be logged does not happen: the entry is part of the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC

from django.db import connection
from django.db.models import Model

from reviewapp.guard.canonical import Json
from reviewapp.guard.digest import audit_hash
from reviewapp.models import ActorKind, AgentToken, AuditEntry, AuditHead, Team, User
from reviewapp.services import outbox
from reviewapp.services.locks import now

Actor = User | AgentToken | None  # None is the system itself


def append(team: Team, action: str, actor: Actor, obj: Model, body: Mapping[str, Json] | None = None) -> AuditEntry:
    """Continues the chain. `body` holds ids, numbers and digests, never content. The last lock to take."""
    assert connection.in_atomic_block, "an audit entry belongs to the change that it tells of"
    head = AuditHead.objects.select_for_update(no_key=True).get(team=team)
    kind, actor_id = _who(actor)
    entry = AuditEntry(
        team=team,
        seq=head.seq + 1,
        prev=head.hash,
        at=now(),
        action=action,
        actor_kind=kind,
        actor_id=actor_id,
        object_kind=str(obj._meta.model_name),
        object_id=str(obj.pk),
        body=dict(body or {}),
    )
    entry.hash = audit_hash(head.hash, document(entry))
    entry.save(force_insert=True)
    outbox.record(entry)
    return entry


def document(entry: AuditEntry) -> dict[str, Json]:
    """What the hash of an entry covers, besides the hash before it."""
    return {
        "v": 1,
        "team": str(entry.team_id),
        "seq": entry.seq,
        "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z"),
        "action": entry.action,
        "actor": {"kind": str(entry.actor_kind), "id": entry.actor_id},
        "object": {"kind": entry.object_kind, "id": entry.object_id},
        "body": entry.body,
    }


def _who(actor: Actor) -> tuple[ActorKind, str]:
    if actor is None:
        return ActorKind.SYSTEM, ""
    return (ActorKind.USER if isinstance(actor, User) else ActorKind.TOKEN), str(actor.pk)
