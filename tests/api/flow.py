"""A compaction's way through the product, each step by the service that takes it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from reviewapp.engine.types import Severity
from reviewapp.models import Compaction
from reviewapp.services.compactions import analysis, approval_checks, finalize
from reviewapp.services.compactions.judging import EvaluatedFinding
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.review import actions, promotion
from tests.api.agents import Agent, People

RULE = "Under NO circumstances should you touch the legacy Aurora instance in subnet-0a1b2c."
TURNS = [
    {"role": "system", "content": "You are a deployment agent."},
    {"role": "user", "content": f"Move the cluster to the new VPC. {RULE}"},
    {"role": "assistant", "content": "I will plan the move."},
    {"role": "user", "content": "Keep me posted."},
]
LOSSY = "Dependencies include the Aurora instance in subnet-0a1b2c. The cluster moves to the new VPC."
CLEAN = f"The user asked: Move the cluster to the new VPC. {RULE} Keep me posted."


def submitted(agent: Agent, session: str = "s-1", summary: str = LOSSY, **fields: Any) -> Any:
    answer = agent.post("/compactions", {"session": session, "turns": TURNS, "summary": summary, **fields})
    assert answer.status_code == 201, answer.content
    return answer.json()


def analysed(agent: Agent, **fields: Any) -> Compaction:
    """A submitted compaction after a worker's run."""
    compaction_id = UUID(submitted(agent, **fields)["id"])
    analysis.analyse(compaction_id=compaction_id)
    return Compaction.objects.get(id=compaction_id)


def approved(of: People, agent: Agent, **fields: Any) -> Compaction:
    """One whose first lost rule was pinned, whose other losses were dismissed, and which a person approved."""
    compaction = analysed(agent, **fields)
    approve_after_pinning(of, compaction)
    return Compaction.objects.get(id=compaction.id)


def approve_after_pinning(of: People, compaction: Compaction) -> None:
    """Pins the first lost rule, dismisses the other losses and approves."""
    pin_first_loss(of, compaction)
    for key in approval_checks.gate(compaction).blocking:
        actions.dismiss(
            team=of.team, user=of.lead, compaction_id=compaction.id, finding_key=key, reason_code="obsolete"
        )
    approve(of, compaction)


def losses(compaction: Compaction) -> list[EvaluatedFinding]:
    """What is flagged and has a side in the turns."""
    found = review_state_of(compaction).findings
    return [judged for judged in found if judged.severity is not Severity.NOTE and judged.finding.turn_seq]


def pin_first_loss(of: People, compaction: Compaction) -> None:
    promotion.pin_finding(
        team=of.team,
        user=of.lead,
        compaction_id=compaction.id,
        finding_key=losses(compaction)[0].finding.key,
        key="rule",
        severity="HARD_DENIAL",
        scope="session",
    )


def approve(of: People, compaction: Compaction) -> None:
    shown = approval_checks.gate(Compaction.objects.get(id=compaction.id))
    assert shown.open, shown.reasons
    finalize.approve(team=of.team, user=of.lead, compaction_id=compaction.id, manifest_digest=shown.manifest_digest)


def reject(of: People, compaction: Compaction) -> None:
    finalize.reject(
        team=of.team,
        user=of.lead,
        compaction_id=compaction.id,
        reason_code="loses_rule",
        reason="Say the rule.",
        must_keep=[judged.finding.key for judged in losses(compaction)],
    )
