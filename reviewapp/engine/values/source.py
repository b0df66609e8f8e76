"""Everything the turns hold, as one text: which values and which parts of names there are, and where."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, pairwise

from reviewapp.engine.names.folding import folded_lines
from reviewapp.engine.text import LONGEST_WORD
from reviewapp.engine.values.find import Value, ValueReader
from reviewapp.engine.values.scan import is_wide

Joint = tuple[str, str]
_DIGITS = re.compile(r"[0-9]+")
_MARK = "\0"  # no part of a name is this


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A value at `start`..`end` of the text of one turn."""

    turn: int
    start: int
    end: int
    value: Value


class Source:
    """The turns' texts; `extra` texts (earlier summaries) count as held but have no place."""

    def __init__(self, texts: Sequence[str], extra: Sequence[str], reader: ValueReader) -> None:
        self.texts = texts
        self._extra = extra
        self._reader = reader

    @cached_property
    def occurrences(self) -> list[Occurrence]:
        """Every value of the turns, those of one script after those of the other."""
        found = []
        for turns in self._by_script():
            text = "\n".join([self.texts[turn] for turn in turns])
            starts = list(accumulate((len(self.texts[turn]) + 1 for turn in turns), initial=0))
            at = 0
            for start, end, value in self._reader.spans(text):
                while starts[at + 1] <= start:
                    at += 1
                found.append(Occurrence(turns[at], start - starts[at], end - starts[at], value))
        return found

    def _by_script(self) -> Iterator[list[int]]:
        """Texts that need the slower scan, apart from the others."""
        groups: defaultdict[bool, list[int]] = defaultdict(list)
        for turn, text in enumerate(self.texts):
            groups[not text.isascii() and is_wide(text)].append(turn)
        yield from groups.values()

    @cached_property
    def offered(self) -> frozenset[str]:
        """What the values of all texts offer to a question."""
        values = {id(found.value): found.value for found in self.occurrences}
        for text in self._extra:
            values.update((id(value), value) for _, _, value in self._reader.spans(text))
        return frozenset(key for value in values.values() for key in value.offers)

    @cached_property
    def first_offers(self) -> dict[str, Occurrence]:
        """Where each key is offered first."""
        first: dict[str, Occurrence] = {}
        for found in self.occurrences:
            for key in found.value.offers:
                first.setdefault(key, found)
        return first

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """Every run of characters without a space, once, in order of appearance."""
        found = dict.fromkeys(chain.from_iterable(text.split() for text in (*self.texts, *self._extra)))
        return tuple(token for token in found if len(token) <= LONGEST_WORD)

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
    def _pieces(self) -> list[str]:
        """The same, cut at dots too."""
        return f" {_MARK} ".join(self._lines).replace(".", " ").split()

    @cached_property
    def segments(self) -> frozenset[str]:
        """Every part of every token, and what stands on either side of a dot."""
        return frozenset(chain(self._parts, self._pieces)) - {_MARK}

    @cached_property
    def digit_runs(self) -> frozenset[str]:
        """Every run of digits, inside names too."""
        return frozenset(_DIGITS.findall(self._joined))

    def joints(self, wanted: set[Joint]) -> set[Joint]:
        """Those of the wanted pairs of parts that follow each other in some token, across a separator or a dot."""
        return wanted.intersection(pairwise(self._parts)).union(wanted.intersection(pairwise(self._pieces)))

    def holders(self, wanted: set[str]) -> dict[str, list[str]]:
        """The tokens that hold each wanted part."""
        found: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for parts in (self._parts, self._pieces) if wanted else ():
            at = 0
            for part in parts:
                if part == _MARK:
                    at += 1
                elif part in wanted:
                    found[part][self.tokens[at]] = None
        return {part: list(tokens) for part, tokens in found.items()}

    def first_turns(self, tokens: set[str]) -> dict[str, int]:
        first: dict[str, int] = {}
        for turn, text in enumerate(self.texts if tokens else ()):
            for token in tokens.intersection(text.split()):
                first.setdefault(token, turn)
        return first

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
