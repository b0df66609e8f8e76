"""A citation of a turn that does not exist: what stands beside it rests on nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Change, Example, Finding, Kind, Rule, Severity, Span

UNFOUNDED = Rule("structure.citation", "The summary cites a turn that does not exist")
RULES: tuple[Rule, ...] = (UNFOUNDED,)

_CITED = re.compile(r"\[\[turn:([0-9]+)\]\]")
_LONGEST = 9  # digits of a turn's number


def detect(pair: Pair) -> Iterator[Finding]:
    """Turns before the range exist in the session; behind its last turn the summary can't have looked."""
    end = pair.first_seq + len(pair.turns)
    for cited in _CITED.finditer(pair.summary):
        if len(cited[1]) > _LONGEST or int(cited[1]) >= end:
            why = f"The last turn that this summary replaces is {end - 1}."
            place = Span(None, *cited.span())
            yield Finding(Kind.STRUCTURE, Change.MALFORMED, Severity.BLOCKING, UNFOUNDED.id, why, None, place)


_TURNS = (("user", "Order the tent from Lund."), ("assistant", "It is ordered."))
EXAMPLES: tuple[Example, ...] = (
    Example(_TURNS, "The tent is ordered, see [[turn:99]].", ((Kind.STRUCTURE, Change.MALFORMED, "[[turn:99]]"),)),
    Example(_TURNS, "The tent from Lund is ordered, see [[turn:1]]."),
)
