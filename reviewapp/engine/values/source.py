"""Everything the turns hold, as one text: which values and which parts of names there are, and where."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, pairwise
from operator import itemgetter
from typing import NamedTuple

from reviewapp.engine.names.folding import folded_lines
from reviewapp.engine.text import LONGEST_WORD
from reviewapp.engine.values.find import Sighting, Value, sightings
from reviewapp.engine.values.scan import is_wide

Joint = tuple[str, str]
_DIGITS = re.compile(r"[0-9]+")
_DIGITS_ALONE = bytes(c if c in b"0123456789" else 32 for c in range(256))
_MARK = "\0"  # no part of a name is this


class Occurrence(NamedTuple):
    """A value at `start`..`end` of the text of one turn."""

    turn: int
    start: int
    end: int
    value: Value


@dataclass(frozen=True)
class _Scanned:
    """The values of some turns' texts, read as one text; `starts` is where each of them begins in it."""

    turns: Sequence[int]
    starts: Sequence[int]
    found: Sequence[Sighting]

    def of(self, at: int) -> list[Sighting]:
        """Those of one of the texts, with their places in it."""
        shift = self.starts[at]
        first = bisect_left(self.found, shift, key=itemgetter(0))
        last = bisect_left(self.found, self.starts[at + 1], lo=first, key=itemgetter(0))
        return [(start - shift, end - shift, value) for start, end, value in self.found[first:last]]

    def occurrence(self, found: Sighting) -> Occurrence:
        start, end, value = found
        at = bisect_right(self.starts, start) - 1
        return Occurrence(self.turns[at], start - self.starts[at], end - self.starts[at], value)


