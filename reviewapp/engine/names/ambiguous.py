"""Beginnings of ids that several ids of the turns share: whoever acts on one acts on any of them."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reviewapp.engine.names.idents import Ident, names_in
from reviewapp.engine.names.known import Names
from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Span

_BEGINNING = re.compile(r"[0-9a-f]{6,31}")
_LONG = re.compile(r"[0-9a-f]{6}")
_LAST = chr(0x10FFFF)
_IDS = frozenset({"uuid", "hash"})


@dataclass(frozen=True, slots=True)
class Shared:
    """A name of the summary, one of the ids that it may mean, and how many there are."""

    ident: Ident
    one: Span
    count: int


def ambiguous(pair: Pair) -> Iterator[Shared]:
    """Where the summary has the beginning alone, and none of the ids whole."""
    names = pair.once(Names)
    short = [ident for ident in names.facts.summary_idents if _BEGINNING.fullmatch(ident.text.lower())]
    ids = _ids(names) if short else []
    for ident in {ident.canonical: ident for ident in short}.values():
        longer = _longer(ids, ident.text.lower())
        if len(longer) > 1 and not any(text in pair.summary for text in longer):
            text, token = next(iter(longer.items()))
            turn = names.source.turn_of(token)
            if turn is not None:
                start = pair.turns[turn].content.find(text)
                yield Shared(ident, Span(turn, start, start + len(text)), len(longer))


class _Id(NamedTuple):
    """An id of the turns, and the token that holds it, which is the `place`th."""

    low: str
    place: int
    text: str
    token: str


def _ids(names: Names) -> list[_Id]:
    """Sorted, so that those with one beginning stand together: to look at all of them for each would be quadratic."""
    tokens = ((place, token) for place, token in enumerate(names.source.tokens) if _LONG.search(token.lower()))
    held = ((place, token, name) for place, token in tokens for name in names_in(token))
    return sorted(_Id(name.text.lower(), place, name.text, token) for place, token, name in held if name.kind in _IDS)


def _longer(ids: Sequence[_Id], beginning: str) -> dict[str, str]:
    """The longer ids that begin so, in the order of the turns, each with the token that holds it."""
    alike = ids[bisect_left(ids, (beginning,)) : bisect_left(ids, (f"{beginning}{_LAST}",))]
    longer = sorted((each for each in alike if len(each.text) > len(beginning)), key=lambda each: each.place)
    return {each.text: each.token for each in longer}
