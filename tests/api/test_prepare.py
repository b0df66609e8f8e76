"""POST /compactions/prepare"""

from __future__ import annotations

import hashlib

import pytest

from reviewapp.services.pins import register
from tests.api.agents import Agent, People, error
from tests.api.flow import RULE, TURNS, submitted


@pytest.fixture
def told(agent: Agent) -> Agent:
    agent.post("/sessions/s-1/turns", {"turns": TURNS})
    return agent


def test_pinned_spans_are_cut_out(told: Agent, ours: People) -> None:
    register.pin(team=ours.team, user=ours.lead, key="aurora", text=RULE, severity="HARD_DENIAL")
    prepared = told.post("/compactions/prepare", {"session": "s-1"}).json()
    assert RULE not in prepared["input"]
    assert "[PINNED aurora]" in prepared["input"]
    (cut,) = prepared["excluded"]
    assert TURNS[cut["seq"] - 1]["content"][cut["start"] : cut["end"]] == RULE
    assert prepared["input_digest"] == hashlib.sha256(prepared["input"].encode()).hexdigest()
    assert list(prepared["pins"]) == ["aurora"]
    assert prepared["register"]["team"]["version"] == 1


def test_a_constraint_that_no_pin_holds_is_named(told: Agent) -> None:
    prepared = told.post("/compactions/prepare", {"session": "s-1"}).json()
    assert any(untagged["quote"] in RULE for untagged in prepared["untagged"])


def test_it_says_how_faithfully_each_turn_is_kept(told: Agent, ours: People) -> None:
    register.pin(team=ours.team, user=ours.lead, key="aurora", text=RULE, severity="HARD_DENIAL")
    prepared = told.post("/compactions/prepare", {"session": "s-1"}).json()
    assert list(prepared["fidelity"]) == ["1", "2", "3", "4"]
    assert prepared["fidelity"]["2"] == "authority"


def test_the_input_sent_back_raises_the_assurance(told: Agent, ours: People) -> None:
    register.pin(team=ours.team, user=ours.lead, key="aurora", text=RULE, severity="HARD_DENIAL")
    prepared = told.post("/compactions/prepare", {"session": "s-1"}).json()
    submission = {"session": "s-1", "summary": "Moved.", "compactor_input": prepared["input"]}
    stored = told.post("/compactions", submission).json()
    assert told.get(f"/compactions/{stored['id']}").json()["assurance"] == "recomputed"


def test_a_range_has_to_be_there(told: Agent, stranger: Agent) -> None:
    assert error(told.post("/compactions/prepare", {"session": "s-1", "to_seq": 9}))[::2] == (409, "/to_seq")
    assert error(told.post("/compactions/prepare", {"session": "s-2"}))[0] == 404
    assert error(stranger.post("/compactions/prepare", {"session": "s-1"}))[0] == 404


def test_nothing_is_stored_by_it(told: Agent) -> None:
    told.post("/compactions/prepare", {"session": "s-1"})
    assert submitted(told, session="s-2")["generation"] == 1
    assert told.get("/sessions/s-1/state").json()["version"] == 0
