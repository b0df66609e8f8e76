"""Which name of the source a strange one was probably made from: one edit away, cut short, or with a part cut out."""

from __future__ import annotations

import sys
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain

from rapidfuzz import process
from rapidfuzz.distance import OSA

_EDGE = 3  # characters at either end of which one must be intact
_LONG = 10  # from this length on two edits are still a near miss
_SHORT, _SHORT_EDGE = 8, 2  # up to this length a slip in the middle leaves only two
Key = tuple[str, str | int]


class Neighbours:
    """Looks for near misses of `strange` words among `known` ones, which come in order."""

    def __init__(self, strange: Iterable[str], known: Sequence[str]) -> None:
        self._wanted = set(chain.from_iterable(_keys(word) for word in strange))
        self._known = known
        self._found: dict[Key, list[str]] = {}

    @cached_property
    def _backwards(self) -> list[str]:
        return sorted(word[::-1] for word in self._known)

    def _at(self, key: Key) -> list[str]:
        """The words with these edges, or of this length with this edge: a negative length stands for the tail."""
        if key not in self._found:
            self._found[key] = list(self._with(*key)) if key in self._wanted else []
        return self._found[key]

    def _with(self, edge: str, other: str | int) -> Iterator[str]:
        if isinstance(other, str):
            return (word for word in _beginning(self._known, edge) if len(word) > _EDGE and word.endswith(other))
        if abs(other) <= _EDGE:
            return iter(())
        if other > 0:
            return (word for word in _beginning(self._known, edge) if len(word) == other)
        return (word[::-1] for word in _beginning(self._backwards, edge[::-1]) if len(word) == -other)

    def of(self, word: str) -> list[str]:
        """Near misses, the nearest first."""
        limit = _limit(word)
        pool = list(chain.from_iterable(map(self._at, _sized(word))))
        near = process.extract(word, pool, scorer=OSA.distance, score_cutoff=limit, limit=None)
        found = {other: distance for other, distance, _ in near if other != word and not inflected(word, other)}
        cut = (other for other in self._at((word[:_EDGE], word[-_EDGE:])) if _part_cut(word, other))
        for other in cut:
            found.setdefault(other, limit + 1)
        return sorted(found, key=lambda other: (found[other], other))


def _beginning(words: Sequence[str], edge: str) -> Sequence[str]:
    """Those of the sorted words that begin so."""
    first = bisect_left(words, edge)
    return words[first : bisect_left(words, edge + chr(sys.maxunicode), lo=first)]


def _limit(word: str) -> int:
    """How many edits are still a near miss."""
    return 2 if len(word) >= _LONG else 1


def _sized(word: str) -> Iterator[Key]:
    """The keys of words about as long that begin or end alike."""
    limit, edge = _limit(word), _EDGE if len(word) > _SHORT else _SHORT_EDGE
    for size in range(len(word) - limit, len(word) + limit + 1):
        yield word[:edge], size
        yield word[-edge:], -size


def _keys(word: str) -> Iterator[Key]:
    if len(word) > _EDGE:
        yield word[:_EDGE], word[-_EDGE:]
        yield from _sized(word)


def inflected(one: str, other: str) -> bool:
    """A plural or a participle is the same name in a sentence."""
    short, long = sorted((one, other), key=len)
    return long.startswith(short) and long[len(short) :] in ("s", "es", "d", "ed")


def _part_cut(word: str, other: str) -> bool:
    """`word` is `other` without a middle piece of some length."""
    if len(other) - len(word) < 3 or len(word) < 2 * _EDGE:
        return False
    head = next((i for i, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), len(word))
    return head >= _EDGE and len(word) - head >= _EDGE and other.endswith(word[head:])
