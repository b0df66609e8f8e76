"""GET /compactions/{id}"""

from __future__ import annotations

from uuid import uuid4

from reviewapp.services.teams import policy
from tests.api.agents import Agent, People, error
from tests.api.flow import CLEAN, RULE, analysed, approved, reject, submitted


def test_an_open_one_says_when_to_ask_again(agent: Agent) -> None:
    answer = agent.get(f"/compactions/{submitted(agent)['id']}")
    told = answer.json()
    assert (answer.status_code, answer["Retry-After"]) == (200, "1")
    assert (told["state"], told["findings"], told["decision"], told["must_keep"]) == ("received", None, None, [])


def test_it_tells_what_was_found_with_the_exact_words(agent: Agent) -> None:
    told = agent.get(f"/compactions/{analysed(agent).id}").json()
    counts = told["findings"]
    assert told["state"] == "in_review"
    assert counts["blocking"] + counts["warning"] == len(counts["flagged"]) > 0
    rule = next(finding for finding in counts["flagged"] if "Aurora" in finding["quote"])
    assert rule["quote"] in RULE
    assert (rule["turn_seq"], rule["resolution"]) == (2, None)


def test_an_approval_tells_its_decision_and_receipt(agent: Agent, ours: People) -> None:
    answer = agent.get(f"/compactions/{approved(ours, agent).id}")
    told = answer.json()
    assert "Retry-After" not in answer
    assert (told["state"], told["decision"]["verdict"], told["decision"]["by"]) == ("approved", "approved", "reviewer")
    assert agent.get(f"/receipts/{told['receipt']}").status_code == 200


def test_the_policy_is_named_where_it_decided(agent: Agent, ours: People) -> None:
    told = agent.get(f"/compactions/{analysed(agent, summary=CLEAN).id}").json()
    assert (told["state"], told["decision"]["by"]) == ("approved", "policy")


def test_a_new_policy_leaves_what_is_decided_as_it_was(agent: Agent, ours: People) -> None:
    path = f"/compactions/{approved(ours, agent).id}"
    before = agent.get(path).json()
    assert before["findings"]["unresolved"] == 0 < before["findings"]["blocking"] + before["findings"]["note"]
    policy.change(team=ours.team, user=ours.lead, rules=policy.Rules("never"))
    assert agent.get(path).json() == before


def test_a_rejection_tells_what_must_be_kept(agent: Agent, ours: People) -> None:
    compaction = analysed(agent)
    reject(ours, compaction)
    told = agent.get(f"/compactions/{compaction.id}").json()
    assert (told["state"], told["decision"]["reason"]) == ("rejected", "Say the rule.")
    assert any(kept["quote"] in RULE and kept["turn_seq"] == 2 for kept in told["must_keep"])


def test_parts_that_were_not_read_are_listed(agent: Agent) -> None:
    image = {"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:"}}]}
    agent.post("/sessions/s-1/turns", {"turns": [image]})
    told = agent.get(f"/compactions/{analysed(agent, summary=CLEAN).id}").json()
    assert told["state"] == "in_review"
    assert told["skipped"]


def test_a_missing_one_and_another_teams_are_the_same(agent: Agent, stranger: Agent) -> None:
    theirs = stranger.get(f"/compactions/{submitted(agent)['id']}")
    missing = stranger.get(f"/compactions/{uuid4()}")
    assert (theirs.status_code, theirs.content) == (missing.status_code, missing.content)
    assert error(missing) == (404, "not_found", None)


def test_what_is_no_id_is_not_found(agent: Agent) -> None:
    assert error(agent.get("/compactions/7"))[0] == 404


def test_a_wait_has_bounds(agent: Agent) -> None:
    path = f"/compactions/{submitted(agent)['id']}"
    assert agent.get(f"{path}?wait=25").status_code == 200
    for wait in ("26", "-1", "x", "1e1", ""):
        assert error(agent.get(f"{path}?wait={wait}")) == (422, "invalid", "wait")
