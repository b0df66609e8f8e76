"""POST /compactions"""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest

from reviewapp.models import AuditEntry, Compaction, Session, Turn
from tests.api.agents import Agent, error
from tests.api.flow import LOSSY, TURNS, analysed, submitted

BODY = {"session": "s-1", "turns": TURNS, "summary": LOSSY}


def test_it_stores_turns_and_summary_and_says_so(agent: Agent) -> None:
    answer = agent.post("/compactions", BODY)
    assert answer.status_code == 201
    told = answer.json()
    row = Compaction.objects.get()
    assert answer["Location"] == f"/api/v1/compactions/{row.id}"
    assert (told["id"], told["state"], told["from_seq"], told["to_seq"]) == (str(row.id), "received", 1, len(TURNS))
    assert told["submission_digest"] == row.submission_digest.hex()
    assert row.current_revision is not None
    assert row.current_revision.summary == LOSSY


def test_it_stores_every_setting(agent: Agent) -> None:
    settings: dict[str, Any] = {
        "state_delta": {"objective": "Move."},
        "evicted_keys": ["scratch"],
        "compactor": {"name": "house", "version": "2", "model": "m"},
        "compactor_input": "what it saw",
        "keep_head": 2,
        "keep_tail": 1,
    }
    submitted(agent, to_seq=3, **settings)
    row = Compaction.objects.get()
    assert (row.to_seq, row.keep_head, row.keep_tail, row.evicted_keys) == (3, 2, 1, ["scratch"])
    assert (row.state_delta, row.compactor) == (settings["state_delta"], settings["compactor"])
    assert row.compactor_input_digest is not None


def test_turns_may_have_come_before(agent: Agent) -> None:
    agent.post("/sessions/s-1/turns", {"turns": TURNS})
    answer = agent.post("/compactions", {"session": "s-1", "summary": LOSSY, "from_seq": 1, "to_seq": 2})
    assert answer.status_code == 201
    assert Turn.objects.count() == len(TURNS)


def test_one_open_compaction_a_session(agent: Agent) -> None:
    first = submitted(agent)
    answer = agent.post("/compactions", BODY)
    assert error(answer)[:2] == (409, "open_compaction")
    assert answer.json()["error"]["details"] == {"compaction": first["id"], "review_url": first["review_url"]}
    assert Turn.objects.count() == len(TURNS), "turns of a refused submission must not stay"


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"from_seq": 2}, "/from_seq"), ({"to_seq": 5}, "/to_seq"), ({"builds_on": [str(uuid4())]}, "/builds_on")],
)
def test_a_range_that_is_not_next_is_a_conflict(agent: Agent, fields: dict[str, Any], field: str) -> None:
    assert error(agent.post("/compactions", {**BODY, **fields}))[::2] == (409, field)
    assert not Session.objects.exists()


def test_a_session_without_turns_has_nothing_to_compact(agent: Agent) -> None:
    assert error(agent.post("/compactions", {"session": "s-1", "summary": "x"}))[0] == 409


def test_the_same_key_and_body_gets_the_same_bytes(agent: Agent) -> None:
    first = agent.post("/compactions", BODY, Idempotency_Key="k-1")
    again = agent.post("/compactions", BODY, Idempotency_Key="k-1")
    assert (again.status_code, again.content) == (201, first.content)
    assert again["Idempotent-Replayed"] == "true"
    assert "Idempotent-Replayed" not in first
    assert Compaction.objects.count() == 1


def test_the_same_key_with_another_body_is_refused(agent: Agent) -> None:
    agent.post("/compactions", BODY, Idempotency_Key="k-1")
    answer = agent.post("/compactions", {**BODY, "summary": "Other."}, Idempotency_Key="k-1")
    assert error(answer) == (422, "idempotency_mismatch", "Idempotency-Key")


def test_two_teams_may_use_the_same_key(agent: Agent, stranger: Agent) -> None:
    first = agent.post("/compactions", BODY, Idempotency_Key="k-1").json()
    assert stranger.post("/compactions", BODY, Idempotency_Key="k-1").json()["id"] != first["id"]


def test_a_key_without_length_or_end_is_refused(agent: Agent) -> None:
    assert error(agent.post("/compactions", BODY, Idempotency_Key="k" * 256))[0] == 422


@pytest.mark.parametrize(
    ("fields", "code", "field"),
    [
        ({"summary": None}, "invalid", "/summary"),
        ({"summary": 3}, "invalid", "/summary"),
        ({"session": ""}, "invalid", "/session"),
        ({"session": "a b"}, "invalid", "/session"),
        ({"state": "approved"}, "unknown_field", "/state"),
        ({"team": 1}, "unknown_field", "/team"),
        ({"level": "branch"}, "invalid", "/level"),
        ({"level": "root"}, "level", "/level"),
        ({"from_seq": 0}, "invalid", "/from_seq"),
        ({"to_seq": 1.0}, "invalid", "/to_seq"),
        ({"builds_on": ["x"]}, "invalid", "/builds_on/0"),
        ({"state_delta": []}, "invalid", "/state_delta"),
        ({"evicted_keys": [1]}, "invalid", "/evicted_keys/0"),
        ({"compactor": {"name": "x", "price": 1}}, "unknown_field", "/compactor/price"),
        ({"compactor": {}}, "invalid", "/compactor/name"),
        ({"keep_head": -1}, "invalid", "/keep_head"),
        ({"keep_tail": "1"}, "invalid", "/keep_tail"),
        ({"turns": [{"role": "tool", "content": "x", "origin": "user"}]}, "origin_raised", "/turns/0/origin"),
    ],
)
def test_it_points_at_what_is_wrong(agent: Agent, fields: dict[str, Any], code: str, field: str) -> None:
    assert error(agent.post("/compactions", {**BODY, **fields})) == (422, code, field)
    assert not Compaction.objects.exists()


def test_a_compactor_that_failed_leaves_a_recorded_attempt_and_the_history(agent: Agent) -> None:
    failed = {"name": "house", "error": "The model was not available."}
    compaction = analysed(agent, summary="", compactor=failed)
    told = agent.get(f"/compactions/{compaction.id}").json()
    assert told["state"] == "in_review"
    assert "structure" in {finding["kind"] for finding in told["findings"]["flagged"]}
    assert error(agent.get(f"/compactions/{compaction.id}/context"))[1] == "history_stays"


@pytest.mark.parametrize("delta", [{"a": 1.5}, {"a": {"b": [1e300]}}, {"\ud83d\ude00": -0.0}])
def test_a_state_delta_may_hold_any_json(agent: Agent, delta: Any) -> None:
    assert submitted(agent, state_delta=delta)["state"] == "received"


def test_it_is_told_in_the_audit_chain_without_a_word_of_it(agent: Agent) -> None:
    submitted(agent)
    told = json.dumps(list(AuditEntry.objects.values("action", "body")))
    assert "compaction.received" in told
    assert "Aurora" not in told