class Source:
    """The turns' texts; `extra` texts (earlier summaries) count as held but have no place."""

    def __init__(self, texts: Sequence[str], extra: Sequence[str]) -> None:
        self.texts = texts
        self._extra = extra

    @cached_property
    def _scanned(self) -> tuple[_Scanned, ...]:
        """Texts that need the slower scan apart from the others."""
        groups: defaultdict[bool, list[int]] = defaultdict(list)
        for turn, text in enumerate(self.texts):
            groups[not text.isascii() and is_wide(text)].append(turn)
        return tuple(map(self._scan, groups.values()))

    def _scan(self, turns: Sequence[int]) -> _Scanned:
        texts = [self.texts[turn] for turn in turns]
        starts = tuple(accumulate((len(text) + 1 for text in texts), initial=0))
        return _Scanned(turns, starts, sightings("\n".join(texts)))

    def occurrences(self) -> Iterator[Occurrence]:
        """Every value of the turns, those of one script after those of the other."""
        return (part.occurrence(found) for part in self._scanned for found in part.found)

    def occurrences_in(self, wanted: Set[int]) -> Iterator[Occurrence]:
        """The same of some turns."""
        for part in self._scanned:
            for at, turn in enumerate(part.turns):
                if turn in wanted:
                    yield from (Occurrence(turn, *found) for found in part.of(at))

    def sightings_in(self, turn: int) -> list[Sighting]:
        """The values of one turn."""
        part, at = self._where[turn]
        return part.of(at)

    @cached_property
    def _where(self) -> dict[int, tuple[_Scanned, int]]:
        return {turn: (part, at) for part in self._scanned for at, turn in enumerate(part.turns)}

    @cached_property
    def _first_sightings(self) -> tuple[dict[int, Sighting], ...]:
        """Each value of each part by its identity, where it stands first: equal spellings share one value."""
        return tuple({id(found[2]): found for found in reversed(part.found)} for part in self._scanned)

    @cached_property
    def offered(self) -> frozenset[str]:
        """What the values of all texts offer to a question."""
        found = chain(*(first.values() for first in self._first_sightings), *map(sightings, self._extra))
        return frozenset(chain.from_iterable([value.offers for _, _, value in found]))

    def first_offer(self, key: str) -> Occurrence | None:
        """Where the key is offered first."""
        first = self._first_offers.get(key) if key in self.offered else None
        return first[0].occurrence(first[1]) if first else None

    @cached_property
    def _first_offers(self) -> dict[str, tuple[_Scanned, Sighting]]:
        first: dict[str, tuple[_Scanned, Sighting]] = {}
        for part, sighted in zip(self._scanned, self._first_sightings, strict=True):
            for found in sorted(sighted.values(), key=itemgetter(0)):
                for key in found[2].offers:
                    first.setdefault(key, (part, found))
        return first

    @cached_property
    def _first_turns(self) -> dict[str, int]:
        """The turn in which each run of characters without a space stands first, in order of appearance."""
        first: dict[str, int] = {}
        for turn, text in enumerate((*self.texts, *self._extra)):
            for token in text.split():
                if token not in first:
                    first[token] = turn
        return first

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """Every run of characters without a space, once, in order of appearance."""
        return tuple([token for token in self._first_turns if len(token) <= LONGEST_WORD])

    def turn_of(self, token: str) -> int | None:
        """Where the token stands first; None where only an earlier summary holds it."""
        turn = self._first_turns[token]
        return turn if turn < len(self.texts) else None

    @cached_property
    def _joined(self) -> str:
        return "\n".join(self.tokens)

    @cached_property
    def _lines(self) -> list[str]:
        """For each token its parts between separators, folded, with spaces between them."""
        return folded_lines(self._joined)

    @cached_property
    def _parts(self) -> list[str]:
        """All parts in a row, with a mark between the tokens."""
        return f" {_MARK} ".join(self._lines).split()

    @cached_property
    def _dotted(self) -> list[str]:
        """The same of the tokens with a dot inside a part, cut at dots too."""
        return f" {_MARK} ".join([line for line in self._lines if "." in line]).replace(".", " ").split()

    @cached_property
    def segments(self) -> Set[str]:
        """Every part of every token, and what stands on either side of a dot; in the order in which they lie in memory,
        because they are gone through."""
        parts = dict.fromkeys(chain(self._parts, self._dotted))
        parts.pop(_MARK, None)
        return parts.keys()

    @cached_property
    def digit_runs(self) -> frozenset[str]:
        """Every run of digits, inside names too."""
        return frozenset(self._joined.encode(errors="replace").translate(_DIGITS_ALONE).decode().split())

    def joints(self, wanted: set[Joint]) -> set[Joint]:
        """Those of the wanted pairs of parts that follow each other in some token, across a separator or a dot."""
        return wanted.intersection(pairwise(self._parts)).union(wanted.intersection(pairwise(self._dotted)))

    def holders(self, wanted: set[str]) -> dict[str, list[str]]:
        """The tokens that hold each wanted part."""
        found: defaultdict[str, dict[str, None]] = defaultdict(dict)
        dotted = [self.tokens[at] for at, line in enumerate(self._lines) if "." in line]
        for parts, tokens in ((self._parts, self.tokens), (self._dotted, dotted)) if wanted else ():
            at = 0
            for part in parts:
                if part == _MARK:
                    at += 1
                elif part in wanted:
                    found[part][tokens[at]] = None
        return {part: list(tokens) for part, tokens in found.items()}

    def numbers_at(self, wanted: set[str]) -> dict[str, list[tuple[int, int]]]:
        """Where the wanted runs of digits stand: (turn, start)."""
        found: defaultdict[str, list[tuple[int, int]]] = defaultdict(list)
        text = "\n".join(self.texts) if wanted else ""
        starts = list(accumulate((len(whole) + 1 for whole in self.texts), initial=0))
        for match in _DIGITS.finditer(text):
            if match.group() in wanted:
                turn = bisect_right(starts, match.start()) - 1
                found[match.group()].append((turn, match.start() - starts[turn]))
        return dict(found)


def joints_of(lines: Iterable[str]) -> set[Joint]:
    """Parts that follow each other in a line, and sides of a dot."""
    found: set[Joint] = set()
    for line in lines:
        found.update(pairwise(line.split()))
        found.update(pairwise(line.replace(".", " ").split()))
    return found
