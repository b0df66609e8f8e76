"""POST /compactions/{id}/withdraw"""

from __future__ import annotations

from reviewapp.models import Compaction
from tests.api.agents import Agent, People, error
from tests.api.flow import approved, submitted


def test_an_open_one_is_taken_back(agent: Agent) -> None:
    path = f"/compactions/{submitted(agent)['id']}/withdraw"
    assert agent.post(path, {}).json()["state"] == "withdrawn"
    assert agent.post(path, {}).json()["state"] == "withdrawn"


def test_then_the_session_may_propose_again(agent: Agent) -> None:
    agent.post(f"/compactions/{submitted(agent)['id']}/withdraw", {})
    again = agent.post("/compactions", {"session": "s-1", "summary": "Another."})
    assert (again.status_code, again.json()["attempt"]) == (201, 2)


def test_a_decided_one_stays(agent: Agent, ours: People) -> None:
    assert error(agent.post(f"/compactions/{approved(ours, agent).id}/withdraw", {}))[0] == 409
    assert Compaction.objects.get().state == "approved"


def test_another_teams_is_not_found(agent: Agent, stranger: Agent) -> None:
    assert error(stranger.post(f"/compactions/{submitted(agent)['id']}/withdraw", {}))[:2] == (404, "not_found")
    assert Compaction.objects.get().state == "received"


def test_it_takes_no_field(agent: Agent) -> None:
    path = f"/compactions/{submitted(agent)['id']}/withdraw"
    assert error(agent.post(path, {"reason": "x"})) == (422, "unknown_field", "/reason")
    assert error(agent.post(path))[0] == 411
