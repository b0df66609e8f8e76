"""One pass over many texts finds what a search of each text finds."""

from __future__ import annotations

import re2
from hypothesis import example, given
from hypothesis import strategies as st

from reviewapp.engine.joined import Joined

PATTERNS = [
    re2.compile(pattern)
    for pattern in (r"\bno\b", r"(?i)not[^.]*yet", r"(?:^|\n)\s*x", r"é+", r"a|b", r"(?:^|[^a-z ])[^a-z]*done\b")
]
TEXTS = st.lists(st.text(st.sampled_from("abxno té.\n")), max_size=12)


@given(TEXTS, st.sampled_from(PATTERNS))
@example(["x", "x"], PATTERNS[2])
def test_no_text_with_a_match_is_missed(texts: list[str], pattern: re2._Regexp[str]) -> None:
    found = list(Joined(dict(enumerate(texts))).matching(pattern))
    assert found == sorted(set(found))
    assert {number for number, text in enumerate(texts) if pattern.search(text)} <= set(found)


def test_texts_without_a_match_are_left_out() -> None:
    texts = {3: "say no", 5: "say yes", 8: "known", 9: "no"}
    assert list(Joined(texts).matching(PATTERNS[0])) == [3, 9]


def test_text_that_no_encoding_holds_is_searched_too() -> None:
    assert list(Joined({0: "\ud800 no", 1: "\ud800"}).matching(PATTERNS[0])) == [0]
