"""GET /compactions/{id}/context and POST /compactions/{id}/applied"""

from __future__ import annotations

import json
from uuid import uuid4

import pytest

from reviewapp.guard.digest import context_digest
from reviewapp.guard.verify import load_keys, verify_context, verify_receipt
from reviewapp.models import Compaction, Receipt
from tests.api.agents import Agent, People, error
from tests.api.flow import RULE, analysed, approved, reject, submitted


@pytest.mark.parametrize("form", ["stet", "openai", "anthropic"])
def test_it_gives_pins_head_and_summary_with_a_receipt_that_verifies(agent: Agent, ours: People, form: str) -> None:
    compaction = approved(ours, agent)
    answer = agent.get(f"/compactions/{compaction.id}/context?format={form}")
    served = answer.json()
    assert answer.status_code == 200
    assert (served["compaction"], served["session"], served["epoch"]) == (str(compaction.id), "s-1", 1)
    assert (served["format"], served["through_seq"]) == (form, 4)
    assert served["register"]["session"]["version"] > 0
    assert served["context_digest"] == context_digest(served["messages"]).hex()
    keys = load_keys(agent.client.get("/.well-known/stet-keys.json").content)
    statement = verify_receipt(json.dumps(served["receipt"]).encode(), keys, team=str(ours.team.id))
    verify_context(statement, served["messages"])
    assert RULE.removesuffix(".") in json.dumps(served["messages"])


def test_the_same_context_is_signed_once(agent: Agent, ours: People) -> None:
    path = f"/compactions/{approved(ours, agent).id}/context"
    first, again = agent.get(path), agent.get(path)
    assert first.content == again.content
    assert Receipt.objects.filter(kind="context").count() == 1


def test_until_it_is_approved_the_history_stays(agent: Agent, ours: People) -> None:
    assert error(agent.get(f"/compactions/{submitted(agent)['id']}/context"))[:2] == (409, "history_stays")
    compaction = analysed(agent, session="s-2")
    assert error(agent.get(f"/compactions/{compaction.id}/context"))[:2] == (409, "history_stays")
    reject(ours, compaction)
    assert error(agent.get(f"/compactions/{compaction.id}/context"))[:2] == (409, "history_stays")


def test_another_teams_context_is_not_found(agent: Agent, stranger: Agent, ours: People) -> None:
    assert error(stranger.get(f"/compactions/{approved(ours, agent).id}/context")) == (404, "not_found", None)


def test_an_unknown_form_is_refused(agent: Agent, ours: People) -> None:
    path = f"/compactions/{approved(ours, agent).id}/context"
    assert error(agent.get(f"{path}?format=xml")) == (422, "invalid", "format")


def test_what_was_served_may_be_applied_more_than_once(agent: Agent, ours: People) -> None:
    compaction = approved(ours, agent)
    digest = agent.get(f"/compactions/{compaction.id}/context").json()["context_digest"]
    for _ in range(2):
        answer = agent.post(f"/compactions/{compaction.id}/applied", {"context_digest": digest})
        assert (answer.status_code, answer.content) == (204, b"")
    assert Compaction.objects.get().applied_digest == bytes.fromhex(digest)


def test_what_was_never_served_is_not_applied(agent: Agent, ours: People) -> None:
    path = f"/compactions/{approved(ours, agent).id}/applied"
    assert error(agent.post(path, {"context_digest": "0" * 64})) == (409, "never_served", "/context_digest")


@pytest.mark.parametrize("digest", ["", "0" * 63, "g" * 64, 7, None])
def test_what_is_no_digest_is_refused(agent: Agent, ours: People, digest: object) -> None:
    path = f"/compactions/{uuid4()}/applied"
    assert error(agent.post(path, {"context_digest": digest})) == (422, "invalid", "/context_digest")


def test_another_teams_compaction_is_not_applied(agent: Agent, stranger: Agent, ours: People) -> None:
    compaction = approved(ours, agent)
    digest = agent.get(f"/compactions/{compaction.id}/context").json()["context_digest"]
    assert error(stranger.post(f"/compactions/{compaction.id}/applied", {"context_digest": digest}))[0] == 404
