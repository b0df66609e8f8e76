"""GET and PUT /sessions/{session}/state"""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.agents import Agent, error
from tests.api.flow import TURNS

PATH = "/sessions/s-1/state"
RECORD = {
    "objective": "Move the cluster.",
    "forbidden_actions": ["touch the Aurora instance"],
    "frozen_resources": ["subnet-0a1b2c"],
    "verified_entities": {"vpc": "vpc-77"},
    "completed": [],
    "pending": ["plan"],
}


@pytest.fixture
def told(agent: Agent) -> Agent:
    agent.post("/sessions/s-1/turns", {"turns": TURNS})
    return agent


def test_it_is_empty_at_first(told: Agent) -> None:
    answer = told.get(PATH)
    assert answer["ETag"] == '"0"'
    assert (answer.json()["version"], answer.json()["state"]["pending"]) == (0, [])


def test_it_comes_back_as_it_was_written(told: Agent) -> None:
    answer = told.put(PATH, RECORD)
    assert (answer.status_code, answer["ETag"]) == (200, '"1"')
    assert told.get(PATH).json() == {"session": "s-1", "version": 1, "state": RECORD}


def test_a_later_version_is_not_overwritten_unseen(told: Agent) -> None:
    assert told.put(PATH, RECORD, If_Match='"0"').status_code == 200
    answer = told.put(PATH, {"objective": "Other."}, If_Match='"0"')
    assert error(answer) == (412, "version", "If-Match")
    assert answer.json()["error"]["details"] == {"version": 1}
    assert told.put(PATH, {"objective": "Other."}, If_Match="1").json()["version"] == 2


@pytest.mark.parametrize("header", ["*", "x", '"1', "-1", "99999999999999999999"])
def test_what_is_no_version_is_refused(told: Agent, header: str) -> None:
    assert error(told.put(PATH, RECORD, If_Match=header)) == (422, "invalid", "If-Match")


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"mood": "good"}, "unknown_field", "/mood"),
        ({"objective": 3}, "invalid", "/objective"),
        ({"pending": "plan"}, "invalid", "/pending"),
        ({"pending": [1]}, "invalid", "/pending/0"),
        ({"pending": [" "]}, "invalid", "/pending"),
        ({"completed": ["x"] * 1_001}, "invalid", "/completed"),
        ({"verified_entities": ["x"]}, "invalid", "/verified_entities"),
        ({"verified_entities": {"vpc": 7}}, "invalid", "/verified_entities/vpc"),
    ],
)
def test_a_record_of_another_shape_is_refused(told: Agent, fields: dict[str, Any], code: str, field: str) -> None:
    assert error(told.put(PATH, {**RECORD, **fields})) == (422, code, field)


def test_a_session_that_is_not_there_has_none(told: Agent, stranger: Agent) -> None:
    assert error(told.get("/sessions/s-2/state"))[0] == 404
    assert error(stranger.get(PATH)) == error(stranger.put(PATH, RECORD)) == (404, "not_found", None)


def test_a_context_has_to_hold_what_is_forbidden(told: Agent) -> None:
    told.put(PATH, RECORD)
    served = told.get("/pins?session=s-1").json()
    pinned = {"role": "system", "content": served["block"]}
    state = {"role": "system", "content": served["state"]}
    assert '[PROHIBITED 1] "touch the Aurora instance"' in served["state"]

    def asserted(*messages: object) -> dict[str, Any]:
        answer: dict[str, Any] = told.post("/assertions", {"session": "s-1", "messages": list(messages)}).json()
        return answer

    assert (asserted(pinned, state)["held"], asserted(pinned, state)["state"]) == (True, "present")
    assert (asserted(pinned)["held"], asserted(pinned)["state"]) == (False, "missing")
    state["content"] = served["state"].replace("touch the Aurora", "look at the Aurora")
    assert (asserted(pinned, state)["held"], asserted(pinned, state)["state"]) == (False, "differs")
