"""GET and PUT /sessions/{session}/state"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from reviewapp.models import Membership, Session, User
from reviewapp.services.errors import Refused
from reviewapp.services.sessions import releases, releasing
from tests.api.agents import Agent, People, error
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
    assert told.get(PATH).json() == {"session": "s-1", "version": 1, "state": RECORD, "waiting": []}


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


def test_what_is_forbidden_is_taken_out_by_a_person_alone(told: Agent, ours: People) -> None:
    told.put(PATH, RECORD)
    less = {**RECORD, "forbidden_actions": ["touch the Aurora instance on Sundays"], "frozen_resources": []}
    refused = told.put(PATH, less)
    assert error(refused) == (428, "precondition", "If-Match")
    answer = told.put(PATH, less, If_Match="1").json()
    assert answer["state"]["forbidden_actions"] == [*RECORD["forbidden_actions"], *less["forbidden_actions"]]
    assert answer["state"]["frozen_resources"] == RECORD["frozen_resources"]
    asked = [
        {"field": "forbidden_actions", "text": "touch the Aurora instance"},
        {"field": "frozen_resources", "text": "subnet-0a1b2c"},
    ]
    assert answer["waiting"] == asked
    assert told.put(PATH, less, If_Match="2").json()["waiting"] == asked  # once is enough

    page, where = Client(), f"/t/{ours.team.slug}/s/{Session.objects.get().id}/"
    page.force_login(ours.lead)
    shown = page.get(where).content.decode()
    assert "subnet-0a1b2c" in shown and "waits for a person" in shown
    keep, drop = (one.pk for one in releases.waiting(Session.objects.get()))
    for release, decision in ((keep, "refuse"), (drop, "grant")):
        assert page.post(f"{where}releases/{release}/", {"decision": decision, "reason": ""}).status_code == 422
        sent = {"decision": decision, "reason": "The move is done."}
        assert page.post(f"{where}releases/{release}/", sent).status_code == 302
    left = told.get(PATH).json()
    assert (left["waiting"], left["state"]["frozen_resources"]) == ([], [])
    assert "touch the Aurora instance" in left["state"]["forbidden_actions"]


def test_a_viewer_lets_nothing_go(told: Agent, ours: People) -> None:
    told.put(PATH, RECORD)
    told.put(PATH, {}, If_Match="1")
    viewer = User.objects.create_user("viewer", password="a long password")
    Membership.objects.create(team=ours.team, user=viewer, role="viewer")
    (first, _) = releases.waiting(Session.objects.get())
    with pytest.raises(Refused):
        releasing.decide(team=ours.team, user=viewer, release_id=first.pk, grant=True, reason="I want it")
