"""What a strike cuts: never half of a sentence, where either half says nothing."""

from __future__ import annotations

import pytest

from reviewapp.models import Finding
from reviewapp.services.cutting import cut, struck_span, without_the_false


def finding(summary: str, words: str, kind: str, rule: str = "", change: str = "added") -> Finding:
    start = summary.index(words)
    return Finding(kind=kind, rule=rule, change=change, summary_start=start, summary_end=start + len(words))


@pytest.mark.parametrize(
    ("summary", "words", "left"),
    [
        ("One. Two. Three.", "Two.", "One. Three."),
        ("One.\n\nTwo.\n\nThree.", "Two.", "One.\n\nThree."),
        ("- one\n- two\n- three", "two", "- one\n- three"),
        ("It costs much, 9 euros.", "9 euros", "It costs much,."),
        ("One. Two.", "One.", "Two."),
    ],
)
def test_a_cut_leaves_no_gap(summary: str, words: str, left: str) -> None:
    start = summary.index(words)
    assert cut(summary, start, start + len(words)) == left


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
        "It runs. and tell us what came.",
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
