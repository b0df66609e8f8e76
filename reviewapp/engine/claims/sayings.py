"""Sentences of the turns, found by the words they hold."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise

from reviewapp.engine.binding.align import worth
from reviewapp.engine.binding.lexicon import START, Lexicon
from reviewapp.engine.binding.reading import lexicon_for
from reviewapp.engine.binding.rules import keys_of
from reviewapp.engine.binding.verdicts import language_of_turn
from reviewapp.engine.pair import Pair
from reviewapp.engine.record import record
from reviewapp.engine.text import Sentence
from reviewapp.engine.work import Work

Keys = frozenset[str | int]

ENOUGH = 300  # sentences looked at in one search: where so many share its rarest word, not finding it is an answer


def share(topics: Sequence[str], keys: Keys, lexicon: Lexicon) -> float:
    """How much of the topics the keys hold, 0..1."""
    return sum(worth(topic, keys, lexicon) for topic in topics) / len(topics)


@record()
class Saying:
    """A sentence, the turn that says it (None: the summary), and the words of its language."""

    turn: int | None
    sentence: Sentence
    lexicon: Lexicon


class Sayings:
    """Finds sentences by their words. What a word is found by is asked once a word, not once a sentence."""

    def __init__(self, spoken: Iterable[Saying], work: Work) -> None:
        self._spoken = list(spoken)
        self._work = work
        self._keys: dict[int, Keys] = {}
        self._held: dict[tuple[Lexicon, str], frozenset[int]] = {}

    @cached_property
    def _places(self) -> dict[str | int, list[list[int]]]:
        """For each key, where each of the words that have it stands."""
        standing: defaultdict[Lexicon, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        places: defaultdict[str | int, list[list[int]]] = defaultdict(list)
        for index, saying in enumerate(self._spoken):
            of_word = standing[saying.lexicon]
            for word in saying.sentence.words:
                of_word[word].append(index)
            if saying.lexicon.language.joined:
                for one, other in pairwise(saying.sentence.words):
                    places[one + other].append([index])
        for lexicon, of_word in standing.items():
            for word, indices in of_word.items():
                for key in lexicon.keys(word):
                    places[key].append(indices)
        return dict(places)

    @property
    def all(self) -> Sequence[Saying]:
        return self._spoken

    @property
    def keys(self) -> Keys:
        """The words of all of them."""
        return frozenset(self._places)

    def holding(self, topics: Sequence[str], lexicon: Lexicon, least: float) -> Iterator[Saying]:
        """Those that hold at least this share of the topics, in the order they came in."""
        found = sorted((self._holding_one(topic, lexicon) for topic in topics), key=len)
        needed = found[: int((1 - least) * len(topics)) + 1]  # who holds none of these can't hold enough
        likely = sorted(frozenset().union(*needed))[:ENOUGH]
        held = Counter(chain.from_iterable(map(frozenset(likely).intersection, found)))
        for index in likely:
            if held[index] >= least * len(topics) and share(topics, self._keys_at(index), lexicon) >= least:
                yield self._spoken[index]

    def _keys_at(self, index: int) -> Keys:
        if index not in self._keys:
            saying = self._spoken[index]
            self._keys[index] = keys_of(saying.sentence.words, saying.lexicon)
        return self._keys[index]

    def _holding_one(self, topic: str, lexicon: Lexicon) -> frozenset[int]:
        known = self._held.get((lexicon, topic))
        if known is None:
            ways = (topic, topic[:START] + "*", *lexicon.groups.get(topic, ()))
            lists = [indices for way in ways for indices in self._places.get(way, ())]
            held = frozenset().union(*lists) if self._work.afford(len(lists)) else frozenset()
            known = self._held[lexicon, topic] = held
        return known


def said_in(pair: Pair, turns: Iterable[int]) -> Iterator[Saying]:
    """The sentences of these turns."""
    for turn in turns:
        language = language_of_turn(pair, turn)
        for sentence in pair.turn_sentences(turn):
            yield Saying(turn, sentence, lexicon_for(sentence, language))
