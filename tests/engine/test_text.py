"""Folding keeps every place; sentences are slices of the text; lists, tables, mail and code stand alone."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.engine.text import Shape, fold, sentences, words

SAMPLES = st.text(alphabet=st.sampled_from("aB .!?;:-*>|#`'\"\n\t1)（）。、，İßΣ不é’“”…#[]x"), max_size=200)


@given(st.text(max_size=200))
def test_folding_keeps_the_length(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(SAMPLES)
def test_a_sentence_is_a_slice_and_comes_in_order(text: str) -> None:
    found = sentences(text)
    assert [text[s.start : s.end] for s in found] == [s.text for s in found]
    assert all(one.end <= other.start for one, other in pairwise(found))


@given(SAMPLES)
def test_words_stand_where_they_say(text: str) -> None:
    for sentence in sentences(text):
        assert [sentence.folded[a:b] for a, b in sentence.word_spans] == list(sentence.words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Never push. Ask first.", ["Never push.", "Ask first."]),
        ("- never push\n- ask first", ["never push", "ask first"]),
        ("1. Never push.\n2) Ask first.", ["Never push.", "Ask first."]),
        ("See e.g. the file of J. Smith. Done.", ["See e.g. the file of J. Smith.", "Done."]),
        ("the line is wrapped\nand goes on here", ["the line is wrapped\nand goes on here"]),
        ("不要推送。先问我！", ["不要推送。", "先问我！"]),
        ("| no | yes |\n|---|---|\n| a | b |", ["| no | yes |", "| a | b |"]),
    ],
)
def test_where_a_sentence_ends(text: str, expected: list[str]) -> None:
    assert [sentence.text for sentence in sentences(text)] == expected


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("# Rules", Shape.HEADING),
        ("> forwarded", Shape.QUOTE),
        ("* point", Shape.BULLET),
        ("| a | b |", Shape.CELL),
        ("```\nrm -rf\n```", Shape.CODE),
        ("plain words", Shape.PROSE),
    ],
)
def test_the_layout_tells_the_shape(text: str, shape: Shape) -> None:
    assert {sentence.shape for sentence in sentences(text)} == {shape}


def test_a_sentence_knows_the_heading_above_it() -> None:
    assert [s.heading for s in sentences("## Forbidden\n- pushing to main")] == ["", "Forbidden"]


def test_contractions_stay_whole_and_ideographs_stand_alone() -> None:
    assert list(words(fold("Don’t push 数据 to prod-2"))) == ["don't", "push", "数", "据", "to", "prod-2"]


def test_a_bold_run_in_heads_the_rest_of_its_line() -> None:
    told = sentences("**Not to be moved.** The old shelf. The red chair.\nThe lamp.")
    assert [one.heading for one in told] == ["", "Not to be moved", "Not to be moved", ""]


def test_each_member_of_a_record_stands_alone() -> None:
    told = sentences('{"app": "Fernboard", "never": ["sell it, or rent it", "lend it"], "sent": false}')
    assert [one.text for one in told] == [
        '{"app": "Fernboard",',
        '"never": ["sell it, or rent it",',
        '"lend it"],',
        '"sent": false}',
    ]
    assert [one.is_setting for one in told] == [True, False, False, True]
    assert [one.heading for one in told] == ["", "", "never", ""]
