"""Sentences of the turns, found by the words they hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from reviewapp.engine.align import worth
from reviewapp.engine.lexicon import START, Lexicon
from reviewapp.engine.rules import keys_of
from reviewapp.engine.text import Sentence

Keys = frozenset[str | int]

ENOUGH = 300  # sentences looked at in one search: where so many share its rarest word, not finding it is an answer


def share(topics: Sequence[str], keys: Keys, lexicon: Lexicon) -> float:
    """How much of the topics the keys hold, 0..1."""
    return sum(worth(topic, keys, lexicon) for topic in topics) / len(topics)


class Sayings:
    """An index over sentences, each with the lexicon of its language."""

    def __init__(self, spoken: Iterable[tuple[Sentence, Lexicon]]) -> None:
        self._spoken = [(sentence, keys_of(sentence.words, lexicon)) for sentence, lexicon in spoken]
        self._places: dict[str | int, list[int]] = {}
        for index, (_, keys) in enumerate(self._spoken):
            for key in keys:
                self._places.setdefault(key, []).append(index)

    @property
    def keys(self) -> Keys:
        """The words of all of them."""
        return frozenset(self._places)

    def holding(self, topics: Sequence[str], lexicon: Lexicon, least: float) -> Iterator[Sentence]:
        """Those that hold at least this share of the topics, in the order they came in."""
        found = sorted((self._holding_one(topic, lexicon) for topic in topics), key=len)
        needed = found[: int((1 - least) * len(topics)) + 1]  # who holds none of these can't hold enough
        for index in sorted(set().union(*needed))[:ENOUGH]:
            sentence, keys = self._spoken[index]
            if share(topics, keys, lexicon) >= least:
                yield sentence

    def _holding_one(self, topic: str, lexicon: Lexicon) -> set[int]:
        ways = (topic, topic[:START] + "*", *lexicon.groups.get(topic, ()))
        return {index for way in ways for index in self._places.get(way, ())}
