"""A history behind a gate: what takes its place, and everything after which it stays."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from reviewapp.client import (
    AsyncClient,
    AsyncGate,
    BaseMoved,
    Ceiling,
    CeilingReached,
    Client,
    FileMemory,
    Gate,
    MustKeep,
    NotReached,
    NotVerified,
    PinsNotHeld,
    Request,
    Response,
    RolledBack,
)
from reviewapp.client.conversation import Base, Conversation, chained
from reviewapp.guard.assertion import block_at_its_place
from reviewapp.models import Compaction, Turn
from tests.api.flow import LOSSY, RULE, TURNS
from tests.client.conftest import ThroughDjango
from tests.client.human import Human

MORE = {"role": "user", "content": "How far are you?"}


@pytest.fixture
def waited(connect: Callable[..., Client], human: Human) -> Client:
    """A client in whose pauses the human acts."""
    return connect(sleep=human)


class Summaries:
    """A compactor that remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def __call__(self, must_keep: Sequence[MustKeep]) -> str:
        self.asked.append([kept.quote for kept in must_keep])
        return f"{LOSSY} Attempt {len(self.asked)}."


def dead(_request: Request) -> Response:
    raise NotReached("no answer from http://localhost")


def test_a_rejected_summary_is_written_again_and_an_approved_one_takes_effect(waited: Client, human: Human) -> None:
    human.plan = [human.rejects, human.approves]
    summaries = Summaries()
    held = Gate(waited, "s-1", format="openai").hold(TURNS, summaries)
    assert summaries.asked[0] == []
    assert any(quote in RULE for quote in summaries.asked[1])
    assert held.changed
    block = block_at_its_place(list(held.messages))
    assert block is not None
    assert block.decode() == waited.pins("s-1").block
    assert RULE.removesuffix(".") in block.decode()
    assert Compaction.objects.get(state="approved").applied_digest is not None


def test_in_the_shadow_the_agent_goes_on_and_nothing_it_said_is_lost(client: Client, human: Human) -> None:
    human.plan = [human.approves]
    gate, summaries = Gate(client, "s-1"), Summaries()
    held = gate.hold(TURNS, summaries, shadow=True)
    assert (held.messages, held.changed, held.waits) == (TURNS, False, True)
    history = [*TURNS, MORE]
    assert gate.hold(history, summaries, shadow=True).messages == history
    assert len(summaries.asked) == 1
    human()
    swapped = gate.replaced(history)
    assert swapped.changed
    assert swapped.messages[-1] == MORE
    assert Turn.objects.count() == len(TURNS)


def test_the_next_summary_is_of_what_came_after(client: Client, human: Human) -> None:
    human.plan = [human.approves]
    gate = Gate(client, "s-1")
    gate.hold(TURNS, LOSSY, shadow=True)
    human()
    history = [*gate.replaced(TURNS).messages, MORE, {"role": "assistant", "content": "Half way."}]
    gate.hold(history, "They asked how far it is; half way.", shadow=True, keep_last=1)
    second = Compaction.objects.open().get()
    assert (second.from_seq, second.to_seq) == (len(TURNS) + 1, len(TURNS) + 1)


def test_a_history_that_was_changed_is_not_replaced(client: Client, human: Human) -> None:
    human.plan = [human.approves]
    gate = Gate(client, "s-1")
    gate.hold(TURNS, LOSSY, shadow=True)
    human()
    changed = [*TURNS[:-1], {"role": "user", "content": "Stop at once."}]
    held = gate.replaced(changed)
    assert held.messages is changed
    assert isinstance(held.error, BaseMoved)


def test_after_a_restart_the_history_is_found_again(client: Client, human: Human, tmp_path: Path) -> None:
    human.plan = [human.approves]
    Gate(client, "s-1").hold(TURNS, LOSSY, shadow=True)
    human()
    held = Gate(client, "s-1", memory=FileMemory(tmp_path / "memory.json")).replaced([*TURNS, MORE])
    assert held.changed
    again = Gate(client, "s-1", memory=FileMemory(tmp_path / "memory.json")).replaced([*held.messages, MORE])
    assert (again.changed, again.error) == (False, None)
    forgetful = Gate(client, "s-1").replaced(held.messages)
    assert isinstance(forgetful.error, NotVerified)


def test_an_older_epoch_than_the_history_has_is_refused(client: Client) -> None:
    with pytest.raises(RolledBack):
        Conversation(client, "s-1").look(TURNS, Base("c", 3, 12))


def test_the_link_to_the_review_is_in_every_answer(client: Client) -> None:
    held = Gate(client, "s-1").hold(TURNS, LOSSY, shadow=True)
    compaction = Compaction.objects.get()
    assert held.review_url == f"http://localhost:8000/t/ours/c/{compaction.id}/"
    assert client.status(str(compaction.id)).review_url == held.review_url


def test_two_agents_of_one_session_look_at_the_same_proposal(client: Client) -> None:
    first, second = Conversation(client, "s-1"), Conversation(client, "s-1")
    look = second.look(TURNS)
    opened = first.propose(first.look(TURNS), LOSSY, len(TURNS)).open
    assert second.propose(look, "Another summary.", len(TURNS)).open == opened


