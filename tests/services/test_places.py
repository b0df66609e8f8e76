"""A context is laid out from the turns that can have a place in it, and comes out as if from all of them."""

from __future__ import annotations

from itertools import count, pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewapp.guard.render import RawTurn, Summary
from reviewapp.guard.sandwich import lay_out
from reviewapp.models import Session, Turn
from reviewapp.services.compactions import intake
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.context.context_turns import PLACE, places, stays
from tests.world import World

NAMES = count()
KINDS = (
    ("system", "text"),
    ("Developer", "text"),
    ("user", "text"),
    ("assistant", "text"),
    ("assistant", "tool_call"),
    ("tool", "tool_result"),
)


@st.composite
def turns(draw: st.DrawFn) -> TurnIn:
    role, kind = draw(st.sampled_from(KINDS))
    call = draw(st.sampled_from(["a", "b", "c"])) if kind.startswith("tool") else ""
    index, part = draw(st.sampled_from([(None, None), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0)]))
    lowered = draw(st.sampled_from([None, None, "user"])) if role == "system" else None
    return TurnIn(role, "{}", lowered, kind, tool_call_id=call, message_index=index, part=part)


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[TurnIn], list[Summary], int, int]:
    said = draw(st.lists(turns(), min_size=10, max_size=20))
    cuts = sorted(draw(st.sets(st.integers(1, len(said) + 1), min_size=2, max_size=4)))
    ranges = [(first, last - 1) for first, last in pairwise(cuts) if draw(st.sampled_from([True, True, False]))]
    summaries = [Summary(first, last, f"Summary of {first}.") for first, last in ranges]
    return said, summaries, draw(st.integers(0, 3)), draw(st.integers(0, 3))


def session_of(world: World, said: list[TurnIn]) -> Session:
    name = f"history-{next(NAMES)}"
    intake.append_turns(team=world.team, token=world.token, session=name, turns=said)
    return world.session(name)


def all_of(session: Session) -> list[RawTurn]:
    return [RawTurn(**row) for row in Turn.objects.filter(session=session).order_by("seq").values(*PLACE)]


def test_the_layout_is_that_of_all_turns(world: World) -> None:
    @given(histories())
    @settings(max_examples=150)
    def same(drawn: tuple[list[TurnIn], list[Summary], int, int]) -> None:
        said, summaries, head, tail = drawn
        session = session_of(world, said)
        few = places(session, summaries, head, tail)
        assert few[-1].seq == len(said)
        assert lay_out(few, summaries, head, tail) == lay_out(all_of(session), summaries, head, tail)

    same()


def test_a_long_covered_history_is_not_read(world: World) -> None:
    session = session_of(world, [TurnIn("user" if n % 2 else "assistant", f"word {n}") for n in range(400)])
    with CaptureQueriesContext(connection) as asked:
        found = places(session, [Summary(1, 400, "All of it.")], keep_head=1, keep_tail=2)
    assert [turn.seq for turn in found] == [1, 399, 400]
    assert len(asked) == 4


@pytest.mark.parametrize(("lowered", "stay"), [(5, [1, 2, 4, 7, 8]), (0, [1, 4, 6, 7, 8])])
def test_a_turn_that_stays_is_one_that_the_context_keeps(world: World, lowered: int, stay: list[int]) -> None:
    """As a system turn, as the first other one, as one of the last two; what is only called system is a person's."""
    roles = ("system", "user", "assistant", "developer", "user", "system", "assistant", "user")
    said = [TurnIn(role, f"word {n}", "user" if n == lowered else None) for n, role in enumerate(roles)]
    compaction = world.propose("kept", turns=said, summary="All of it.", keep_head=1, keep_tail=2)
    told = [turn.seq for turn in Turn.objects.filter(session=compaction.session) if stays(compaction, turn)]
    kept = lay_out(all_of(compaction.session), [Summary(1, len(said), "All of it.")], 1, 2)
    assert sorted(told) == sorted(kept.seqs) == stay
