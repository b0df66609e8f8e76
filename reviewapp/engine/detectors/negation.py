"""Prohibitions and denials that the summary dropped, softened or turned round."""

from __future__ import annotations

from collections.abc import Iterator

from reviewapp.engine.pair import Pair
from reviewapp.engine.rules import Force
from reviewapp.engine.types import Change, Example, Finding, Kind, Rule, Severity, Span
from reviewapp.engine.verdicts import Told, verdicts

RULES = (Rule("negation.lost", "A prohibition or denial is not in the summary"),)
EXAMPLES: tuple[Example, ...] = ()


def detect(pair: Pair) -> Iterator[Finding]:
    for told in pair.once(verdicts):
        if told.clause.denies:
            yield _finding(told)


def _finding(told: Told) -> Finding:
    start, end = told.clause.span
    match = told.verdict.match
    target = Span(None, match.window.sentence.start, match.window.sentence.end) if match else None
    return Finding(Kind.NEGATION, told.verdict.change, Severity.WARNING, "negation.lost", "why", Span(told.turn, start, end), target)
