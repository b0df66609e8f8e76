"""Beginnings of ids that several ids of the turns share: whoever acts on one acts on any of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reviewapp.engine.names.idents import Ident, names_in
from reviewapp.engine.names.known import Names
from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Span

_BEGINNING = re.compile(r"[0-9a-f]{6,31}")
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
    for ident in {ident.canonical: ident for ident in short}.values():
        longer = _longer(names, ident.text.lower())
        if len(longer) > 1 and not any(text in pair.summary for text in longer):
            text, token = next(iter(longer.items()))
            turn = names.source.turn_of(token)
            if turn is not None:
                start = pair.turns[turn].content.find(text)
                yield Shared(ident, Span(turn, start, start + len(text)), len(longer))


def _longer(names: Names, beginning: str) -> dict[str, str]:
    """The longer ids of the turns, each with the token that holds it."""
    tokens = [token for token in names.source.tokens if beginning in token.lower()]
    held = ((name, token) for token in tokens for name in names_in(token))
    fit = ((name, token) for name, token in held if name.kind in _IDS and len(name.text) > len(beginning))
    return {name.text: token for name, token in fit if name.text.lower().startswith(beginning)}
