"""What somebody tried, and then took back or saw fail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import re2

from reviewapp.engine.binding.lexicon import Lexicon
from reviewapp.engine.binding.reading import read
from reviewapp.engine.binding.rules import ANAPHORA, Keys
from reviewapp.engine.binding.verdicts import language_of_turn
from reviewapp.engine.claims.aspect import rooted, topics_of
from reviewapp.engine.claims.telling import Telling, telling
from reviewapp.engine.lang import LANGUAGES
from reviewapp.engine.lang.states import BY_CODE
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, Shape

TELLING = 2  # topics: fewer do not name what was tried
NEAR = 2  # sentences before a taking back in which it may be named

_SIGNS = (field for language in LANGUAGES for field in (BY_CODE[language.code].tried, BY_CODE[language.code].undone))
_MAY_FAIL = re2.compile("(?i)" + "|".join(_SIGNS))


@dataclass(frozen=True)
class Attempt:
    """The words that tell what was tried, `start`..`end` of turn `turn`.

    `tried`: it is called an attempt, and its failure told. `numbers` are those that were tried and given up again.
    """

    turn: int
    start: int
    end: int
    words: tuple[str, ...]
    topics: tuple[str, ...]
    numbers: frozenset[str]
    lexicon: Lexicon
    tried: bool

    @cached_property
    def keys(self) -> Keys:
        return rooted(self.words, self.lexicon)


def attempts(pair: Pair) -> Iterator[Attempt]:
    for turn in pair.talk.matching(_MAY_FAIL):
        language = language_of_turn(pair, turn)
        sentences = pair.turn_sentences(turn)
        for place, sentence in enumerate(sentences):
            clauses = read(sentence, language) if _MAY_FAIL.search(sentence.folded) else ()
            if clauses and sentence.shape is not Shape.CODE:
                before = sentences[max(0, place - NEAR) : place]
                attempt = _attempt(turn, sentence, before, clauses[0].lexicon)
                yield from [attempt] if attempt and len(attempt.topics) >= TELLING else []


def _attempt(turn: int, sentence: Sentence, before: Sequence[Sentence], lexicon: Lexicon) -> Attempt | None:
    known = telling(lexicon.language)
    said = known.said(sentence.words)
    undone, failed, tried = known.undone.search(said), known.failed.search(said), known.tried.search(said)
    if undone is None:
        return _failure(turn, sentence, lexicon, known) if failed and tried else None
    first = known.words_before(sentence.words, undone.start())
    start, told = sentence.start, sentence.words[:first]
    for earlier in reversed(before):
        if len(topics_of(told, lexicon)) < TELLING or _goes_back(told, earlier, known):
            start, told = earlier.start, (*earlier.words, *told)
    numbers = _numbers(_before_it(told)) - _numbers(sentence.words[first:])
    return Attempt(turn, start, sentence.end, told, topics_of(told, lexicon), numbers, lexicon, bool(failed and tried))


def _goes_back(told: Sequence[str], earlier: Sentence, known: Telling) -> bool:
    """Do the words speak of what was tried in the sentence before?"""
    if known.tried.search(known.said(told)):
        return False
    anaphoric = bool(told) and told[0].partition("'")[0] in ANAPHORA
    return anaphoric or bool(known.tried.search(known.said(earlier.words)))


def _failure(turn: int, sentence: Sentence, lexicon: Lexicon, known: Telling) -> Attempt:
    """`We tried X, it broke`: what stands between the trying and the failing, or all where it is told backwards."""
    said = known.said(sentence.words)
    tried, failed = known.tried.search(said), known.failed.search(said)
    assert tried and failed, "both stand in it"
    first = known.words_before(sentence.words, tried.end())
    last = known.words_before(sentence.words, failed.start())
    words = sentence.words[first:last] if first < last else sentence.words
    return Attempt(
        turn, sentence.start, sentence.end, words, topics_of(words, lexicon), _numbers(words), lexicon, tried=True
    )


def _before_it(told: Sequence[str]) -> Sequence[str]:
    """`Raised it to 64, that took 12 s`: what is said of the attempt afterwards is no part of it."""
    subject = next((place for place in range(TELLING, len(told)) if told[place] in ANAPHORA), len(told))
    return told[:subject]


def _numbers(words: Sequence[str]) -> frozenset[str]:
    return frozenset(word for word in words if word[0].isdigit())
