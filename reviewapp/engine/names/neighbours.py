"""Which name of the source a strange one was probably made from: one edit away, cut short, or with a part cut out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Set
from itertools import chain

from rapidfuzz import process
from rapidfuzz.distance import OSA

from reviewapp.engine.work import Work

_EDGE = 3  # characters at either end of which one must be intact
_LONG = 10  # from this length on two edits are still a near miss
_SHORT, _SHORT_EDGE = 8, 2  # up to this length a slip in the middle leaves only two
CHEAP = 8  # comparisons of two words that cost a unit of work
Key = tuple[str, int]


class Neighbours:
    """Looks for near misses of `strange` words among `known` ones."""

    def __init__(self, strange: Set[str], known: Iterable[str], work: Work) -> None:
        self._work = work
        self._sized: dict[Key, list[str]] = {key: [] for word in strange for key in _sized(word)}
        self._ended: dict[tuple[str, str], list[str]] = {_ends(word): [] for word in strange}
        edges: defaultdict[int, set[int]] = defaultdict(set)  # by the length of the word; negative for the tail
        for edge, size in self._sized:
            edges[abs(size)].add(len(edge) if size > 0 else -len(edge))
        heads = {head for head, _ in self._ended}
        for word in known:
            size = len(word)
            for length in edges.get(size, ()):
                key = (word[:length], size) if length > 0 else (word[length:], -size)
                if key in self._sized:
                    self._sized[key].append(word)
            if word[:_EDGE] in heads and _ends(word) in self._ended:
                self._ended[_ends(word)].append(word)

    def of(self, word: str) -> list[str]:
        """Near misses, the nearest first."""
        limit = _limit(word)
        pool = list(chain.from_iterable(self._sized[key] for key in _sized(word)))
        if not self._work.afford(len(pool) // CHEAP):
            return []
        near = process.extract(word, pool, scorer=OSA.distance, score_cutoff=limit, limit=None)
        found = {other: distance for other, distance, _ in near if other != word and not inflected(word, other)}
        for other in self._ended[_ends(word)]:
            if _part_cut(word, other):
                found.setdefault(other, limit + 1)
        return sorted(found, key=lambda other: (found[other], other))


def _limit(word: str) -> int:
    """How many edits are still a near miss."""
    return 2 if len(word) >= _LONG else 1


def _sized(word: str) -> Iterator[Key]:
    """The keys of words about as long that begin or end alike: an edge and a length, which is negative for the tail.

    One slip leaves whole all that stands before it or all that stands behind it, so a long head and a short tail find
    the same words as two short edges would, among few: ids of one make begin alike."""
    limit, tail = _limit(word), _EDGE if len(word) > _SHORT else _SHORT_EDGE
    head = tail if limit > 1 else max(tail, len(word) - 1 - tail)
    for size in range(len(word) - limit, len(word) + limit + 1):
        if len(word) > _EDGE < size:
            yield word[:head], size
            yield word[-tail:], -size


def _ends(word: str) -> tuple[str, str]:
    return word[:_EDGE], word[-_EDGE:]


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
