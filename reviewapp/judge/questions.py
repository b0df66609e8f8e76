"""Which questions a compaction raises: one for each rule that the engine doubts, then for those it is not sure of."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from reviewapp.engine.account.lines import State, Unit
from reviewapp.engine.text import sentences
from reviewapp.engine.types import Analysis, Finding, Kind, Severity, Span, Turn
from reviewapp.judge.masked import mask, told_values

# What a judge never touches: these rest on exact bytes and on what a text tries to do, not on meaning.
CLOSED = frozenset({Kind.INJECTION, Kind.PIN, Kind.STRUCTURE})
LONGEST_RULE = 4_000


@dataclass(frozen=True)
class Question:
    """What is sent: the rule's exact words with their speaker and turn, and the whole summary, both masked.

    With `opposite`, the statement asked for is the contrary of the rule: who calls both kept has read neither.
    """

    rule: str
    speaker: str
    turn: int
    summary: str
    opposite: bool = False

    @property
    def id(self) -> str:
        """The same question has the same id, whoever asks it and when: answers are kept by it."""
        parts = [self.rule, self.speaker, self.turn, self.summary, self.opposite]
        return hashlib.sha256(json.dumps(parts, ensure_ascii=True).encode()).hexdigest()

    @property
    def reversed(self) -> Question:
        return replace(self, opposite=not self.opposite)


class Asked(NamedTuple):
    """A question, the place it is about, and the index of the warning that raised it, if one did."""

    question: Question
    span: Span
    finding: int | None


def questions(turns: Sequence[Turn], summary: str, analysis: Analysis, *, first_seq: int = 0) -> tuple[Asked, ...]:
    """Warnings first, in their order; then sentences of the account that are not settled; then those called kept.

    None at all where injection was found in the summary, and none about a turn in which it was found: a text that
    gives orders is not put before a model. `first_seq` numbers the turns as people know them.
    """
    hostile = [each for each in analysis.findings if each.kind is Kind.INJECTION]
    if any(each.target is not None or each.source is None or each.source.turn is None for each in hostile):
        return ()
    closed = {each.source.turn for each in hostile if each.source}
    values = told_values([summary, *(turn.content for turn in turns)])
    shown = mask(summary, values)
    return tuple(
        Asked(
            Question(mask(_text(turns, span), values), str(turns[turn].speaker), first_seq + turn, shown), span, finding
        )
        for span, finding in _places(turns, analysis)
        if (turn := span.turn) is not None and turn not in closed and span.end - span.start <= LONGEST_RULE
    )


def _text(turns: Sequence[Turn], span: Span) -> str:
    assert span.turn is not None
    return turns[span.turn].content[span.start : span.end]


def _places(turns: Sequence[Turn], analysis: Analysis) -> Iterator[tuple[Span, int | None]]:
    """Each sentence once. A sentence about which something blocks is not asked: that must be resolved by a person."""
    seen = {_sentence(turns, each.source) for each in analysis.findings if _is_closed(each) and each.source}
    for index, finding in enumerate(analysis.findings):
        if _asks(finding) and finding.source is not None:
            span = _sentence(turns, finding.source)
            if span not in seen:
                seen.add(span)
                yield span, index
    for span in _unsettled(analysis):
        if span not in seen:
            yield span, None


def _unsettled(analysis: Analysis) -> Iterator[Span]:
    """Sentences of the account, those first that the engine could not decide."""
    lines = [line for line in analysis.account if line.unit is Unit.SENTENCE and line.turn is not None]
    for state in (State.UNDECIDED, State.MISSING, State.CHANGED, State.KEPT):
        for line in lines:
            if line.state is state and line.start is not None and line.end is not None:
                yield Span(line.turn, line.start, line.end)


def _is_closed(finding: Finding) -> bool:
    return finding.held_severity is Severity.BLOCKING and _in_turn(finding)


def _in_turn(finding: Finding) -> bool:
    return finding.source is not None and finding.source.turn is not None


def _asks(finding: Finding) -> bool:
    return finding.severity is Severity.WARNING and finding.kind not in CLOSED and _in_turn(finding)


def _sentence(turns: Sequence[Turn], span: Span) -> Span:
    """The sentence around a finding: an "except on Sundays" alone is no rule that anybody could look for."""
    assert span.turn is not None
    for each in sentences(turns[span.turn].content):
        if each.start <= span.start < each.end:
            return Span(span.turn, each.start, max(each.end, span.end))
    return span
