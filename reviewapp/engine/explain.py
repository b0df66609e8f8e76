"""How an answer came about: for one finding the rules in the order they were tried, and what each said of its words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reviewapp.engine.analyse import analyse
from reviewapp.engine.detectors import DETECTORS
from reviewapp.engine.pair import Pair, make_pair
from reviewapp.engine.saying import sentence
from reviewapp.engine.types import Finding, Previous, Span, Turn


def explained(turns: Sequence[Turn], summary: str, previous: Previous, number: int | None = None) -> Iterator[str]:
    """Lines for finding `number` of the analysis, counted from 1 in its order, or for all of them."""
    pair = make_pair(turns, summary, previous=previous)
    raised = [(detector.RULES, list(detector.detect(pair))) for detector in DETECTORS]
    for at, finding in enumerate(analyse(turns, summary, previous).findings, 1):
        if number in (None, at):
            yield from _finding(pair, at, finding)
            for rules, found in raised:
                said = {other.rule: other for other in found if _shares_words(other, finding)}
                yield from (_row(finding, rule.id, said.get(rule.id)) for rule in rules)
            yield ""
    pair.release()


def _finding(pair: Pair, number: int, finding: Finding) -> Iterator[str]:
    yield f"{number}. {finding.severity} {finding.kind} {finding.change}" + (" (open)" if finding.undecided else "")
    if finding.said:
        yield f"   {sentence(finding.said)}"
    yield f"   {finding.why}"
    yield from _side(pair, "turn", finding.source)
    yield from _side(pair, "summary", finding.target)
    because = finding.because
    if because is not None:
        if because.aligned and because.aligned != finding.target:
            yield from _side(pair, "held against", because.aligned)
        for cue in because.cues:
            yield f"   cue {cue.cue}: {_quote(pair, cue.span)}"
        yield from (f"   {name}: {value}" for name, value in because.features)
    yield "   rules in the order they were tried:"


def _side(pair: Pair, name: str, span: Span | None) -> Iterator[str]:
    if span is not None:
        place = "" if span.turn is None else f" {span.turn}"
        yield f"   {name}{place} [{span.start}:{span.end}]: {_quote(pair, span)}"


def _quote(pair: Pair, span: Span) -> str:
    text = pair.summary if span.turn is None else pair.turns[span.turn].content
    return repr(text[span.start : span.end])


def _row(finding: Finding, rule: str, raised: Finding | None) -> str:
    if raised is None:
        return f"     -  {rule}"
    mark = "=>" if rule == finding.rule else " +"
    told = "" if rule == finding.rule else " (said too, and told by the one that decided)"
    return f"    {mark}  {rule}: {raised.severity}{', open' if raised.undecided else ''}{told}"


def _shares_words(one: Finding, other: Finding) -> bool:
    return _meets(one.source, other.source) or (one.source is None and _meets(one.target, other.target))


def _meets(one: Span | None, other: Span | None) -> bool:
    return (
        one is not None
        and other is not None
        and one.turn == other.turn
        and one.start < other.end
        and other.start < one.end
    )
