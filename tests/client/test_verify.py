"""What the client refuses to apply."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from reviewapp.client import Client, Garbled, NotVerified, RolledBack, Unsigned, checks
from reviewapp.guard.digest import context_digest
from tests.api.agents import Agent, People
from tests.api.flow import approved


@pytest.fixture
def served(agent: Agent, ours: People) -> dict[str, Any]:
    answer = agent.get(f"/compactions/{approved(ours, agent).id}/context").json()
    assert isinstance(answer, dict)
    return answer


def verify(client: Client, served: dict[str, Any], **options: Any) -> object:
    return client.verify(served, compaction=served["compaction"], **options)


def test_what_was_served_verifies_again(client: Client, served: dict[str, Any]) -> None:
    assert verify(client, served)


def flip_summary(served: dict[str, Any]) -> None:
    served["messages"][-1]["content"] += "!"


def flip_pin(served: dict[str, Any]) -> None:
    block = next(message for message in served["messages"] if message["kind"] == "pinned")
    block["content"] = block["content"].replace("HARD_DENIAL", "ADVISORY", 1)


def drop_block(served: dict[str, Any]) -> None:
    served["messages"] = [message for message in served["messages"] if message["kind"] != "pinned"]


def swap_order(served: dict[str, Any]) -> None:
    served["messages"].reverse()


CHANGES = [flip_summary, flip_pin, drop_block, swap_order]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("signature", [True, False])
def test_a_changed_message_does_not(
    client: Client, served: dict[str, Any], change: Callable[[dict[str, Any]], None], signature: bool
) -> None:
    change(served)
    with pytest.raises(NotVerified):
        verify(client, served, require_signature=signature)


@pytest.mark.parametrize("change", CHANGES)
def test_not_even_with_its_own_digest(
    client: Client, served: dict[str, Any], change: Callable[[dict[str, Any]], None]
) -> None:
    change(served)
    served["context_digest"] = context_digest(served["messages"]).hex()
    with pytest.raises(NotVerified):
        verify(client, served)


@pytest.mark.parametrize("change", [drop_block, swap_order])
def test_without_its_block_nothing_is_taken_unsigned_either(
    client: Client, served: dict[str, Any], change: Callable[[dict[str, Any]], None]
) -> None:
    change(served)
    served["context_digest"] = context_digest(served["messages"]).hex()
    with pytest.raises(NotVerified):
        verify(client, served, require_signature=False)


@pytest.mark.parametrize(
    ("name", "value"), [("epoch", 2), ("through_seq", 9), ("session", "s-2"), ("context_digest", "0" * 64)]
)
def test_a_changed_statement_does_not(client: Client, served: dict[str, Any], name: str, value: object) -> None:
    with pytest.raises(NotVerified):
        verify(client, {**served, name: value})


@pytest.mark.parametrize("part", ["payload", "signatures"])
def test_a_changed_receipt_does_not(client: Client, served: dict[str, Any], part: str) -> None:
    text = json.dumps(served["receipt"][part])
    at = len(text) // 2
    swapped = text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :]
    served["receipt"][part] = json.loads(swapped)
    with pytest.raises(NotVerified):
        verify(client, served)


def test_the_receipt_of_another_kind_does_not(client: Client, agent: Agent, served: dict[str, Any]) -> None:
    approval = agent.get(f"/compactions/{served['compaction']}").json()["receipt"]
    with pytest.raises(NotVerified):
        verify(client, {**served, "receipt": agent.get(f"/receipts/{approval}").json()})


def test_keys_kept_from_before_do_not_take_another(connect: Callable[..., Client], served: dict[str, Any]) -> None:
    with pytest.raises(NotVerified):
        verify(connect(keys=b'{"keys": []}'), served)


def test_a_receipt_of_another_team_does_not(connect: Callable[..., Client], served: dict[str, Any]) -> None:
    with pytest.raises(NotVerified):
        verify(connect(team="999999"), served)


def test_another_compaction_than_asked_for_does_not(client: Client, served: dict[str, Any]) -> None:
    with pytest.raises(NotVerified):
        client.verify(served, compaction="another")
    with pytest.raises(NotVerified):
        client.verify(served, compaction=served["compaction"], format="openai")


def test_an_older_epoch_than_seen_is_refused(connect: Callable[..., Client], served: dict[str, Any]) -> None:
    seen = {"s-1": 2}
    with pytest.raises(RolledBack):
        verify(connect(seen=seen), served)
    assert seen == {"s-1": 2}


def test_the_epoch_is_remembered(connect: Callable[..., Client], served: dict[str, Any]) -> None:
    seen: dict[str, int] = {}
    verify(connect(seen=seen), served)
    assert seen == {"s-1": 1}


def test_what_did_not_verify_is_not_remembered(connect: Callable[..., Client], served: dict[str, Any]) -> None:
    seen: dict[str, int] = {}
    with pytest.raises(NotVerified):
        verify(connect(seen=seen), {**served, "epoch": 9})
    assert seen == {}


@pytest.fixture
def without_cryptography(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: str) -> None:
        raise ImportError

    monkeypatch.setattr("reviewapp.client.checks.importlib.import_module", missing)


def test_without_the_extra_it_applies_nothing_unless_told(
    client: Client, served: dict[str, Any], without_cryptography: None
) -> None:
    assert not checks.can_verify()
    with pytest.raises(Unsigned):
        client.context(served["compaction"])
    context = client.context(served["compaction"], require_signature=False)
    assert not context.signed


@pytest.mark.parametrize("name", ["messages", "context_digest", "epoch", "through_seq", "receipt", "session"])
def test_an_answer_with_a_part_missing_is_none(client: Client, served: dict[str, Any], name: str) -> None:
    del served[name]
    with pytest.raises(Garbled):
        verify(client, served)
