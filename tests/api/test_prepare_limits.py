"""Asking for a compactor's input is bounded: by range, one at a time for a token, few in a process, each in time."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest

from reviewapp.conf import conf
from reviewapp.models import AgentToken, Scope
from reviewapp.services.compactions import prepare
from reviewapp.services.errors import Refused
from reviewapp.services.side_process import SidePool, SideProcess, TooSlow
from reviewapp.services.teams import tokens
from tests.api.agents import Agent, People, error
from tests.api.flow import TURNS

READER = "reviewapp.engine.constraints"
NOTHING: dict[str, list[str]] = {"turns": [], "pins": [], "kinds": [], "changes": []}


@pytest.fixture
def told(agent: Agent) -> Agent:
    agent.post("/sessions/s-1/turns", {"turns": TURNS})
    return agent


@pytest.fixture
def pool() -> Iterator[SidePool]:
    made = SidePool(READER, 1)
    yield made
    made.close()


def test_a_long_range_is_asked_for_in_parts(told: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "conf", replace(conf, prepare_turns=2))
    refused = told.post("/compactions/prepare", {"session": "s-1"})
    assert error(refused)[:2] == (413, "too_large")
    assert refused.json()["error"]["details"] == {"to_seq": 2}
    first = told.post("/compactions/prepare", {"session": "s-1", "to_seq": 2}).json()["input"]
    rest = told.post("/compactions/prepare", {"session": "s-1", "from_seq": 3, "to_seq": 4}).json()["input"]
    monkeypatch.undo()
    whole = told.post("/compactions/prepare", {"session": "s-1"}).json()["input"]
    assert first[:-1] + "," + rest[1:] == whole


def test_long_turns_end_a_range_before_their_number_does(told: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prepare, "conf", replace(conf, prepare_bytes=len(TURNS[0]["content"]) + 1))
    refused = told.post("/compactions/prepare", {"session": "s-1"})
    assert error(refused)[:2] == (413, "too_large")
    assert refused.json()["error"]["details"] == {"to_seq": 1}
    assert told.post("/compactions/prepare", {"session": "s-1", "to_seq": 1}).status_code == 200


def test_what_takes_too_long_is_ended(told: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    def late(_process: SideProcess, _question: object, seconds: float) -> dict[str, object]:
        assert seconds == conf.prepare_seconds
        raise TooSlow

    monkeypatch.setattr(SideProcess, "ask", late)
    assert error(told.post("/compactions/prepare", {"session": "s-1"}))[:2] == (413, "too_slow")


def test_a_late_process_is_killed_and_the_next_question_gets_a_new_one() -> None:
    process = SideProcess(READER)
    try:
        slow = {"role": "user", "content": "Never open port 5432. " * 20_000, "origin": "user"}
        with pytest.raises(TooSlow):
            process.ask({**NOTHING, "turns": [slow]}, 0.05)
        assert process.ask(NOTHING, 60) == {"pins": [], "untagged": []}
    finally:
        process.close()


def test_a_token_has_one_question_at_a_time(pool: SidePool) -> None:
    with pool.place("one", 0):
        with pytest.raises(Refused) as twice, pool.place("one", 0):
            pass
        with pytest.raises(Refused) as full, pool.place("another", 0):
            pass
    assert (twice.value.status, full.value.status) == (429, 503)
    with pool.place("one", 0), pytest.raises(Refused):
        pool.place("another", 0).__enter__()


def test_who_waits_gets_the_place_that_is_left(pool: SidePool) -> None:
    entered = threading.Event()

    def second() -> None:
        with pool.place("two", 60):
            entered.set()

    waiting = threading.Thread(target=second)
    with pool.place("one", 0):
        waiting.start()
        assert not entered.is_set()
    waiting.join()
    assert entered.is_set()


def test_no_request_reads_text_in_the_page_process(told: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("the engine ran in the page process")

    monkeypatch.setattr(sys.modules["reviewapp.engine.analyse"], "Pair", never)
    prepared = told.post("/compactions/prepare", {"session": "s-1"})
    assert prepared.status_code == 200
    assert prepared.json()["untagged"]


# Whose session it is


@pytest.fixture
def another(agent_with: Callable[..., Agent]) -> Agent:
    return agent_with(Scope.SUBMIT)


def test_a_token_that_only_sends_reads_no_other_agents_turns(told: Agent, another: Agent) -> None:
    stored = told.post("/compactions", {"session": "s-1", "summary": "Moved."}).json()
    assert error(another.post("/compactions/prepare", {"session": "s-1"}))[:2] == (403, "missing_scope")
    for path in (f"/compactions/{stored['id']}", f"/compactions/{stored['id']}/context", "/sessions/s-1/state"):
        assert error(another.get(path))[:2] == (403, "missing_scope"), path


def test_a_token_that_only_sends_has_its_own_session(another: Agent) -> None:
    another.post("/sessions/s-2/turns", {"turns": TURNS})
    assert another.post("/compactions/prepare", {"session": "s-2"}).status_code == 200
    stored = another.post("/compactions", {"session": "s-2", "summary": "Moved."}).json()
    assert another.get(f"/compactions/{stored['id']}").status_code == 200
    assert another.post(f"/compactions/{stored['id']}/withdraw", {}).status_code == 200
    assert another.post("/sessions/s-2/close", {}).status_code == 204


def test_no_token_ends_another_agents_work(told: Agent, another: Agent) -> None:
    stored = told.post("/compactions", {"session": "s-1", "summary": "Moved."}).json()
    assert error(another.post(f"/compactions/{stored['id']}/withdraw", {}))[:2] == (403, "not_yours")
    assert error(another.post("/sessions/s-1/close", {}))[:2] == (403, "not_yours")
    assert told.post("/sessions/s-1/close", {}).status_code == 204


def test_the_token_that_takes_anothers_place_has_its_sessions(ours: People, another: Agent) -> None:
    another.post("/sessions/s-2/turns", {"turns": TURNS})
    before = AgentToken.objects.get(public_id=another.secret.split("_")[1])
    issued = tokens.rotate(team=ours.team, user=ours.lead, token_id=before.id, overlap=timedelta(hours=1))
    assert (issued.token.scopes, issued.token.name) == (before.scopes, before.name)
    assert another.post("/compactions/prepare", {"session": "s-2"}).status_code == 200
    before.refresh_from_db()
    assert before.expires_at is not None
    assert Agent(issued.secret).post("/sessions/s-2/close", {}).status_code == 204


def test_a_token_that_has_ended_is_not_followed(ours: People, another: Agent) -> None:
    token = AgentToken.objects.get(public_id=another.secret.split("_")[1])
    tokens.revoke(team=ours.team, user=ours.lead, token_id=token.id)
    with pytest.raises(Refused) as refused:
        tokens.rotate(team=ours.team, user=ours.lead, token_id=token.id, overlap=timedelta(0))
    assert refused.value.code == "token_over"
