"""Sentences told again without their value or name, with words in its place that say nothing: `on the relevant one`."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from rapidfuzz.distance import Indel, Levenshtein

from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, fold, words
from reviewapp.engine.types import Span
from reviewapp.engine.values.find import find_values

NEAR = 60  # characters on each side of a value in which its neighbours are looked for
BESIDE = 2  # words of the rest: the fewest that tell a sentence again
MOST = 4  # words that may stand in the place
ALIKE = 0.72  # share of the other words that both sentences have, in order


class Blanks:
    """Asked for each lost value; only where two of its neighbours stand side by side in the summary is more read."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair

    def filled(self, turn: int, start: int, end: int) -> Span | None:
        """The sentence of the summary that tells this one again with other words for what stands there."""
        likely = dict.fromkeys(self._beside(self.pair.turns[turn].content, start, end))
        if not likely:
            return None
        said = self._sentence(turn, start)
        told = next((each for each in likely if said and _leaves_out(said, start, end, each)), None)
        return Span(None, told.start, told.end) if told else None

    def _beside(self, text: str, start: int, end: int) -> Iterator[Sentence]:
        """Sentences of the summary that hold the two words before it, or the two after it."""
        before = tuple(words(fold(text[max(0, start - NEAR) : start])))[-2:]
        after = tuple(words(fold(text[end : end + NEAR])))[:2]
        for both in (before, after):
            yield from self._pairs.get(both, ())

    @cached_property
    def _pairs(self) -> dict[Sequence[str], list[Sentence]]:
        found: defaultdict[Sequence[str], list[Sentence]] = defaultdict(list)
        for sentence in self.pair.sentences:
            for both in dict.fromkeys(pairwise(sentence.words)):
                found[both].append(sentence)
        return dict(found)

    def _sentence(self, turn: int, start: int) -> Sentence | None:
        cut = self.pair.turn_sentences(turn)
        place = bisect_right(cut, start, key=lambda sentence: sentence.start) - 1
        return cut[place] if place >= 0 and start < cut[place].end else None


def _leaves_out(said: Sentence, start: int, end: int, told: Sentence) -> bool:
    spans = [(begin + said.start, stop + said.start) for begin, stop in said.word_spans]
    place = [i for i, (begin, stop) in enumerate(spans) if begin < end and stop > start]
    if not place:
        return False
    first, after = place[0], place[-1] + 1
    same = [op for op in Levenshtein.opcodes(said.words, told.words) if op.tag == "equal"]
    begin = next((op.dest_end for op in same if op.src_end == first), 0 if first == 0 else None)
    long = len(told.words)
    stop = next((op.dest_start for op in same if op.src_start == after), long if after == len(spans) else None)
    if begin is None or stop is None or not _says_nothing(told, begin, stop):
        return False
    kept, rest = (*said.words[:first], *said.words[after:]), (*told.words[:begin], *told.words[stop:])
    return len(kept) >= BESIDE and Indel.normalized_similarity(kept, rest) >= ALIKE


def _says_nothing(told: Sentence, begin: int, stop: int) -> bool:
    """Some words, and neither a number (but `the usual one`) nor a name of any form."""
    instead = told.words[begin:stop]
    if not 0 < len(instead) <= MOST or not all(word.replace("'", "").replace("-", "").isalpha() for word in instead):
        return False
    text = told.text[told.word_spans[begin][0] : told.word_spans[stop - 1][1]]
    return all(value.spelled and value.canonical == "1" for value in find_values(text))
