"""Which sentence of a text speaks of some words, by stems alone: no verdict of a detector takes part."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

from reviewapp.engine.binding.reading import lexicon_for
from reviewapp.engine.record import record
from reviewapp.engine.text import Sentence

COMMON = 64  # sentences above which a word proposes none by itself: it would make the work grow with the square
LONGEST = 8  # letters of a stem that count: what follows tells forms of one word apart more often than words
EMPTY = Sentence("", 0, 0)


@record(slots=True)
class Aligned:
    """The sentence that holds most of the words, rare ones weighing most; `cover` and `whole` are 0..1 by weight.

    `missing` and `absent` are the weight of the weightiest word that the sentence, or the whole text, lacks, as a share
    of the greatest weight among the words.
    """

    sentence: Sentence
    cover: float
    whole: float
    missing: float
    absent: float


NOWHERE = Aligned(EMPTY, 0.0, 0.0, 1.0, 1.0)


def content(sentence: Sentence) -> tuple[str, ...]:
    """Stems of the words that carry a topic, each once; numbers are compared apart."""
    return sentence.once(_content)


def _content(sentence: Sentence) -> tuple[str, ...]:
    lexicon = lexicon_for(sentence)
    return tuple(dict.fromkeys(lexicon.stem(word)[:LONGEST] for word in sentence.words if not lexicon.is_empty(word)))


class Sentences:
    """Some sentences, found by the stems they hold."""

    def __init__(self, sentences: Sequence[Sentence]) -> None:
        self._sentences = sentences
        self._stems = [frozenset(content(sentence)) for sentence in sentences]
        self._holding: dict[str, list[int]] = {}
        for number, stems in enumerate(self._stems):
            for stem in stems:
                self._holding.setdefault(stem, []).append(number)

    def _weight(self, stem: str) -> float:
        """A word of few sentences weighs more than one of many."""
        return math.log(1.5 + len(self._sentences) / (1 + len(self._holding.get(stem, ()))))

    def align(self, stems: Sequence[str]) -> Aligned:
        """Where they speak of these words."""
        weights = {stem: self._weight(stem) for stem in stems}
        votes: dict[int, float] = {}
        for stem, weight in weights.items():
            held = self._holding.get(stem, ())
            for number in held if len(held) <= COMMON else ():
                votes[number] = votes.get(number, 0.0) + weight
        if not votes:
            return NOWHERE
        best = max(votes, key=lambda number: (votes[number], -number))
        total, most = sum(weights.values()), max(weights.values())
        return Aligned(
            self._sentences[best],
            votes[best] / total,
            sum(weight for stem, weight in weights.items() if stem in self._holding) / total,
            _heaviest(weights, self._stems[best].__contains__) / most,
            _heaviest(weights, self._holding.__contains__) / most,
        )


def _heaviest(weights: dict[str, float], held: Callable[[str], bool]) -> float:
    lacking: Iterable[float] = (weight for stem, weight in weights.items() if not held(stem))
    return max(lacking, default=0.0)
