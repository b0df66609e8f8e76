"""Which finding a reviewer should meet first: severity, then salience, then place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from reviewapp.engine.pair import Pair
from reviewapp.engine.types import SEVERITY_RANK, Change, Finding, Kind, Origin, Severity, Span

# What was turned or changed under the reader's eyes comes before what is missing; a rule before a token.
_OF_KIND = {
    Kind.INJECTION: 330,
    Kind.PIN: 310,
    Kind.STRUCTURE: 290,
    Kind.NEGATION: 270,
    Kind.OBLIGATION: 240,
    Kind.PERMISSION: 230,
    Kind.ADDITION: 200,
    Kind.IDENTIFIER: 200,
    Kind.NUMERAL: 190,
}
_OF_CHANGE = {
    Change.INVERTED: 280,
    Change.ALTERED: 270,
    Change.MISSING: 250,
    Change.MALFORMED: 250,
    Change.SOFTENED: 220,
    Change.ADDED: 210,
    Change.DROPPED: 120,
    Change.INFLATED: 100,
}
_OF_SPEAKER = {Origin.SYSTEM: 100, Origin.USER: 90, Origin.MEMORY: 80, Origin.SUMMARY: 60, Origin.AGENT: 40}
_OF_SUMMARY = 90  # what stands in the summary alone will be believed
_LATE = 60  # what was said last is still live
_RISK = {Severity.BLOCKING: 45, Severity.WARNING: 18, Severity.NOTE: 0}


def ranked(pair: Pair, found: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings with their salience, most important first."""
    return tuple(sorted((_weighed(pair, finding) for finding in found), key=_order))


def merged(*lists: Iterable[Finding]) -> tuple[Finding, ...]:
    """Lists that are ranked already, as one."""
    return tuple(sorted((finding for found in lists for finding in found), key=_order))


def risk(found: Iterable[Finding]) -> int:
    """0..100: how much the worst findings together put at stake; more of them add less and less."""
    left = 1.0
    for finding in found:
        left *= 1 - _RISK[finding.severity] * (500 + finding.salience) / 150_000
    return round(100 * (1 - left))


def _weighed(pair: Pair, finding: Finding) -> Finding:
    score = _OF_KIND[finding.kind] + _OF_CHANGE[finding.change] + finding.salience
    turn = finding.source.turn if finding.source else None
    if turn is None:
        score += _OF_SUMMARY
    else:
        score += _OF_SPEAKER.get(pair.speakers[turn], 0) + _LATE * (turn + 1) // len(pair.turns)
    return replace(finding, salience=max(0, min(1000, score)))


def _order(finding: Finding) -> tuple[int, int, int, int]:
    place: Span | None = finding.source or finding.target
    assert place is not None, "a finding points at a text"
    return -SEVERITY_RANK[finding.severity], -finding.salience, -1 if place.turn is None else place.turn, place.start
