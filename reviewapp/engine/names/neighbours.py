"""Which name of the source a strange one was probably made from: one edit away, cut short, or with a part cut out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from itertools import chain

from rapidfuzz import process
from rapidfuzz.distance import OSA

_EDGE = 3  # characters at either end of which one must be intact
_LONG = 10  # from this length on two edits are still a near miss
_SHORT, _SHORT_EDGE = 8, 2  # up to this length a slip in the middle leaves only two
Key = tuple[str, str | int]


class Neighbours:
    """Looks for near misses of `strange` words among `known` ones."""

    def __init__(self, strange: Set[str], known: Iterable[str]) -> None:
        self._at: dict[Key, list[str]] = {key: [] for word in strange for key in _keys(word)}
        heads, tails = {word[:_SHORT_EDGE] for word in strange}, {word[-_SHORT_EDGE:] for word in strange}
        for word in known:
            if word[:_SHORT_EDGE] in heads or word[-_SHORT_EDGE:] in tails:
                for key in _edges(word):
                    if key in self._at:
                        self._at[key].append(word)

    def of(self, word: str) -> list[str]:
        """Near misses, the nearest first."""
        limit = _limit(word)
        pool = list(chain.from_iterable(self._at[key] for key in _sized(word) if key in self._at))
        near = process.extract(word, pool, scorer=OSA.distance, score_cutoff=limit, limit=None)
        found = {other: distance for other, distance, _ in near if other != word and not inflected(word, other)}
        cut = (other for other in self._at.get((word[:_EDGE], word[-_EDGE:]), ()) if _part_cut(word, other))
        for other in cut:
            found.setdefault(other, limit + 1)
        return sorted(found, key=lambda other: (found[other], other))


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
    """All that near misses of the word are looked for by."""
    if len(word) > _EDGE:
        yield word[:_EDGE], word[-_EDGE:]
        yield from _sized(word)


def _edges(word: str) -> Iterator[Key]:
    """All that the word is found by: its edges, with each other or with its length, which is negative for the tail."""
    if len(word) > _EDGE:
        yield word[:_EDGE], word[-_EDGE:]
        for edge in (_EDGE, _SHORT_EDGE):
            yield word[:edge], len(word)
            yield word[-edge:], -len(word)


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
