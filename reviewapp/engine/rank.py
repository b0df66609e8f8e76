"""Which finding a reviewer should meet first: severity, then salience, then place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from reviewapp.engine.pair import Pair
from reviewapp.engine.types import SEVERITY_RANK, Change, Finding, Kind, Origin, Severity

_OF_CHANGE = {
    Change.INVERTED: 260,
    Change.ADDED: 240,
    Change.ALTERED: 250,
    Change.MALFORMED: 230,
    Change.INFLATED: 120,
    Change.MISSING: 230,
    Change.SOFTENED: 210,
    Change.DROPPED: 160,
}
_OF_KIND = {
    Kind.INJECTION: 300,
    Kind.PIN: 290,
    Kind.STRUCTURE: 260,
    Kind.NEGATION: 250,
    Kind.ADDITION: 220,
    Kind.OBLIGATION: 210,
    Kind.PERMISSION: 200,
    Kind.IDENTIFIER: 150,
    Kind.NUMERAL: 140,
}
_OF_SPEAKER = {Origin.SYSTEM: 140, Origin.USER: 130, Origin.MEMORY: 120, Origin.SUMMARY: 80, Origin.AGENT: 50}
_RISK = {Severity.BLOCKING: 45, Severity.WARNING: 18, Severity.NOTE: 0}


def ranked(pair: Pair, found: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings with their salience, most important first."""
    return tuple(sorted((_weighed(pair, finding) for finding in found), key=_order))


def _weighed(pair: Pair, finding: Finding) -> Finding:
    score = _OF_KIND[finding.kind] + _OF_CHANGE[finding.change] + finding.salience
    if finding.source and finding.source.turn is not None:
        turn = pair.turns[finding.source.turn]
        score += _OF_SPEAKER.get(turn.speaker, 0) + 60 * (finding.source.turn + 1) // len(pair.turns)
    else:
        score += 120
    return replace(finding, salience=max(0, min(1000, score)))


def _order(finding: Finding) -> tuple[int, int, int, int]:
    place = finding.source or finding.target
    assert place is not None, "a finding points at a text"
    return -SEVERITY_RANK[finding.severity], -finding.salience, -1 if place.turn is None else place.turn, place.start


def risk(found: Iterable[Finding]) -> int:
    """0..100: how much the worst findings together put at stake; more of them add less and less."""
    left = 1.0
    for finding in found:
        left *= 1 - _RISK[finding.severity] * (500 + finding.salience) / 150_000
    return round(100 * (1 - left))


def merged(*lists: Iterable[Finding]) -> tuple[Finding, ...]:
    """Lists that are ranked already, as one."""
    return tuple(sorted((finding for found in lists for finding in found), key=_order))
