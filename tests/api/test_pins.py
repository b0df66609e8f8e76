"""GET /pins, POST /pins/proposals, POST /assertions"""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from reviewapp.models import PinProposal
from reviewapp.services.pins import register
from tests.api.agents import Agent, People, error
from tests.api.flow import TURNS, approved, submitted

PROPOSAL = {"key": "no-prod", "text": "Never touch prod.", "severity": "HARD_DENIAL"}


def pin(of: People, key: str = "no-prod") -> None:
    register.pin(team=of.team, user=of.lead, key=key, text="Never touch prod.", severity="ADVISORY")


def test_the_block_holds_every_pin_to_the_byte(agent: Agent, ours: People) -> None:
    agent.post("/sessions/s-1/turns", {"turns": TURNS})
    pin(ours)
    told = agent.get("/pins?session=s-1").json()
    assert "[PINNED no-prod v1 ADVISORY] Never touch prod." in told["block"]
    assert told["digest"] == hashlib.sha256(told["block"].encode()).hexdigest()
    assert (told["register"]["team"]["version"], told["register"]["session"]["version"]) == (1, 0)


def test_without_a_session_it_is_the_teams(agent: Agent, ours: People, stranger: Agent) -> None:
    pin(ours)
    assert agent.get("/pins").json()["register"]["session"] is None
    assert "Never touch prod." in agent.get("/pins").json()["block"]
    assert "Never touch prod." not in stranger.get("/pins").json()["block"]


def test_a_session_that_is_not_there_is_not_found(agent: Agent, stranger: Agent) -> None:
    submitted(agent)
    assert error(stranger.get("/pins?session=s-1")) == (404, "not_found", None)
    assert error(agent.get("/pins?session=s-2")) == (404, "not_found", None)
    assert error(agent.get("/pins?session=a%20b")) == (422, "invalid", "session")


def test_a_proposal_binds_nobody(agent: Agent) -> None:
    submitted(agent)
    answer = agent.post("/pins/proposals", {**PROPOSAL, "session": "s-1", "turn_seq": 2, "start": 0, "end": 4})
    assert (answer.status_code, answer.json()["state"]) == (201, "open")
    assert answer.json()["id"] == str(PinProposal.objects.get().id)
    assert "no-prod" not in agent.get("/pins?session=s-1").json()["block"]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"key": ""}, "/key"),
        ({"key": "a b"}, "/key"),
        ({"text": ""}, "/text"),
        ({"text": "x" * 8_193}, "/text"),
        ({"text": "ä" * 5_000}, "/text"),
        ({"severity": "LOW"}, "/severity"),
        ({"turn_seq": 1}, "/turn_seq"),
        ({"start": -1}, "/start"),
    ],
)
def test_a_proposal_that_is_no_pin_is_refused(agent: Agent, fields: dict[str, Any], field: str) -> None:
    assert error(agent.post("/pins/proposals", {**PROPOSAL, **fields}))[::2] == (422, field)


def test_a_context_as_served_holds_its_pins(agent: Agent, ours: People) -> None:
    compaction = approved(ours, agent)
    messages = agent.get(f"/compactions/{compaction.id}/context").json()["messages"]
    told = agent.post("/assertions", {"session": "s-1", "messages": messages}).json()
    assert told == {"held": True, "block": "present", "missing": [], "altered": [], "stale": [], "state": "none"}


def test_a_context_without_the_block_does_not(agent: Agent, ours: People) -> None:
    submitted(agent)
    pin(ours)
    told = agent.post("/assertions", {"session": "s-1", "messages": TURNS}).json()
    assert (told["held"], told["block"], told["missing"]) == (False, "missing", ["no-prod"])


def test_one_changed_byte_is_told_with_its_pin(agent: Agent, ours: People) -> None:
    compaction = approved(ours, agent)
    messages = agent.get(f"/compactions/{compaction.id}/context").json()["messages"]
    block = next(message for message in messages if message["kind"] == "pinned")
    block["content"] = block["content"].replace("NO circumstances", "no circumstances")
    told = agent.post("/assertions", {"session": "s-1", "messages": messages}).json()
    assert told["held"] is False


@pytest.mark.parametrize("messages", [[], [3], [None], [{"role": 1}], [{"role": "system", "content": [[]]}], [[]]])
def test_what_is_no_message_holds_no_pin(agent: Agent, ours: People, messages: list[Any]) -> None:
    pin(ours)
    answer = agent.post("/assertions", {"messages": messages})
    assert (answer.status_code, answer.json()["held"]) == (200, False)
