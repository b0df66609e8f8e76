"""The card of a finding: what it quotes of both sides, and what it offers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.web.review.passages import ROOM, passage

TEXTS = st.text(alphabet="ab cd.\n…é", max_size=500)


@given(TEXTS, st.integers(0, 500), st.integers(0, 40))
def test_a_passage_holds_its_span_and_says_where_it_was_cut(text: str, at: int, length: int) -> None:
    start = min(at, len(text))
    end = min(start + length, len(text))
    around = passage(text, start, end)
    assert 0 <= around.start <= start <= end <= around.end <= len(text)
    assert start - around.start <= ROOM and around.end - end <= ROOM
    shown = text[around.start : around.end]
    assert around.head == "" or (around.start > 0 and around.head + shown != text)
    assert around.tail == "" or around.end < len(text)


@pytest.mark.parametrize("number", range(100, 110))
def test_a_passage_is_made_of_whole_words(number: int) -> None:
    text = " ".join(f"word{n}" + "s" * (n % 7) for n in range(200))
    start = text.index(f"word{number}")
    around = passage(text, start, start + 7)
    assert (around.head, around.tail) == ("… ", " …")
    assert set(text[around.start : around.end].split()) <= set(text.split())
    assert text[around.start - 1] == " " and text[around.end] == " "


def test_a_passage_ends_with_its_sentence() -> None:
    text = "First. The port is 5432 here. Last."
    around = passage(text, text.index("5432"), text.index("5432") + 4)
    assert (text[around.start : around.end], around.head, around.tail) == ("The port is 5432 here.", "", "")
