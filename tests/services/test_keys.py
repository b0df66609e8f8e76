"""The signing key and the audit chain: what verifies before, during and after a rotation or a theft."""

from __future__ import annotations

import json
import stat
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from reviewapp.guard.verify import Fault, NotVerified, load_keys, verify_audit, verify_receipt
from reviewapp.models import AuditEntry, Receipt, SigningKey
from reviewapp.services.audit import exports
from reviewapp.services.compactions import checks
from reviewapp.services.errors import Refused
from reviewapp.services.receipts import checkpoints, signing_keys
from tests import plain_engine
from tests.services.authority import World, make_world
from tests.services.test_register import refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def own_key(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    settings.STET_SIGNING_KEY_FILE = tmp_path / "keys" / "signing.pem"
    settings.STET_CHECKPOINT_FILE = tmp_path / "checkpoints.jsonl"
    monkeypatch.setattr(signing_keys, "_loaded", {})
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    return tmp_path / "keys" / "signing.pem"


@pytest.fixture
def world() -> World:
    return make_world()


def trusted() -> Any:
    return load_keys(json.dumps(signing_keys.published()).encode())


def verifies(receipt: Receipt, **more: Any) -> bool:
    try:
        verify_receipt(receipt.envelope, trusted(), **more)
    except NotVerified as refusal:
        assert refusal.fault is Fault.REVOKED
        return False
    return True


def test_the_first_start_makes_a_key_that_only_its_owner_reads(own_key: Path) -> None:
    signing_keys.signer()
    assert stat.S_IMODE(own_key.stat().st_mode) == 0o600
    assert stat.S_IMODE(own_key.parent.stat().st_mode) == 0o700
    assert SigningKey.objects.get().state == "active"
    assert "PRIVATE" not in json.dumps(signing_keys.published())


def test_a_key_file_is_never_overwritten(own_key: Path) -> None:
    signing_keys.signer()
    before = own_key.read_bytes()
    with pytest.raises(FileExistsError):
        signing_keys.create(own_key)
    assert own_key.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"no key", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_a_key_that_cannot_be_read_signs_nothing(own_key: Path, content: bytes) -> None:
    own_key.parent.mkdir()
    own_key.write_bytes(content)
    with refused("signing_unavailable"):
        signing_keys.signer()
    assert own_key.read_bytes() == content


def test_a_lost_key_is_not_quietly_replaced(own_key: Path) -> None:
    signing_keys.signer()
    own_key.unlink()
    signing_keys._loaded.clear()
    with refused("signing_unavailable"):
        signing_keys.signer()
    assert not own_key.exists()


def test_after_a_rotation_everything_still_verifies(world: World, own_key: Path) -> None:
    compaction = world.approved()
    before = [world.serve(compaction).receipt, *Receipt.objects.filter(team=world.team)]
    first = SigningKey.objects.get(state="active")
    pending = signing_keys.prepare()
    assert {key["state"] for key in signing_keys.published()["keys"]} == {"active", "pending"}
    signing_keys.activate()
    world.pin("k", "Never push.")
    after = world.serve(compaction).receipt
    assert json.loads(after.envelope)["signatures"][0]["keyid"] == pending.keyid != first.keyid
    assert all(verifies(receipt) for receipt in [*before, after])
    assert not own_key.with_name("signing.pem.next").exists()
    signing_keys._loaded.clear()  # another process, which reads the files
    signing_keys.signer()


def test_a_revoked_key_is_believed_for_what_the_chain_held_before(world: World) -> None:
    compaction = world.approved()
    old = world.serve(compaction).receipt
    stolen = SigningKey.objects.get(state="active").keyid
    theft = timezone.now()
    world.pin("k", "Never push.")
    late = world.serve(compaction).receipt
    signing_keys.prepare()
    signing_keys.activate()
    signing_keys.revoke(stolen, reason="laptop lost", since=theft)
    anchor = checkpoints.issue(world.team)
    assert anchor is not None
    chain = verify_audit(exports.lines(world.team), trusted(), [anchor.envelope])
    assert not verifies(old)
    assert verifies(old, audit=chain)
    assert not verifies(late, audit=chain)
    with pytest.raises(Refused):
        signing_keys.revoke(stolen, reason="again")


def test_a_revoked_key_that_has_no_successor_signs_nothing(world: World) -> None:
    compaction = world.in_review()
    signing_keys.signer()
    signing_keys.revoke(SigningKey.objects.get().keyid, reason="stolen")
    with refused("signing_unavailable"):
        world.approve(compaction)


def test_the_commands_walk_a_key_through_its_life() -> None:
    signing_keys.signer()
    out = StringIO()
    call_command("signing_key", "prepare", stdout=out)
    call_command("signing_key", "activate", stdout=out)
    retired = SigningKey.objects.get(state="retired").keyid
    call_command("signing_key", "revoke", retired, "--reason", "old", "--since", "2026-11-30T10:00:00Z", stdout=out)
    shown = StringIO()
    call_command("signing_key", "show", stdout=shown)
    assert [key["state"] for key in json.loads(shown.getvalue())["keys"]] == ["revoked", "active"]
    with pytest.raises(CommandError, match="no pending key"):
        call_command("signing_key", "activate")
    with pytest.raises(CommandError, match="no time"):
        call_command("signing_key", "revoke", retired, "--reason", "x", "--since", "yesterday")


# Checkpoints and the chain


def test_checkpoints_are_due_by_count_or_by_age(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.append(("user", "hi"))
    assert checkpoints.due() == 1
    assert checkpoints.due() == 0
    world.append(("user", "again"))
    assert checkpoints.due() == 0  # a minute has not passed
    monkeypatch.setattr(checkpoints, "ENTRIES", 1)
    assert checkpoints.due() == 1


def test_a_checkpoint_goes_where_the_database_does_not_reach(
    world: World, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        world.approved()
    [line] = settings.STET_CHECKPOINT_FILE.read_text().splitlines()
    chain = verify_audit(exports.lines(world.team), trusted(), [line.encode()])
    assert chain.anchored == len(chain.links)


def test_the_command_checks_every_chain_and_exports_one(world: World, tmp_path: Path) -> None:
    world.approved()
    out = StringIO()
    call_command("verify_audit", stdout=out)
    assert f"{world.team.slug}: " in out.getvalue()
    path = tmp_path / "export.jsonl"
    call_command("verify_audit", "--team", world.team.slug, "--export", str(path), stdout=out)
    lines = path.read_text().removesuffix("\n").split("\n")
    assert len(verify_audit(lines, trusted()).links) == AuditEntry.objects.filter(team=world.team).count()
    with pytest.raises(CommandError, match="no team"):
        call_command("verify_audit", "--team", "nobody")


def test_the_command_finds_what_the_owner_of_the_table_changed(world: World) -> None:
    world.approved()
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE reviewapp_auditentry DISABLE TRIGGER USER")
        cursor.execute("UPDATE reviewapp_auditentry SET actor_id = '0' WHERE team_id = %s AND seq = 2", [world.team.id])
        cursor.execute("ALTER TABLE reviewapp_auditentry ENABLE TRIGGER USER")
    err = StringIO()
    with pytest.raises(CommandError, match="Not the chain"):
        call_command("verify_audit", stderr=err)
    assert "entry 2" in err.getvalue()
