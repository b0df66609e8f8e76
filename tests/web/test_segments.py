"""Segments lose nothing and invent nothing, however the spans overlap."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reviewapp.web.segments import Marked, segments

SPANS = st.lists(st.builds(Marked, st.integers(-3, 40), st.integers(-3, 40), st.integers(1, 9)), max_size=8)


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40), SPANS)
def test_segments_joined_are_the_text(text: str, spans: list[Marked[int]]) -> None:
    cut = segments(text, spans)
    assert "".join(segment.text for segment in cut) == text
    assert "".join(piece.text for segment in cut for piece in segment.pieces) == text


@given(st.text(min_size=1, max_size=40), SPANS)
def test_every_span_inside_the_text_opens_once_and_closes_once(text: str, spans: list[Marked[int]]) -> None:
    wanted = sorted(s.mark for s in spans if max(0, s.start) < min(len(text), s.end))
    cut = segments(text, spans)
    assert sorted(mark for segment in cut for mark in segment.opens) == wanted
    assert sorted(mark for segment in cut for mark in segment.closes) == wanted


def test_overlapping_spans_lie_flat_and_the_first_leads() -> None:
    cut = segments("do not open port 5432", [Marked(0, 21, "rule"), Marked(17, 21, "port")])
    assert [(s.text, s.marks, s.opens) for s in cut] == [
        ("do not open port ", ("rule",), ("rule",)),
        ("5432", ("rule", "port"), ("port",)),
    ]


def test_hundreds_that_end_at_one_place_are_counted_there() -> None:
    [cut] = segments("The services run.", [Marked(0, 17, n) for n in range(200)])
    assert len(cut.closes) == len(cut.named) + cut.unnamed == 200
    assert cut.named == cut.closes[: len(cut.named)] and len(cut.named) < 10
