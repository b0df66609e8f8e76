"""Many findings of one rule told as one: a person reads the first hundred, and a page can't hold a hundred thousand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from reviewapp.engine.types import SEVERITY_RANK, Finding, Severity

MOST = 200  # findings of one rule


def folded(ranked: Sequence[Finding]) -> tuple[tuple[Finding, ...], tuple[int, ...]]:
    """The findings that are told, in their order, and for each of `ranked` the place of the one that tells it.

    Of a rule with more than MOST the first MOST - 1 stand for themselves. The first of the others, which is as grave as
    any of them, tells all of them: it says how many more there are, and holds what they would hold.
    """
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for number, finding in enumerate(ranked):
        numbers[finding.rule].append(number)
    rest = {numbered[MOST - 1]: numbered[MOST:] for numbered in numbers.values() if len(numbered) > MOST}
    left_out = {number: first for first, others in rest.items() for number in others}
    told = [number for number in range(len(ranked)) if number not in left_out]
    place = {number: at for at, number in enumerate(told)}
    shown = tuple(_for_all(ranked, number, rest[number]) if number in rest else ranked[number] for number in told)
    return shown, tuple(place[left_out.get(number, number)] for number in range(len(ranked)))


def heavy_apart(ranked: Sequence[Finding], places: Sequence[int]) -> int:
    """How many findings that a person has to see are told by another one."""
    told: set[int] = set()
    apart = 0
    for finding, place in zip(ranked, places, strict=True):
        apart += place in told and (finding.held_severity is not Severity.NOTE or finding.undecided)
        told.add(place)
    return apart


def _for_all(ranked: Sequence[Finding], number: int, others: Sequence[int]) -> Finding:
    finding = ranked[number]
    told = [finding, *(ranked[other] for other in others)]
    undecided = any(other.undecided for other in told)
    gravest = max((other.held_severity for other in told), key=SEVERITY_RANK.__getitem__)
    held = None if gravest is finding.severity else gravest
    return replace(
        finding, rule_severity=held, why=f"{finding.why} And {len(others):,} more of this rule.", undecided=undecided
    )
