"""What is folded between the turns that a page shows is counted in the database, stretch by stretch."""

from __future__ import annotations

import pytest

from reviewapp.models import Turn
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.web.labels import tokens
from reviewapp.web.review.gaps import gaps_between
from tests.world import World


@pytest.mark.parametrize("shown", [[], [1], [40], [2, 3, 17, 39], list(range(1, 41))])
def test_each_gap_holds_what_its_turns_hold(world: World, shown: list[int]) -> None:
    turns = [TurnIn("user", "x" * 4 * number) for number in range(1, 41)]
    compaction = world.propose("long", turns=turns)
    gaps = gaps_between(compaction, shown)
    sizes = dict(Turn.objects.filter(session=compaction.session_id).values_list("seq", "size"))
    folded = [seq for gap in gaps for seq in range(gap.first, gap.last + 1)]
    assert sorted([*folded, *shown]) == list(range(1, 41))
    for gap in gaps:
        assert gap.tokens == tokens(sum(sizes[seq] for seq in range(gap.first, gap.last + 1)))
