"""A sentence told again with empty words for its value lost it; one told in another way may leave it out."""

from __future__ import annotations

import pytest

from reviewapp.engine import analyse
from reviewapp.engine.claims.blanks import Blanks
from reviewapp.engine.pair import make_pair
from reviewapp.engine.types import Change, Severity, Turn

SAID = "Moving all four seats to the upper deck costs 1,240 EUR before Friday."


def session(said: str) -> list[Turn]:
    """An agent that tells so many values and names that a summary may leave one out."""
    rows = [f"Row {n} holds {n + 2} seats at {n * 31} EUR, taxes {n * 7} EUR." for n in range(13, 20)]
    return [Turn(role, text) for each in (said, *rows) for role, text in (("user", "What else?"), ("assistant", each))]


def losses(said: str, summary: str) -> set[tuple[str, str]]:
    """The lost values and names that are worth a warning: what, and the sentence that stands in for it."""
    found = set()
    for each in analyse(session(said), summary).findings:
        if (
            each.change is Change.DROPPED
            and each.severity is not Severity.NOTE
            and each.source
            and each.source.turn == 1
        ):
            told = summary[each.target.start : each.target.end] if each.target else ""
            found.add((said[each.source.start : each.source.end], told))
    return found


@pytest.mark.parametrize("instead", ["an unnamed amount", "something", "the usual one"])
def test_empty_words_for_a_value(instead: str) -> None:
    told = SAID.replace("1,240 EUR", instead)
    assert losses(SAID, told) == {("1,240 EUR", told)}


def test_empty_words_for_a_name() -> None:
    said = "Drafts of the night desk are kept in inbox/outbox for a day."
    told = said.replace("inbox/outbox", "the usual place")
    assert losses(said, told) == {("inbox/outbox", told)}


@pytest.mark.parametrize(
    "summary",
    [
        "Moving up was discussed, and what it costs.",
        "Moving all four seats to the upper deck is possible before Friday.",
        "The upper deck costs more.",
    ],
)
def test_a_sentence_of_its_own_may_leave_them_out(summary: str) -> None:
    assert losses(SAID, summary) == set()


@pytest.mark.parametrize(
    "instead", ["1,420 EUR", "what the 9 said", "a dozen more", "far more than any of the four had thought"]
)
def test_what_says_something_is_no_blank(instead: str) -> None:
    pair, start = make_pair(session(SAID), SAID.replace("1,240 EUR", instead)), SAID.index("1,240")
    assert Blanks(pair).filled(1, start, start + len("1,240 EUR")) is None