def test_a_dead_server_leaves_the_history(connect: Callable[..., Client]) -> None:
    held = Gate(connect(send=dead), "s-1").hold(TURNS, LOSSY)
    assert held.messages is TURNS
    assert isinstance(held.error, NotReached)
    with pytest.raises(NotReached):
        Gate(connect(send=dead), "s-1").assert_pinned(TURNS)


def test_after_so_many_rejections_the_history_stays(waited: Client, human: Human) -> None:
    human.plan = [human.rejects] * 5
    summaries = Summaries()
    gate = Gate(waited, "s-1", attempts=2)
    held = gate.hold(TURNS, summaries)
    assert (held.messages, len(summaries.asked)) == (TURNS, 2)
    assert held.must_keep
    gate.hold(TURNS, summaries)
    assert len(summaries.asked) == 2


def test_pins_are_asserted_in_anthropics_form(client: Client, human: Human) -> None:
    human.plan = [human.approves]
    gate = Gate(client, "s-1", format="anthropic")
    gate.hold(TURNS, LOSSY, shadow=True)
    human()
    context = gate.replaced(TURNS).context
    assert context is not None
    request = context.anthropic_request()
    assert {message["role"] for message in request["messages"]} <= {"user", "assistant"}
    assert client.pins("s-1").block in [block["text"] for block in request["system"]]
    gate.assert_pinned(request)
    with pytest.raises(PinsNotHeld):
        gate.assert_pinned({**request, "system": request["system"][:-1]})


LONG = [{"role": "system", "content": "Be brief."}, *({"role": "user", "content": f"{n} " * 400} for n in range(20))]


def test_over_the_ceiling_the_narrative_gives_way_and_the_pins_stand(client: Client) -> None:
    client.append_turns("s-1", TURNS)
    ceiling = Ceiling(1_000, "truncate_narrative_keep_pins")
    held = Gate(client, "s-1", ceiling=ceiling).hold(LONG, LOSSY, shadow=True)
    assert held.messages is LONG
    assert not ceiling.over(held.given)
    assert [message["content"] for message in held.given[:2]] == ["Be brief.", client.pins("s-1").block]
    assert "left out" in held.given[2]["content"]
    assert held.given[-1] == LONG[-1]


def test_a_tools_answer_is_never_kept_without_its_call(client: Client) -> None:
    client.append_turns("s-1", TURNS)
    call = {"name": "f", "arguments": "x" * 4_000}
    pair: list[dict[str, Any]] = [
        {"role": "assistant", "content": "", "tool_calls": [{"id": "c", "function": call}]},
        {"role": "tool", "tool_call_id": "c", "content": "done"},
        MORE,
    ]
    held = Gate(client, "s-1", ceiling=Ceiling(600, "truncate_narrative_keep_pins")).replaced([*LONG, *pair])
    assert [message for message in held.given if message["role"] == "tool"] == []
    assert held.given[-1] == MORE


def test_a_ceiling_that_keeps_gives_the_whole_history() -> None:
    history = [MORE] * 9
    assert Ceiling(1, "keep").over(history)
    assert Ceiling(1, "keep").fitted(history, lambda: "") == history


def test_a_ceiling_may_stop_the_agent(connect: Callable[..., Client]) -> None:
    with pytest.raises(CeilingReached):
        Gate(connect(send=dead), "s-1", ceiling=Ceiling(1_000, "stop")).replaced(LONG)
    with pytest.raises(NotReached):
        Gate(connect(send=dead), "s-1", ceiling=Ceiling(1_000, "truncate_narrative_keep_pins")).replaced(LONG)
    kept = Gate(connect(send=dead), "s-1", ceiling=Ceiling(1_000, "keep")).replaced(LONG)
    assert kept.given is LONG


def test_an_id_follows_from_everything_before_it() -> None:
    ids = [message["external_id"] for message in chained(TURNS, "s-1", Base())]
    other = [message["external_id"] for message in chained([MORE, *TURNS[1:]], "s-1", Base())]
    assert len(set(ids)) == len(TURNS)
    assert not set(ids) & set(other)
    assert ids == [message["external_id"] for message in chained([*TURNS, MORE], "s-1", Base())][:-1]


class InThreads(ThroughDjango):
    def __call__(self, request: Request) -> Response:
        try:
            return super().__call__(request)
        finally:
            connections.close_all()


@pytest.mark.django_db(transaction=True)
def test_awaited_it_is_the_same(secret: str, human: Human) -> None:
    send = InThreads()

    async def summary(_must_keep: Sequence[MustKeep]) -> str:
        await asyncio.sleep(0)
        return LOSSY

    async def run() -> list[str]:
        async with AsyncClient("http://localhost", secret, send=send) as client:
            held = await AsyncGate(client, "s-1").hold(TURNS, summary, shadow=True)
            await client.withdraw(held.look.open.id)  # type: ignore[union-attr]  # it was proposed just now
            return [(await client.standing("s-1")).latest.state]  # type: ignore[union-attr]  # the same

    assert asyncio.run(run()) == ["withdrawn"]
