"""What the engine says of one rule when a summary is to replace its conversation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reviewapp.drill.types import Reading
from reviewapp.engine.account import Line, State, Unit, holds
from reviewapp.engine.analyse import analyse
from reviewapp.engine.types import SEVERITY_RANK, Analysis, Change, Finding, Kind, Severity, Turn


@dataclass(frozen=True, slots=True)
class Read:
    """`held`: the summary does not pass by itself. `rules`: ids of the rules that spoke of the words. `unusable`: it is
    no summary at all (empty, malformed, inflated), which nobody approves."""

    reading: Reading
    held: bool
    rules: tuple[str, ...] = ()
    unusable: bool = False


NO_SUMMARY = Read(Reading.NO_SUMMARY, held=True, unusable=True)


def read(turns: Sequence[Turn], summary: str, previous: str, turn: int, rule: str) -> Read:
    """The engine's reading of `rule`, which stands in turn `turn`, in an analysis of all turns so far."""
    analysis = analyse(turns, summary, previous or None)
    start = turns[turn].content.index(rule)
    found = list(_found(analysis, turn, start, start + len(rule)))
    lines = list(_lines(analysis, turn, start, start + len(rule)))
    stopped = holds(analysis.account, not_analysed=len(analysis.coverage.skipped))
    held = bool(stopped) or any(_warns(finding) for finding in analysis.findings)
    return Read(
        reading=_reading(found, lines, binds=turns[turn].binds),
        held=held,
        rules=tuple(sorted({each.rule for each in found})),
        unusable=any(map(_unusable, analysis.findings)),
    )


def _found(analysis: Analysis, turn: int, start: int, end: int) -> Iterator[Finding]:
    for finding in analysis.findings:
        source = finding.source
        if source and source.turn == turn and source.start < end and source.end > start:
            yield finding


def _lines(analysis: Analysis, turn: int, start: int, end: int) -> Iterator[Line]:
    for line in analysis.account:
        if line.turn == turn and (line.start or 0) < end and (line.end or 0) > start:
            yield line


def _reading(found: Sequence[Finding], lines: Sequence[Line], *, binds: bool) -> Reading:
    """The numbers of a turn that binds nobody say nothing of its rule."""
    if any(_warns(finding) for finding in found):
        return Reading.FINDING
    if found or (binds and any(line.state != State.KEPT for line in lines)):
        return Reading.UNDECIDED
    return Reading.KEPT if any(line.unit is Unit.SENTENCE for line in lines) else Reading.SILENT


def _warns(finding: Finding) -> bool:
    return SEVERITY_RANK[finding.held_severity] >= SEVERITY_RANK[Severity.WARNING]


def _unusable(finding: Finding) -> bool:
    inflated = finding.change is Change.INFLATED
    return finding.kind is Kind.STRUCTURE and (inflated or finding.held_severity is Severity.BLOCKING)
