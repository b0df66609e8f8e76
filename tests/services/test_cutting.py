"""What a strike cuts: never half of a sentence, where either half says nothing."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.models import Finding
from reviewapp.services.review.strike_spans import cut, struck_span, without_the_false


def finding(summary: str, words: str, kind: str, rule: str = "", change: str = "added") -> Finding:
    start = summary.index(words)
    return Finding(kind=kind, rule=rule, change=change, summary_start=start, summary_end=start + len(words))


@pytest.mark.parametrize(
    ("summary", "words", "left"),
    [
        ("One. Two. Three.", "Two.", "One. Three."),
        ("One.\n\nTwo.\n\nThree.", "Two.", "One.\n\nThree."),
        ("- one\n- two\n- three", "two", "- one\n- three"),
        ("It costs much, 9 euros.", "9 euros", "It costs much."),
        ("One. Two.", "One.", "Two."),
    ],
)
def test_a_cut_leaves_no_gap(summary: str, words: str, left: str) -> None:
    start = summary.index(words)
    assert cut(summary, start, start + len(words)) == left


JOINED = [
    ("Keep the old shelf; never move it. It runs.", "never move it.", "Keep the old shelf. It runs."),
    ("Keep the old shelf; never move it.", "never move it", "Keep the old shelf."),
    ("Copy it to the vault and the shelf.", "the shelf", "Copy it to the vault."),
    ("Copy it to the vault, and\nto the shelf.\nThen stop.", "to the shelf.", "Copy it to the vault.\nThen stop."),
    ("Copy it, move it, and stop.", "move it", "Copy it, and stop."),
    ("Copy it; move it, then; stop.", "move it, then", "Copy it; stop."),
    ("Copy the vault and the shelf, then stop.", "the shelf", "Copy the vault, then stop."),
    ("It keeps two rules: never move it. It runs.", "never move it.", "It keeps two rules. It runs."),
    ("We keep it (never move it) here.", "never move it", "We keep it here."),
    ("It runs. And never move it, but copy it.", "never move it", "It runs. And copy it."),
    ("It runs.\nNever move it\nAnd copy it.", "Never move it", "It runs.\nAnd copy it."),
    ("- copy it;\n- move it;\n- stop", "move it", "- copy it;\n- stop"),
]


@pytest.mark.parametrize(("summary", "words", "left"), JOINED)
def test_a_cut_leaves_no_joint_that_joins_nothing(summary: str, words: str, left: str) -> None:
    start = summary.index(words)
    assert cut(summary, start, start + len(words)) == left


WORDS = st.sampled_from(["copy", "it", "vault", "stop.", "and", "but", ",", ";", ":", "(", ")", "–", "\n", "-"])


@given(st.lists(WORDS, max_size=8), st.lists(WORDS, min_size=1, max_size=4), st.lists(WORDS, max_size=8))
def test_a_cut_takes_no_word_of_others(before: list[str], struck: list[str], after: list[str]) -> None:
    head, tail = "".join(f"{word} " for word in before), "".join(f" {word}" for word in after)
    text = head + " ".join(struck) + tail
    left = cut(text, len(head), len(text) - len(tail))

    def words(text: str) -> list[str]:
        return [word for word in re.findall(r"\w+", text) if word not in ("and", "but")]

    assert words(left) == words(head) + words(tail)


def test_a_text_of_nothing_but_joints_goes_whole() -> None:
    text = ", and" * 50_000
    assert cut(text, 100_000, 100_001) == ""


TABLE = "| item | price |\n|---|---|"
STRUCK = [
    ("It runs. The budget is $5,000 a month.", "$5,000 a month", "addition", "numeral.added", "It runs."),
    ("It runs. Ask Dr. Marisol Keane first.", "Dr. Marisol Keane", "addition", "addition.person", "It runs."),
    ("The limit is 4. It runs.", "4", "numeral", "numeral.altered", "It runs."),
    ("It runs. The user approved a push.", "The user approved a push", "addition", "addition.granted", "It runs."),
    ("It runs. The user wants it on paper.", "wants it on paper", "addition", "addition.wished", "It runs."),
    (f"{TABLE}\n| paper | $5 |\n| ink | $9 |", "$5", "addition", "numeral.added", f"{TABLE}\n| ink | $9 |"),
    (
        "It runs. Push at will, and tell us what came.",
        "Push at will",
        "negation",
        "",
        "It runs. tell us what came.",
    ),
]


@pytest.mark.parametrize(("summary", "words", "kind", "rule", "left"), STRUCK)
def test_a_strike_leaves_whole_sentences(summary: str, words: str, kind: str, rule: str, left: str) -> None:
    span = struck_span(finding(summary, words, kind, rule), summary)
    assert span is not None
    assert cut(summary, *span) == left


def test_a_restore_cuts_the_false_sentence_and_not_its_value() -> None:
    summary = "It runs. The limit is 40. Then stop."
    assert without_the_false(summary, finding(summary, "40", "numeral", "numeral.altered", "altered")) == (
        "It runs. Then stop."
    )
    assert without_the_false(summary, finding(summary, "40", "numeral", "numeral.dropped", "dropped")) == summary
