"""How much of a text is read as prose, and that coverage names what was not."""

from __future__ import annotations

from reviewapp.engine import Turn, analyse
from reviewapp.engine.analyse import HALF_READ
from reviewapp.engine.text import MOST_SENTENCES, MOST_WORDS, sentences

LINE = "- keep it\n"
ALL = LINE * MOST_SENTENCES


def skipped(said: str, summary: str) -> list[int | None]:
    parts = analyse([Turn("user", said)], summary).coverage.skipped
    return [part.turn for part in parts if part.reason == HALF_READ]


def test_a_text_of_the_most_sentences_is_read_whole() -> None:
    assert len(sentences(ALL)) == MOST_SENTENCES
    assert skipped(ALL, ALL) == []


def test_what_stands_after_them_is_named() -> None:
    assert len(sentences(ALL + LINE)) == MOST_SENTENCES
    assert skipped(ALL + LINE, "Keep it.") == [0]
    assert skipped("Keep it.", ALL + LINE) == [None]


def test_a_sentence_without_end_is_read_to_the_most_words_and_named() -> None:
    (sentence,) = sentences("no " * MOST_WORDS + "end")
    assert sentence.words == ("no",) * MOST_WORDS
    assert skipped(sentence.text, "Keep it.") == [0]
    assert skipped("no " * MOST_WORDS, "Keep it.") == []
