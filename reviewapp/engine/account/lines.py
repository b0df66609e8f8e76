"""The account: what became of each binding sentence, number and identifier, one line each.

A range of a hundred thousand turns has a million lines, so they are kept as numbers in one array (28 bytes a line) and
become a `Line` when somebody looks at one.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple, overload

from reviewapp.engine.origins import Origin

WIDTH = 7  # numbers a line: code, turn, start, end, summary start, summary end, finding
NONE = 0xFFFF_FFFF


class Unit(StrEnum):
    SENTENCE = "sentence"
    NUMBER = "number"
    IDENTIFIER = "identifier"


class State(StrEnum):
    """`changed` and `missing` rest on a finding or on the absence of the words; `undecided` is all the rest."""

    KEPT = "kept"
    CHANGED = "changed"
    MISSING = "missing"
    UNDECIDED = "undecided"


_UNITS, _STATES, _SPEAKERS = tuple(Unit), tuple(State), tuple(Origin)
_UNIT_NUMBER = {unit: number for number, unit in enumerate(_UNITS)}
_STATE_NUMBER = {state: number << 2 for number, state in enumerate(_STATES)}
_SPEAKER_NUMBER = {speaker: number << 4 for number, speaker in enumerate(_SPEAKERS)}


class Line(NamedTuple):
    """`start`..`end` of the text of `turn`. A line without a turn is of the summary alone: it says something that no
    turn of somebody who binds says in these words. `finding` is the index of a finding of the same analysis."""

    unit: Unit
    turn: int | None
    start: int | None
    end: int | None
    speaker: Origin
    state: State
    summary_start: int | None = None
    summary_end: int | None = None
    finding: int | None = None


class Account(Sequence[Line]):
    """Lines in the order of their turns and places; those of the summary alone come last."""

    __slots__ = ("cells",)

    def __init__(self, cells: array[int] | None = None) -> None:
        self.cells = array("I") if cells is None else cells

    def __len__(self) -> int:
        return len(self.cells) // WIDTH

    @overload
    def __getitem__(self, at: int) -> Line: ...

    @overload
    def __getitem__(self, at: slice) -> Account: ...

    def __getitem__(self, at: int | slice) -> Line | Account:
        if isinstance(at, slice):
            first, last, step = at.indices(len(self))
            if step != 1:
                raise ValueError("an account is cut without leaving lines out")
            return Account(self.cells[first * WIDTH : max(first, last) * WIDTH])
        place = range(len(self))[at] * WIDTH
        return _line(*self.cells[place : place + WIDTH])

    def __iter__(self) -> Iterator[Line]:
        columns = iter(self.cells)
        return (_line(*cells) for cells in zip(*[columns] * WIDTH, strict=True))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Account) and self.cells == other.cells

    def __hash__(self) -> int:
        return hash(self.cells.tobytes())

    def counts(self) -> Counter[tuple[Unit, State]]:
        """How many lines of each unit and state."""
        counted: Counter[tuple[Unit, State]] = Counter()
        for code, count in Counter(self.cells[::WIDTH]).items():
            counted[_UNITS[code & 3], _STATES[code >> 2 & 3]] += count
        return counted


def code_of(unit: Unit, state: State, speaker: Origin) -> int:
    """The first number of a line."""
    return _UNIT_NUMBER[unit] | _STATE_NUMBER[state] | _SPEAKER_NUMBER[speaker]


def _line(code: int, turn: int, start: int, end: int, left: int, right: int, finding: int) -> Line:
    return Line(
        *(_UNITS[code & 3], None if turn == NONE else turn),
        *(None if start == NONE else start, None if end == NONE else end),
        *(_SPEAKERS[code >> 4], _STATES[code >> 2 & 3]),
        *(None if left == NONE else left, None if right == NONE else right),
        None if finding == NONE else finding,
    )
