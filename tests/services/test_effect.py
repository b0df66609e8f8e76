"""What takes effect: which summaries stand in a context, what a restore brings back, what agents say and ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from reviewapp.guard.receipts import ReceiptKind
from reviewapp.guard.states import State
from reviewapp.models import AuditEntry, Policy
from reviewapp.services.compactions import analysis, checks
from reviewapp.services.context import delivery
from reviewapp.services.errors import Refused
from reviewapp.services.receipts import receipts
from reviewapp.services.review import restoring
from tests import plain_engine
from tests.services.authority import World, make_world
from tests.services.test_register import refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)


@pytest.fixture
def world() -> World:
    return make_world()


def test_a_parent_absorbs_its_children(world: World) -> None:
    first = world.approved("It moves.")
    world.append(("assistant", "Done."))
    second = world.approved("It has moved.", turns=[])
    world.append(("assistant", "Cleaned up."))
    parent = world.approved("Moved and clean.", turns=[], builds_on=[first.id, second.id])
    served = world.serve(parent)
    summaries = [message["content"] for message in served.messages if message["kind"] == "summary"]
    assert len(summaries) == 1
    assert "Moved and clean." in summaries[0]
    with pytest.raises(Refused) as error:
        world.serve(first)
    assert (error.value.code, error.value.details["superseded_by"]) == ("superseded", str(parent.id))
    assert (world.session.epoch, world.session.covered_seq, world.session.generation) == (3, 5, 3)


def test_active_summaries_stand_in_turn_order(world: World) -> None:
    world.approved("It moves.")
    world.append(("assistant", "Done."))
    second = world.approved("It has moved.", turns=[])
    kinds = [message.get("seq", message["kind"]) for message in world.serve(second).messages]
    assert kinds == [1, "pinned", 2, "summary", "summary"]


# Restoring


def test_a_restore_brings_the_raw_turns_back(world: World) -> None:
    gone = world.approved("It moves.")
    asked = restoring.request_restore(team=world.team, user=world.bob, compaction_id=gone.id)
    analysis.analyse(compaction_id=asked.id)
    asked.refresh_from_db()
    assert asked.state == State.IN_REVIEW
    assert "summary" in kinds_of(world.serve(gone).messages)
    world.approve(asked)
    served = world.serve(asked)
    assert kinds_of(served.messages) == ["text", "pinned", "text", "text"]
    assert world.session.covered_seq == 0
    with refused("superseded"):
        world.serve(gone)


def test_only_what_is_active_can_be_restored(world: World) -> None:
    compaction = world.in_review()
    with refused("not_active"):
        restoring.request_restore(team=world.team, user=world.bob, compaction_id=compaction.id)


def kinds_of(messages: Sequence[Any]) -> list[str]:
    return [message["kind"] for message in messages]


# Applying


def test_an_agent_says_what_it_runs_on(world: World) -> None:
    compaction = world.approved()
    say: dict[str, Any] = {"team": world.team, "token": world.token, "compaction_id": compaction.id}
    with refused("never_served"):
        delivery.applied(**say, context_digest="00" * 32)
    digest = world.serve(compaction).context_digest
    for _ in range(2):
        delivery.applied(**say, context_digest=digest)
    compaction.refresh_from_db()
    assert compaction.applied_digest == bytes.fromhex(digest)
    assert AuditEntry.objects.filter(action="context.applied").count() == 1
    world.append(("assistant", "Done."))
    world.approved("It has moved.", turns=[])
    with refused("epoch_moved"):
        delivery.applied(**say, context_digest=digest)


def test_an_agent_may_ask_before_it_acts(world: World) -> None:
    world.pin("k", "Never push.")
    messages = list(world.serve(world.approved()).messages)
    ask: dict[str, Any] = {"team": world.team, "token": world.token, "session": world.name}
    assert delivery.assert_pinned(**ask, context=messages).held
    assert delivery.assert_pinned(**ask, context=messages[2:]).missing == ("k",)
    world.pin("l", "Never deploy.")
    assert delivery.assert_pinned(**ask, context=messages).missing == ("l",)


def test_a_context_receipt_names_the_approval(world: World) -> None:
    compaction = world.approved()
    told = receipts.statement(world.serve(compaction).receipt)
    assert told.kind is ReceiptKind.CONTEXT
    assert compaction.receipt is not None
    assert told.predicate["approval"] == compaction.receipt.digest.hex()
    assert Policy.objects.filter(team=world.team).count() == 2
