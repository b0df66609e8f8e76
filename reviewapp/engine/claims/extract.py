"""A summary made of the turns' own lines: which of its lines come from nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, Shape

COPIED = 0.8  # share of a line's stems that one sentence of the turns must hold to be its origin
MOSTLY = 0.3  # share of the lines that have an origin in a summary that is an extract
NEARLY, WHOLLY = 0.7, 0.6  # both shares for one that is hardly anything else
STRANGE = 0.3  # a line of which every sentence holds less than this comes from none of them
TELLING = 4  # stems: a shorter line says too little
MANY = 5  # lines: fewer do not show how a summary was made
COMMON = 64  # a stem that stands in more sentences of the turns than this finds nothing


def untraced(pair: Pair) -> Iterator[Sentence]:
    """Lines that no turn holds. A long session with tools is never an extract, so it is not searched."""
    lines = [line for line in pair.sentences if _tells(line)]
    if pair.has_tools or len(lines) < MANY:
        return
    origins = _origins(pair, lines, range(len(pair.turns)))
    if sum(share >= COPIED for share in origins) >= MOSTLY * len(lines):
        yield from (line for line, share in zip(lines, origins, strict=True) if share < STRANGE)


def is_extract(pair: Pair) -> bool:
    """Is most of the summary copied from what was said? What tools gave is not searched: it is long."""
    lines = [line for line in pair.sentences if _tells(line)]
    return bool(lines) and sum(share >= NEARLY for share in _origins(pair, lines, pair.talking)) > WHOLLY * len(lines)


def _tells(line: Sentence) -> bool:
    lead_in = line.text.rstrip("*_ ").endswith((":", "："))
    return line.shape not in (Shape.CODE, Shape.HEADING) and not lead_in and len(line.stems) >= TELLING


def _origins(pair: Pair, lines: Sequence[Sentence], turns: Iterable[int]) -> list[float]:
    """For each line the share of its stems that the best sentence of the turns holds."""
    wanted = frozenset().union(*(line.stems for line in lines))
    said = [stems for turn in turns for s in pair.turn_sentences(turn) if (stems := s.stems & wanted)]
    places: dict[str, list[int]] = {}
    for index, stems in enumerate(said):
        for stem in stems:
            places.setdefault(stem, []).append(index)
    return [_best(line, said, places) for line in lines]


def _best(line: Sentence, said: Sequence[frozenset[str]], places: dict[str, list[int]]) -> float:
    votes: Counter[int] = Counter()
    for stem in line.stems:
        found = places.get(stem, ())
        if len(found) <= COMMON:
            votes.update(found)
    best = (len(line.stems & said[index]) for index, _ in votes.most_common(3))
    return max(best, default=0) / len(line.stems)
