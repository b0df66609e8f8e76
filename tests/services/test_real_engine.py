"""From the engine to rows, with the real engine: numbers of turns, spans, keys."""

from __future__ import annotations

import pytest

from reviewapp.services import review
from reviewapp.services.findings import rows, source_of, text_findings
from reviewapp.services.gate import gate
from reviewapp.services.intake import TurnIn
from reviewapp.services.standing import standing_of
from tests.world import World, make_world

BUDGET = (TurnIn("user", "Please move the job to the new queue."), TurnIn("user", "Our limit is $4,100 a month."))


@pytest.fixture
def real(db: None) -> World:
    return make_world()


def severities(world: World, session: str, summary: str) -> set[str]:
    """Of what is found in turn 2."""
    source = source_of(world.propose(session, turns=BUDGET, summary=summary))
    found = rows(text_findings(source).findings, source, world.team.id)
    return {row.severity for row in found if row.turn_seq == 2}


def test_a_citation_keeps_the_turn_of_that_number_within_reach_and_no_other(real: World) -> None:
    cited = severities(real, "a", "The job moves to the new queue. [[turn:2]]")
    other = severities(real, "b", "The job moves to the new queue. [[turn:1]]")
    assert cited <= {"note"}
    assert other - {"note"}


def test_prohibitions_that_a_summary_turned_into_descriptions_are_restored_and_the_gate_opens(real: World) -> None:
    turns = [
        TurnIn("user", "Migrate billing to EKS. Under NO circumstances should you touch the legacy Aurora instance in "
                       "subnet-0a1b2c3d4e, and DO NOT open port 5432 to the VPC peering connection."),
        TurnIn("assistant", "Understood. I listed the dependencies."),
    ]  # fmt: skip
    summary = "Billing migrates to EKS. Dependencies include the Aurora instance in subnet-0a1b2c3d4e on port 5432."
    compaction = real.in_review(turns=turns, summary=summary)
    assert gate(compaction).blocking
    for number, key in enumerate(gate(compaction).blocking, 1):
        who = real.by(real.reviewer, compaction)
        compaction = review.restore(**who, finding_key=key, revision=number).compaction
    assert gate(compaction).reasons == ()


def test_restoring_a_value_cuts_the_false_one_and_undo_brings_both_back(real: World) -> None:
    turns = (
        TurnIn("user", "Move the job. The cluster may be offline for at most 15 minutes."),
        TurnIn("user", "Go on."),
    )
    summary = "The job moves. The cluster may be offline for at most 45 minutes."
    compaction = real.in_review(turns=turns, summary=summary)
    who = real.by(real.reviewer, compaction)
    found = next(j for j in standing_of(compaction).findings if j.finding.change == "altered" and j.summary_quote)
    review.restore(**who, finding_key=found.finding.key, revision=1)
    compaction.refresh_from_db()
    assert compaction.current_revision is not None
    text = compaction.current_revision.summary
    assert "45 minutes" not in text and f"[[turn:1]] {found.quote}" in text
    review.undo(**who, revision=2)
    compaction.refresh_from_db()
    assert compaction.current_revision.summary == summary
