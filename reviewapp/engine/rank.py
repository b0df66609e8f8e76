"""Which finding a reviewer should meet first: severity, then salience, then place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from reviewapp.engine.pair import Pair
from reviewapp.engine.types import SEVERITY_RANK, Change, Finding, Kind, Origin, Severity, Span
from reviewapp.engine.values.facts import Facts

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
_PASTED = -150  # a rule somewhere in a long text that the user pasted into a session with tools may be nobody's
_LATE = 60  # what was said last is still live
_BELIEVED = frozenset({Kind.IDENTIFIER, Kind.NUMERAL, Kind.INJECTION})
_RULES = frozenset({Kind.NEGATION, Kind.OBLIGATION, Kind.PERMISSION})
_RISK = {Severity.BLOCKING: 45, Severity.WARNING: 18, Severity.NOTE: 0}


def ranked(pair: Pair, found: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings with their salience, most important first."""
    return tuple(sorted((_weighed(pair, finding) for finding in found), key=_order))


def merged(*lists: Iterable[Finding]) -> tuple[Finding, ...]:
    """Lists that are ranked already, as one."""
    return tuple(sorted((finding for found in lists for finding in found), key=_order))


class AtStake(NamedTuple):
    """What the risk of a loss follows from; `salience` is 0..1000."""

    held_severity: Severity
    salience: int


def risk(found: Iterable[Finding | AtStake]) -> int:
    """0..100: how much the worst findings together put at stake; more of them add less and less."""
    left = 1.0
    for finding in found:
        left *= 1 - _RISK[finding.held_severity] * (500 + finding.salience) / 150_000
    return round(100 * (1 - left))


def _weighed(pair: Pair, finding: Finding) -> Finding:
    score = _OF_KIND[finding.kind] + _OF_CHANGE[finding.change] + _of_place(pair, finding) + finding.salience
    return replace(finding, salience=max(0, min(1000, score)))


def _of_place(pair: Pair, finding: Finding) -> int:
    """Who said it and how long ago. Where the summary is wrong about a fact, it matters less whose it was."""
    if finding.source is None or finding.source.turn is None:
        return _OF_SUMMARY
    turn = finding.source.turn
    late = _LATE * (turn + 1) // len(pair.turns)
    if finding.kind in _BELIEVED and finding.target is not None:
        return _OF_SUMMARY + late
    return _OF_SPEAKER.get(pair.speakers[turn], 0) + late + (_PASTED if _in_paste(pair, finding, turn) else 0)


def _in_paste(pair: Pair, finding: Finding, turn: int) -> bool:
    user = pair.speakers[turn] is Origin.USER
    return user and pair.has_tools and finding.kind in _RULES and turn not in pair.once(Facts).brief


def _order(finding: Finding) -> tuple[int, int, int, int]:
    place: Span | None = finding.source or finding.target
    assert place is not None, "a finding points at a text"
    return -SEVERITY_RANK[finding.severity], -finding.salience, -1 if place.turn is None else place.turn, place.start
