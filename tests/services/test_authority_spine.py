"""From a pin to a verified context: the path that everything else rests on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reviewapp.guard import verify
from reviewapp.guard.__main__ import main
from reviewapp.guard.receipts import ReceiptKind
from reviewapp.guard.states import State
from reviewapp.models import ContextServe, Receipt
from reviewapp.services.compactions import checks, finalize
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.compactions.must_keep import must_keep
from reviewapp.services.errors import Refused
from reviewapp.services.receipts import receipts, signing_keys
from tests import plain_engine
from tests.services.authority import World, make_world

pytestmark = pytest.mark.django_db

RULE = "Under NO circumstances should you touch the legacy Aurora instance."


@pytest.fixture
def world() -> World:
    return make_world()


def test_an_approved_context_holds_its_pins_and_its_receipt_verifies(world: World, tmp_path: Path) -> None:
    world.pin("aurora", RULE, "HARD_DENIAL")
    served = world.serve(world.approved())
    assert any(RULE in str(message["content"]) for message in served.messages)
    paths = {name: tmp_path / f"{name}.json" for name in ("receipt", "keys", "context")}
    paths["receipt"].write_bytes(served.receipt.envelope)
    paths["keys"].write_text(json.dumps(signing_keys.published()))
    paths["context"].write_text(json.dumps(served.messages))
    command = ["verify", str(paths["receipt"]), "--keys", str(paths["keys"]), "--context", str(paths["context"])]
    assert main(command) == 0
    paths["context"].write_text(json.dumps(served.messages).replace("NO circumstances", "no circumstances"))
    assert main(command) == 5


def test_nothing_is_served_before_the_approval(world: World) -> None:
    compaction = world.in_review()
    with pytest.raises(Refused) as refused:
        world.serve(compaction)
    assert (refused.value.code, refused.value.status) == ("history_stays", 409)
    assert not ContextServe.objects.exists()


def test_a_pin_added_after_the_approval_is_in_every_context_from_then_on(world: World) -> None:
    compaction = world.approved()
    before = world.serve(compaction)
    world.pin("aurora", RULE)
    after = world.serve(compaction)
    assert RULE not in str(before.messages)
    assert RULE in str(after.messages)
    assert before.receipt.id != after.receipt.id
    assert world.serve(compaction).receipt.id == after.receipt.id


def test_approval_moves_the_session_on_and_leaves_two_receipts(world: World) -> None:
    compaction = world.approved()
    session = world.session
    assert (session.epoch, session.generation, session.covered_seq) == (1, 1, 3)
    assert compaction.receipt is not None
    approval = receipts.statement(compaction.receipt)
    assert approval.kind is ReceiptKind.APPROVAL
    assert approval.predicate["decisions"][0]["actor"] == str(world.ann.id)
    kinds = set(Receipt.objects.filter(team=world.team).values_list("kind", flat=True))
    assert kinds == {"bypass", "approval", "checkpoint"}


def test_a_rejection_says_what_to_keep(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    world.history.append(TurnIn("user", "Do NOT open port 5432 to the peering link."))
    compaction = world.in_review("The service moves to EKS.")
    [key] = compaction.analyses.get().findings.values_list("key", flat=True)
    finalize.reject(team=world.team, user=world.ann, compaction_id=compaction.id, reason_code="losses", must_keep=[key])
    compaction.refresh_from_db()
    assert compaction.state == State.REJECTED
    [kept] = must_keep(compaction)
    assert kept["turn_seq"] == 4
    assert "5432" in kept["quote"]
    assert compaction.receipt is not None
    assert receipts.statement(compaction.receipt).predicate["outcome"] == "rejected"


def test_a_stale_page_cannot_approve(world: World) -> None:
    compaction = world.in_review()
    shown = world.shown(compaction)
    world.pin("aurora", RULE)
    with pytest.raises(Refused) as refused:
        world.approve(compaction, digest=shown)
    assert refused.value.code == "stale_pins"
    compaction.refresh_from_db()
    assert compaction.state == State.IN_REVIEW


def test_a_receipt_is_refused_for_another_team(world: World) -> None:
    served = world.serve(world.approved())
    trusted = verify.load_keys(json.dumps(signing_keys.published()).encode())
    verify.verify_receipt(served.receipt.envelope, trusted, team=str(world.team.id))
    with pytest.raises(verify.NotVerified) as refused:
        verify.verify_receipt(served.receipt.envelope, trusted, team="another")
    assert refused.value.fault == verify.Fault.MISMATCH
