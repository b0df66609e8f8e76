"""From the engine to rows, with the real engine: numbers of turns, spans, keys."""

from __future__ import annotations

import pytest

from reviewapp.services import review
from reviewapp.services.findings import rows, source_of, text_findings
from reviewapp.services.gate import gate
from reviewapp.services.intake import TurnIn
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
        compaction = review.restore(**real.by(real.reviewer, compaction), finding_key=key, revision=number)
    assert gate(compaction).reasons == ()
