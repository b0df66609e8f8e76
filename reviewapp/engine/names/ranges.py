"""Ranges of names: `lots 7C110 through 7C118`. Another end takes in what was left out, though each name is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from reviewapp.engine.names.idents import Ident
from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Span
from reviewapp.engine.values.facts import Facts
from reviewapp.engine.values.find import THROUGH


@dataclass(frozen=True, slots=True)
class Range:
    """From the first name to the last one, as it is written in a turn or, where `span.turn` is None, in the summary."""

    span: Span
    first: str
    last: str


def moved(pair: Pair) -> Iterator[tuple[Range, Range]]:
    """(what a turn says, what the summary says) of ranges that begin alike and end elsewhere, or the reverse."""
    facts = pair.once(Facts)
    stated = list(_ranges(pair.summary, None, facts.summary_idents))
    said = (
        [r for turn in facts.brief for r in _ranges(pair.turns[turn].content, turn, facts.idents(turn))]
        if stated
        else []
    )
    known = {(own.first, own.last) for own in said}
    kept = {(other.first, other.last) for other in stated}
    lost = [own for own in said if (own.first, own.last) not in kept]
    for other in stated:
        half = [own for own in lost if own.first == other.first or own.last == other.last]
        if half and (other.first, other.last) not in known:
            yield half[-1], other


def _ranges(text: str, turn: int | None, idents: list[Ident]) -> Iterator[Range]:
    for one, two in pairwise(idents):
        if one.kind == two.kind and THROUGH.fullmatch(text, one.end, two.start):
            yield Range(Span(turn, one.start, two.end), one.canonical, two.canonical)
