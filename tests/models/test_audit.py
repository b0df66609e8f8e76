"""The audit chain by plain SQL: it goes on by one, from where it ended, and in no other way."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection

from reviewapp.guard.digest import audit_hash
from reviewapp.models import AuditEntry, AuditHead
from reviewapp.services.audit import audit_log
from tests.models.sql import refused
from tests.world import World

ENTRY = (
    "INSERT INTO reviewapp_auditentry (team_id, seq, prev, hash, at, action, actor_kind, actor_id, object_kind, "
    "object_id, body) SELECT team_id, {seq}, {prev}, sha256('h'), now(), 'x', 'system', '', '', '', '{{}}' "
    "FROM reviewapp_audithead WHERE team_id = %s"
)


@pytest.fixture
def team_id(world: World) -> int:
    world.propose()
    return world.team.id


def test_services_write_a_chain_that_verifies(team_id: int) -> None:
    prev = bytes(32)
    entries = AuditEntry.objects.filter(team=team_id).order_by("seq")
    for seq, entry in enumerate(entries, 1):
        assert (entry.seq, entry.prev, entry.hash) == (seq, prev, audit_hash(prev, audit_log.document(entry)))
        prev = entry.hash
    head = AuditHead.objects.get(team=team_id)
    assert (head.seq, head.hash) == (len(entries), prev)


@pytest.mark.parametrize("seq", ["seq", "seq + 2", "seq - 1"])
def test_an_entry_takes_the_next_number(team_id: int, seq: str) -> None:
    refused(ENTRY.format(seq=seq, prev="hash"), team_id, because="does not continue|one_audit_entry_per_seq|>= 0")


def test_an_entry_names_the_one_before(team_id: int) -> None:
    refused(ENTRY.format(seq="seq + 1", prev="sha256('other')"), team_id, because="does not continue the chain")


@pytest.mark.parametrize("change", ["seq = seq + 1", "seq = seq - 1", "hash = sha256('x')"])
def test_the_head_moves_only_with_an_entry(team_id: int, change: str) -> None:
    refused(f"UPDATE reviewapp_audithead SET {change}", because="moves only with an entry")


def test_the_chain_is_not_emptied_outside_of_tests(world: World) -> None:
    """A test's own database lets its runner empty it; the condition itself is read here."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE tgname = 'no_truncate'")
        (definition,) = cursor.fetchone()
    assert "BEFORE TRUNCATE ON" in definition
    assert "current_database() !~~ 'test\\_%'" in definition


def test_what_cannot_be_logged_does_not_happen(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_log, "audit_hash", lambda *_: b"short")
    with pytest.raises(IntegrityError):
        world.propose()
    assert not AuditEntry.objects.exists()
