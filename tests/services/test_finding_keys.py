"""A finding's key holds how often its words stand before it; a hostile text has the same words in every line."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.models import Compaction, Revision
from reviewapp.services.compactions import finding_rows
from reviewapp.services.compactions.finding_rows import Source


def _source(summary: str) -> Source:
    return Source(Compaction(), Revision(text=summary.encode()))


@given(st.text("ab", max_size=40), st.text("ab", min_size=1, max_size=3), st.integers(0, 50))
def test_words_are_counted_as_a_text_counts_them(summary: str, quote: str, start: int) -> None:
    """Keys that are stored stay as they are, also where the words overlap themselves."""
    assert _source(summary).occurrence(None, quote, start) == summary.count(quote, 0, start)


def test_the_places_of_words_are_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    places = finding_rows._places

    def noted(text: str, quote: str) -> Iterator[int]:
        looked.append(quote)
        return places(text, quote)

    monkeypatch.setattr(finding_rows, "_places", noted)
    source = _source("no x\n" * 50)
    assert [source.occurrence(None, "no", 5 * n) for n in range(50)] == list(range(50))
    assert looked == ["no"]
