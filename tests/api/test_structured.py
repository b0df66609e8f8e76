"""A compaction by fields: the prompt for it, a delta without prose, and negations that become prohibitions."""

from __future__ import annotations

from reviewapp.models import PinProposal
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.pins import register
from tests.api.agents import Agent, People
from tests.api.flow import RULE, TURNS, analysed

DELTA = {
    "explicit_user_negations": [RULE],
    "discovered_entity_ids": {"subnet": "subnet-0a1b2c"},
    "completed_subtasks": ["Move the cluster to the new VPC was planned."],
    "pending_user_questions": ["Keep me posted."],
}


def test_prepare_gives_the_prompt_without_what_is_pinned(agent: Agent, ours: People) -> None:
    agent.post("/sessions/s-1/turns", {"turns": TURNS})
    assert agent.post("/compactions/prepare", {"session": "s-1"}).json()["prompt"] == ""
    register.pin(team=ours.team, user=ours.lead, key="aurora", text=RULE, severity="HARD_DENIAL")
    prepared = agent.post("/compactions/prepare", {"session": "s-1", "structured": True}).json()
    assert prepared["input"] in prepared["prompt"] and "explicit_user_negations" in prepared["prompt"]
    assert RULE not in prepared["prompt"] and "[PINNED aurora]" in prepared["prompt"]


def test_a_delta_without_prose_is_read_field_by_field(agent: Agent) -> None:
    whole = analysed(agent, summary="", state_delta=DELTA)
    assert whole.current_revision is not None
    assert f"Forbidden by the user:\n- {RULE}" in whole.current_revision.summary
    assert "- subnet: subnet-0a1b2c" in whole.current_revision.summary
    rules = {judged.finding.rule for judged in review_state_of(whole).findings}
    assert "structure.empty" not in rules
    assert RULE not in {judged.quote for judged in review_state_of(whole).findings}


def test_what_its_fields_lack_is_lost(agent: Agent) -> None:
    less = analysed(agent, summary="", state_delta={**DELTA, "explicit_user_negations": []})
    assert any("Aurora" in judged.quote and judged.blocks for judged in review_state_of(less).findings)


def test_nothing_at_all_is_still_no_summary(agent: Agent) -> None:
    empty = analysed(agent, summary="", state_delta={"completed_subtasks": []})
    assert empty.current_revision is not None and empty.current_revision.summary == ""
    assert any(judged.blocks for judged in review_state_of(empty).findings)


def test_an_accepted_negation_is_a_forbidden_action(agent: Agent, ours: People) -> None:
    analysed(agent, summary="", state_delta=DELTA)
    (proposal,) = PinProposal.objects.filter(team=ours.team)
    register.decide_proposal(team=ours.team, user=ours.lead, proposal_id=proposal.pk, accept=True)
    assert agent.get("/sessions/s-1/state").json()["state"]["forbidden_actions"] == [RULE]
