"""GET /sessions/{session}"""

from __future__ import annotations

from reviewapp.models import Scope
from tests.api.agents import Agent, People, bearer, error, people
from tests.api.flow import TURNS, analysed, approved, reject, submitted


def test_it_says_where_what_is_stored_ends(agent: Agent) -> None:
    agent.post("/sessions/s-1/turns", {"turns": [*TURNS, {"role": "user", "content": "On.", "external_id": "e-5"}]})
    told = agent.get("/sessions/s-1").json()
    assert (told["epoch"], told["last_seq"], told["last_external_id"]) == (0, 5, "e-5")
    assert (told["in_force"], told["latest"], told["closed"]) == (None, None, False)


def test_it_names_what_was_proposed_last(agent: Agent, ours: People) -> None:
    first = submitted(agent)
    told = agent.get("/sessions/s-1").json()["latest"]
    assert (told["id"], told["state"], told["review_url"]) == (first["id"], "received", first["review_url"])
    agent.post(f"/compactions/{first['id']}/withdraw", {})
    second = analysed(agent)
    reject(ours, second)
    told = agent.get("/sessions/s-1").json()["latest"]
    assert (told["id"], told["state"], told["attempt"]) == (str(second.id), "rejected", 2)


def test_it_names_what_is_in_force(agent: Agent, ours: People) -> None:
    first = approved(ours, agent)
    agent.post("/sessions/s-1/turns", {"turns": [{"role": "user", "content": "On."}]})
    agent.post("/compactions", {"session": "s-1", "summary": "They said: On."})
    told = agent.get("/sessions/s-1").json()
    assert (told["epoch"], told["in_force"], told["covered_seq"]) == (1, str(first.id), len(TURNS))
    assert told["latest"]["id"] != str(first.id)


def test_who_may_only_send_reads_its_own_alone(agent: Agent, ours: People) -> None:
    submitted(agent)
    other = Agent(bearer(ours, Scope.SUBMIT))
    assert error(other.get("/sessions/s-1"))[:2] == (403, "missing_scope")
    submitted(other, session="s-2")
    assert other.get("/sessions/s-2").status_code == 200


def test_another_teams_is_not_there(agent: Agent) -> None:
    submitted(agent)
    assert error(Agent(bearer(people("theirs"))).get("/sessions/s-1"))[:2] == (404, "not_found")
