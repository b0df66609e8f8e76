"""Which name of the source a strange one was probably made from: one edit away, cut short, or with a part cut out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

from rapidfuzz import process
from rapidfuzz.distance import OSA

_EDGE = 3  # characters at either end of which one must be intact
_LONG = 10  # from this length on two edits are still a near miss
_SHORT, _SHORT_EDGE = 8, 2  # up to this length a slip in the middle leaves only two
Key = tuple[str, str | int]


class Neighbours:
    """Looks among `known` words for near misses of `strange` ones. Indexed only by the edges that `strange` has."""

    def __init__(self, strange: Iterable[str], known: Iterable[str]) -> None:
        self._wanted = set(chain.from_iterable(_keys(word) for word in strange))
        self._index: defaultdict[Key, list[str]] = defaultdict(list)
        for word in self._likely(known):
            self._file(word)

    def _likely(self, known: Iterable[str]) -> Iterator[str]:
        """Words of a wanted length with a wanted edge, or with the head of a strange one: few of very many."""
        edges: defaultdict[int, set[str]] = defaultdict(set)
        for edge, other in self._wanted:
            if isinstance(other, int):
                edges[abs(other)].add(edge)
        heads = {head for head, other in self._wanted if isinstance(other, str)}
        for word in known if self._wanted else ():
            head, sized = word[:_EDGE], edges.get(len(word))
            ends = (head, word[-_EDGE:], word[:_SHORT_EDGE], word[-_SHORT_EDGE:]) if sized else ()
            if head in heads or (sized and not sized.isdisjoint(ends)):
                yield word

    def _file(self, word: str) -> None:
        size, head, tail = len(word), word[:_EDGE], word[-_EDGE:]
        if size <= _EDGE:
            return
        at_edges = (head, size), (tail, -size), (word[:_SHORT_EDGE], size), (word[-_SHORT_EDGE:], -size)
        for key in (*at_edges, (head, tail)):
            if key in self._wanted:
                self._index[key].append(word)

    def of(self, word: str) -> list[str]:
        """Near misses, the nearest first."""
        limit = _limit(word)
        pool = list(chain.from_iterable(self._index.get(key, ()) for key in _sized(word)))
        near = process.extract(word, pool, scorer=OSA.distance, score_cutoff=limit, limit=None)
        found = {other: distance for other, distance, _ in near if other != word and not inflected(word, other)}
        cut = (other for other in self._index.get((word[:_EDGE], word[-_EDGE:]), ()) if _part_cut(word, other))
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
