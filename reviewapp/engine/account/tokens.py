"""Every number and identifier of the range, and whether the summary holds it.

A text has more digits than the engine knows values: whatever run of digits belongs to no value and no name is a number
of its own, so that none is left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from reviewapp.engine.account.lines import State, Unit
from reviewapp.engine.names.idents import names_in
from reviewapp.engine.origins import BINDING
from reviewapp.engine.text import LONGEST_WORD
from reviewapp.engine.values.facts import Facts
from reviewapp.engine.values.find import Sighting, Value, answered

_TOKEN = re.compile(r"(?<!\S)(?![A-Z]?[a-z]++[.,;:!?)]*+(?!\S))\S+")  # unless it is a plain word
_DIGITS = re.compile(r"\d+")
_LETTER = re.compile(r"[^\W\d_]")  # a name has one
_FORM = re.compile(r"[^\W_](?:[\w./\\:@#=%~&+-]*[^\W_])?")
_MARKED = re.compile(r"[\d_/\\@]|[^\W\d_][.:][^\W\d_]|[a-z][A-Z]")
_LONG = 4  # characters of a number that is known by itself, wherever it stands


class Piece(NamedTuple):
    """A number or an identifier at `start`..`end`, and where the summary holds it, if anywhere."""

    start: int
    end: int
    unit: Unit
    state: State
    left: int | None = None
    right: int | None = None


class Fate(NamedTuple):
    """What became of a spelling."""

    state: State
    left: int | None = None
    right: int | None = None


GONE, OPEN = Fate(State.MISSING), Fate(State.UNDECIDED)


class Tokens:
    """Numbers and identifiers of the turns, held against those of the summary."""

    def __init__(self, facts: Facts, summary: str) -> None:
        self._facts = facts
        self._tokens: dict[str, tuple[Piece, ...]] = {}
        self._formed: dict[str, tuple[Piece, ...]] = {}
        self._values: dict[int, Fate] = {}
        self._names = {name.text: name for name in reversed(facts.summary_idents)}
        self._folded = frozenset(name.canonical for name in facts.summary_idents)
        self._runs = {match[0]: match.span() for match in reversed(list(_DIGITS.finditer(summary)))}
        self._offers: dict[str, tuple[int, int]] = {}
        for place in reversed(facts.summary_places):
            for key in place.value.offers:
                self._offers[key] = place.value.start, place.value.end

    def of(self, turn: int) -> list[Piece]:
        """Those of one turn, in order; none overlaps another. In what a tool says a name is told by its form alone:
        such names never hold, and there are many."""
        text = self._facts.source.texts[turn]
        binds = self._facts.pair.speakers[turn] in BINDING
        named = list(
            self._named(text, self._tokens, self._pieces) if binds else self._named(text, self._formed, self._form)
        )
        values = [self._valued(text, found) for found in self._facts.source.sightings_in(turn)]
        return _apart(values, named) if values else named

    def new(self, start: int, end: int) -> Iterator[Piece]:
        """Numbers and identifiers of `start`..`end` of the summary that no turn and no earlier summary holds. Ask when
        all turns have been asked for theirs."""
        facts = self._facts
        for place in facts.summary_places:
            if start <= place.value.start < end and facts.novel(place.value):
                yield Piece(place.value.start, place.value.end, Unit.NUMBER, State.UNDECIDED)
        for name in facts.summary_idents:
            if start <= name.start < end and name.canonical not in self._known_names:
                yield Piece(name.start, name.end, Unit.IDENTIFIER, State.UNDECIDED)

    @cached_property
    def _known_names(self) -> frozenset[str]:
        texts = chain(self._tokens, self._formed, *(text.split() for text in self._facts.pair.previous))
        return frozenset(name.canonical for token in texts for name in names_in(token))

    def _named(
        self, text: str, known: dict[str, tuple[Piece, ...]], cut: Callable[[str], Iterator[Piece]]
    ) -> Iterator[Piece]:
        """Names, and runs of digits outside of names."""
        for match in _TOKEN.finditer(text):
            token = match.group()
            pieces = known.get(token)
            if pieces is None:
                pieces = known[token] = tuple(cut(token))
            at = match.start()
            for start, end, unit, state, left, right in pieces:
                yield Piece(at + start, at + end, unit, state, left, right)

    def _pieces(self, token: str) -> Iterator[Piece]:
        if len(token) > LONGEST_WORD:
            yield _piece(0, len(token), Unit.IDENTIFIER, OPEN)
            return
        last = 0
        for name in names_in(token) if _LETTER.search(token) else ():
            yield from self._digits(token, last, name.start)
            yield _piece(name.start, name.end, Unit.IDENTIFIER, self._fate_of_name(name.text, name.canonical))
            last = name.end
        yield from self._digits(token, last, len(token))

    def _form(self, token: str) -> Iterator[Piece]:
        """The same by the form of the token: letters with digits, or with marks that no prose has within a word."""
        last = 0
        for found in _FORM.finditer(token) if len(token) <= LONGEST_WORD else ():
            name = found.group()
            if _LETTER.search(name) and _MARKED.search(name):
                yield from self._digits(token, last, found.start())
                held = self._names.get(name)
                fate = Fate(State.KEPT, held.start, held.end) if held else GONE
                yield _piece(found.start(), found.end(), Unit.IDENTIFIER, fate)
                last = found.end()
        if len(token) > LONGEST_WORD:
            yield _piece(0, len(token), Unit.IDENTIFIER, OPEN)
        else:
            yield from self._digits(token, last, len(token))

    def _digits(self, token: str, start: int, end: int) -> Iterator[Piece]:
        for match in _DIGITS.finditer(token, start, end):
            yield _piece(match.start(), match.end(), Unit.NUMBER, self._fate_of_run(match[0]))

    def _fate_of_name(self, text: str, canonical: str) -> Fate:
        """Kept letter by letter, or not at all; in another spelling it is open."""
        held = self._names.get(text)
        if held is not None:
            return Fate(State.KEPT, held.start, held.end)
        return OPEN if canonical in self._folded else GONE

    def _fate_of_run(self, digits: str) -> Fate:
        """A short number stands somewhere in most texts: that proves nothing."""
        held = self._runs.get(digits)
        if held is None:
            return GONE
        return Fate(State.KEPT, *held) if len(digits) >= _LONG else OPEN

    def _valued(self, text: str, found: Sighting) -> Piece:
        start, end, value = found
        fate = self._values.get(id(value))
        if fate is None:
            fate = self._values[id(value)] = self._fate_of_value(value, end - start)
        return _piece(start, end, Unit.NUMBER, fate)

    def _fate_of_value(self, value: Value, length: int) -> Fate:
        if not answered(value, self._offers):
            return OPEN if self._facts.kept(value) else GONE
        held = next(keys for keys in value.asks if all(key in self._offers for key in keys))
        place = self._offers[held[0]] if held else (None, None)
        return Fate(State.KEPT, *place) if value.unit or length >= _LONG else OPEN


def _piece(start: int, end: int, unit: Unit, fate: Fate) -> Piece:
    return Piece(start, end, unit, fate.state, fate.left, fate.right)


def _apart(values: Sequence[Piece], named: Sequence[Piece]) -> list[Piece]:
    """All in order; a number within a value, or a value within a name, is told by that alone."""
    merged: list[Piece] = []
    for piece in sorted((*values, *named), key=lambda piece: (piece.start, -piece.end)):
        if not merged or piece.start >= merged[-1].end:
            merged.append(piece)
        elif piece.end > merged[-1].end:
            merged.append(piece._replace(start=merged[-1].end))
    return merged
