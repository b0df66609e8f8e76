"""How much two sentences speak of the same thing: the content words that they share, the rare ones weighing most."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from reviewapp.engine.binding.lexicon import lexicon_of
from reviewapp.engine.lang import LANGUAGES
from reviewapp.engine.lang.en import ENGLISH
from reviewapp.engine.lazy import Known
from reviewapp.engine.text import Sentence
from reviewapp.engine.values.numbers import UNIT_WORDS
from reviewapp.engine.values.units import SYMBOLS

STOP = frozenset(word for language in LANGUAGES for word in language.stop.split()).union(
    UNIT_WORDS, (symbol.lower() for symbol in SYMBOLS)
)
_ENGLISH = lexicon_of(ENGLISH)
_BEGINNING = 6
_EVERYWHERE = 64  # a word of more sentences than this leads to none


@dataclass(frozen=True, slots=True, eq=False)
class Topic:
    """The content words of one sentence and their weight together."""

    words: frozenset[str]
    weight: float


class Topics:
    """The topics of the summary's sentences and of those held against them."""

    def __init__(self, summary: Sequence[Sentence], others: Iterable[Sentence]) -> None:
        self._known: dict[int, tuple[Sentence, Topic]] = {}
        self._postings: defaultdict[str, list[int]] = defaultdict(list)
        told = [content(sentence) for sentence in summary]
        said = {id(sentence): (sentence, content(sentence)) for sentence in others}
        counts = Counter(chain(chain.from_iterable(told), *(words for _, words in said.values())))
        self._weights = {word: 1 / math.sqrt(count) for word, count in counts.items()}
        for index, (sentence, words) in enumerate(zip(summary, told, strict=True)):
            self._known[id(sentence)] = sentence, self._weighed(words)
            for word in words:
                self._postings[word].append(index)
        self._known.update((key, (sentence, self._weighed(words))) for key, (sentence, words) in said.items())

    def _weighed(self, words: frozenset[str]) -> Topic:
        return Topic(words, sum(self._weights.get(word, 1.0) for word in words))

    def of(self, sentence: Sentence) -> Topic:
        known = self._known.get(id(sentence))
        if known is None:  # the sentence is kept beside its topic, so that its id stays its own
            known = self._known[id(sentence)] = sentence, self._weighed(content(sentence))
        return known[1]

    def likeness(self, one: Sentence, other: Sentence) -> float:
        """0..1: the share of the one's topic that the other holds, or a little less than the reverse."""
        a, b = self.of(one), self.of(other)
        shared = self._shared(a, b)
        return max(shared / a.weight, 0.9 * shared / b.weight) if shared else 0.0

    def sameness(self, one: Sentence, other: Sentence) -> float:
        """0..1: the share of both topics that both hold."""
        a, b = self.of(one), self.of(other)
        return self._shared(a, b) / max(a.weight, b.weight, 1e-9)

    def _shared(self, a: Topic, b: Topic) -> float:
        return sum(self._weights.get(word, 1.0) for word in a.words & b.words)

    def near(self, sentence: Sentence) -> set[int]:
        """Sentences of the summary that share a content word which does not stand everywhere."""
        lists = (self._postings.get(word, ()) for word in self.of(sentence).words)
        return {index for found in lists if len(found) <= _EVERYWHERE for index in found}


def content(sentence: Sentence) -> frozenset[str]:
    """The words that say what it is about, inflections aside; all of them where only small words are left."""
    said = [word for word in sentence.words if not word.isdigit()]
    return frozenset(map(root, [word for word in said if word not in STOP] or said))


def _root(word: str) -> str:
    """What inflected forms share; scripts that the English stemmer can't read keep their beginning."""
    return _ENGLISH.stem(word) if word.isascii() else word[:_BEGINNING]


root: Callable[[str], str] = Known(_root).__getitem__
