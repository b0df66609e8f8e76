"""The summary's sentence that speaks of a clause is found by rare words, synonyms and inflections."""

from __future__ import annotations

import pytest

from reviewapp.engine import Turn
from reviewapp.engine.binding.align import Index
from reviewapp.engine.binding.reading import read
from reviewapp.engine.binding.verdicts import foreign, index_of, pasted
from reviewapp.engine.lang import ENGLISH
from reviewapp.engine.pair import make_pair
from reviewapp.engine.text import sentences

SUMMARY = "The portal starts in March. Erasing the archives is up to Hana. Invoices were paid by the agency."


def index(summary: str) -> Index:
    return Index(sentences(summary), ENGLISH)


@pytest.mark.parametrize(
    ("text", "place"),
    [("Delete no archive without Hana.", 1), ("Pay the invoice.", 2), ("The portal must not start early.", 0)],
)
def test_the_best_window_is_found(text: str, place: int) -> None:
    clause = read(sentences(text)[0])[0]
    assert index(SUMMARY).matches(clause)[0].window.index == place


def test_nothing_shared_is_no_match() -> None:
    assert index(SUMMARY).matches(read(sentences("Call the plumber.")[0])[0]) == []


def test_a_taken_window_speaks_for_no_other_clause() -> None:
    found = index(SUMMARY)
    clause = read(sentences("Pay the invoice.")[0])[0]
    found.take([2])
    assert found.matches(clause) == []
    assert found.matches_of(clause.topics, clause.lexicon, taken=True) != []


def test_a_heading_counts_for_the_sentences_under_it() -> None:
    clause = read(sentences("Never enter the vault at night.")[0])[0]
    under, alone = index("## Vault\n- closed at night"), index("- closed at night")
    assert under.matches(clause)[0].coverage > alone.matches(clause)[0].coverage


def test_turns_in_another_language_are_named() -> None:
    turns = [Turn("user", "No borre los archivos de la clienta hasta que lo diga."), Turn("user", "Keep the log.")]
    pair = make_pair(turns, "The log is to be kept; the files of the client are with the user.")
    assert {turn: language.code for turn, language in foreign(pair).items()} == {0: "es"}


def test_an_empty_summary_has_no_windows() -> None:
    assert index_of(make_pair([Turn("user", "Never push.")], "")).windows == ()


def test_a_pasted_plan_is_told_by_its_layout() -> None:
    plan = "# Plan\n" + "\n".join(f"- step {n} touches the parser" for n in range(15))
    turns = [Turn("user", plan), Turn("tool", "ok"), Turn("user", "Go on with step 3.")]
    assert pasted(make_pair(turns, "Step 3 is next.")) == {0}
