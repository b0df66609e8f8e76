"""The risk of a row is that of what is open: by it the queue is sorted and the next item chosen."""

from __future__ import annotations

import pytest

from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.review import actions
from tests.at_once import worker_at_once as worker_at_once
from tests.world import World, make_world


@pytest.fixture
def world(db: None) -> World:
    return make_world()


def test_it_falls_with_each_finding_that_is_dealt_with_and_rises_again_with_undo(world: World) -> None:
    compaction = world.in_review()
    before, risks = compaction.risk or 0, list[int]()
    keys = [judged.finding.key for judged in gate(compaction).standing.findings]
    for key in keys:
        actions.dismiss(**world.by(world.reviewer, compaction), finding_key=key, reason_code="obsolete", reason="gone")
        compaction.refresh_from_db()
        risks.append(compaction.risk or 0)
    assert before > risks[-1] == 0 and risks == sorted(risks, reverse=True)
    actions.reopen(**world.by(world.reviewer, compaction), finding_key=keys[0])
    compaction.refresh_from_db()
    assert (compaction.risk or 0) > 0
