"""The audit chain of a team. What cannot be logged does not happen: the entry is part of the caller's transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC

from django.db import connection
from django.db.models import Model

from reviewapp.guard.canonical import Json
from reviewapp.guard.digest import audit_hash
from reviewapp.models import ActorKind, AgentToken, AuditEntry, AuditHead, Team, User
from reviewapp.services import outbox
from reviewapp.services.locks import ClockTimestamp, at_the_end, finish

Actor = User | AgentToken | None  # None is the system itself


def append(team: Team, action: str, actor: Actor, obj: Model, body: Mapping[str, Json] | None = None) -> None:
    """Adds an entry to the change that is under way. `body` holds ids, numbers and digests, never content.

    The chain is continued as the last step before the commit: its head is one lock for all writers of a team, and who
    took it earlier would keep them waiting for the rest of the change.
    """
    assert connection.in_atomic_block, "an audit entry belongs to the change that it tells of"
    kind, actor_id = _who(actor)
    entry = AuditEntry(
        team=team,
        action=action,
        actor_kind=kind,
        actor_id=actor_id,
        object_kind=str(obj._meta.model_name),
        object_id=str(obj.pk),
        body=dict(body or {}),
    )
    at_the_end(_continue_chains, entry)


def append_now(team: Team, action: str, actor: Actor, obj: Model, body: Mapping[str, Json] | None = None) -> AuditEntry:
    """The same, for a change that names the number of its own entry."""
    append(team, action, actor, obj, body)
    finish()
    return AuditEntry.objects.filter(team=team).latest("seq")


def _continue_chains(entries: Sequence[object]) -> None:
    """Teams in the order of their ids, so that two writers of several teams can't wait for each other."""
    by_team: dict[int, list[AuditEntry]] = {}
    for entry in entries:
        assert isinstance(entry, AuditEntry)
        by_team.setdefault(entry.team_id, []).append(entry)
    for team_id in sorted(by_team):
        _continue_chain(team_id, by_team[team_id])


def _continue_chain(team_id: int, entries: Sequence[AuditEntry]) -> None:
    heads = AuditHead.objects.select_for_update(no_key=True).annotate(moment=ClockTimestamp())
    head = heads.get(team=team_id)
    seq, last = head.seq, bytes(head.hash)
    for entry in entries:
        entry.seq, entry.prev, entry.at = seq + 1, last, head.moment
        entry.hash = audit_hash(last, document(entry))
        seq, last = entry.seq, entry.hash
    for entry in AuditEntry.objects.bulk_create(entries):
        outbox.record(entry)


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
