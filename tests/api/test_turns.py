"""POST /sessions/{session}/turns"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import OperationalError

from reviewapp.models import Scope, Session, Turn
from reviewapp.services.compactions import intake
from tests.api.agents import Agent, People, error

PATH = "/sessions/s-1/turns"
HELLO = {"role": "user", "content": "Hello."}


def append(agent: Agent, *turns: Any, path: str = PATH, **fields: Any) -> Any:
    return agent.post(path, {"turns": list(turns), **fields})


def test_it_numbers_turns_from_one(agent: Agent) -> None:
    answer = append(agent, HELLO, {"role": "assistant", "content": "Hi."})
    assert answer.status_code == 201
    assert answer.json() == {"session": "s-1", "first_seq": 1, "last_seq": 2, "epoch": 0}
    assert append(agent, HELLO).json()["first_seq"] == 3


def test_it_keeps_every_byte(agent: Agent) -> None:
    text = "a\r\n\u202eb\u0301\U0001f600 \u200b\ufeff\u2028"
    append(agent, {"role": "user", "content": text})
    assert Turn.objects.get().text == text


def test_it_stores_who_speaks_and_where_in_the_message(agent: Agent) -> None:
    blocks = [{"type": "tool_result", "tool_use_id": "c", "content": "x"}, {"type": "text", "text": "Go."}]
    append(agent, {"role": "user", "content": blocks})
    rows = Turn.objects.order_by("seq").values_list("role", "origin", "kind", "tool_call_id", "message_index", "part")
    assert list(rows) == [("user", "tool", "tool_result", "c", 0, 0), ("user", "user", "text", "", 0, 1)]


def test_it_takes_a_gap_for_what_it_is(agent: Agent) -> None:
    append(agent, HELLO)
    answer = append(agent, HELLO, after_seq=0)
    assert error(answer) == (409, "seq_gap", "/after_seq")
    assert answer.json()["error"]["details"] == {"last_seq": 1}
    assert append(agent, HELLO, after_seq=1).status_code == 201


def test_the_same_turn_twice_is_stored_once(agent: Agent) -> None:
    named = {**HELLO, "external_id": "m-1"}
    append(agent, named)
    assert append(agent, named).status_code == 201
    assert Turn.objects.count() == 1


def test_another_turn_under_the_same_id_is_refused(agent: Agent) -> None:
    append(agent, {**HELLO, "external_id": "m-1"})
    assert error(append(agent, {"role": "user", "content": "Other.", "external_id": "m-1"}))[:2] == (
        409,
        "turn_differs",
    )


@pytest.mark.parametrize(
    ("other", "named"),
    [({"role": "system"}, "role and origin"), ({"origin": "tool"}, "origin"), ({"kind": "tool_result"}, "origin and")],
)
def test_another_speaker_under_the_same_id_is_refused(agent: Agent, other: dict[str, str], named: str) -> None:
    append(agent, {**HELLO, "external_id": "m-1"})
    answer = append(agent, {**HELLO, "external_id": "m-1", **other})
    assert error(answer) == (409, "turn_differs", "/turns/0/external_id")
    assert named in answer.json()["error"]["message"]


def test_two_speakers_under_one_id_in_one_request_are_refused(agent: Agent) -> None:
    named = {**HELLO, "external_id": "m-1"}
    assert error(append(agent, named, {**named, "role": "assistant"}))[1] == "turn_differs"
    assert not Turn.objects.exists()


def test_sessions_of_two_teams_may_share_a_name(agent: Agent, stranger: Agent) -> None:
    append(agent, HELLO)
    assert append(stranger, HELLO).json()["first_seq"] == 1
    assert Session.objects.count() == 2


@pytest.mark.parametrize("name", ["a", "run:7@host.example_1-x", "A" * 200])
def test_it_takes_an_agents_own_name_of_a_session(agent: Agent, name: str) -> None:
    assert append(agent, HELLO, path=f"/sessions/{name}/turns").json()["session"] == name


@pytest.mark.parametrize("name", ["a%20b", "A" * 201, "%C3%A4", "a%0A", "%25"])
def test_it_refuses_another_name(agent: Agent, name: str) -> None:
    assert error(append(agent, HELLO, path=f"/sessions/{name}/turns")) == (422, "invalid", "session")


@pytest.mark.parametrize("name", [".", ".."])
def test_it_refuses_a_name_that_an_address_would_lose(agent: Agent, name: str) -> None:
    answer = append(agent, HELLO, path=f"/sessions/{name}/turns")
    assert error(answer) == (422, "invalid", "session")
    assert "called . or .." in answer.json()["error"]["message"]
    submitted = agent.post("/compactions", {"session": name, "turns": [HELLO], "summary": "Hello."})
    assert error(submitted) == (422, "invalid", "/session")
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({}, "invalid", "/turns"),
        ([], "invalid", ""),
        (None, "invalid", ""),
        ("turns", "invalid", ""),
        ({"turns": {}}, "invalid", "/turns"),
        ({"turns": [HELLO], "turn": 1}, "unknown_field", "/turn"),
        ({"turns": [HELLO], "after_seq": "1"}, "invalid", "/after_seq"),
        ({"turns": [HELLO], "after_seq": -1}, "invalid", "/after_seq"),
        ({"turns": [HELLO], "after_seq": 2**53 - 1}, "invalid", "/after_seq"),
        ({"turns": [HELLO], "after_seq": True}, "invalid", "/after_seq"),
        ({"turns": [HELLO, 3]}, "invalid", "/turns/1"),
        ({"turns": [{"role": "user", "content": [{"type": "text"}]}]}, "invalid", "/turns/0/content/0/text"),
        ({"turns": [{**HELLO, "a/b": 1}]}, "unknown_field", "/turns/0/a~1b"),
    ],
)
def test_it_points_at_what_is_wrong(agent: Agent, body: Any, code: str, field: str) -> None:
    answer = agent.post(PATH, raw=json.dumps(body).encode())
    assert error(answer) == (422, code, field)
    assert not Session.objects.exists()


def test_memory_needs_its_own_scope(agent_with: Callable[..., Agent], agent: Agent) -> None:
    memory = {"role": "user", "content": "She likes tea.", "origin": "memory"}
    assert error(append(agent_with(Scope.SUBMIT), memory)) == (403, "missing_scope", "/turns/0/origin")
    assert append(agent, memory).status_code == 201


def test_a_closed_session_takes_no_more(agent: Agent, ours: People) -> None:
    append(agent, HELLO)
    assert agent.post("/sessions/s-1/close", {}).status_code == 204
    assert error(append(agent, HELLO))[:2] == (409, "session_closed")
    assert agent.post("/sessions/s-1/close", {}).status_code == 204


def test_another_teams_session_is_not_closed(agent: Agent, stranger: Agent) -> None:
    append(agent, HELLO)
    assert error(stranger.post("/sessions/s-1/close", {}))[:2] == (404, "not_found")
    assert Session.objects.get().closed_at is None


def test_a_database_that_is_away_is_a_503(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    def away(**_given: object) -> None:
        raise OperationalError

    monkeypatch.setattr(intake, "append_turns", away)
    answer = append(agent, HELLO)
    assert error(answer) == (503, "unavailable", None)
    assert answer["Retry-After"] == "1"


def test_it_takes_many(agent: Agent) -> None:
    answer = append(agent, *[{"role": "user", "content": str(number)} for number in range(2_500)])
    assert answer.json()["last_seq"] == 2_500
