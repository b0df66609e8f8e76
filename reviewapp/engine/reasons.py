"""Why a finding was raised: the rule that decided, the phrases it was read from, the sentence held against it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from reviewapp.engine.binding.reading import read
from reviewapp.engine.binding.rules import Clause
from reviewapp.engine.binding.verdicts import index_of
from reviewapp.engine.lang import Cue
from reviewapp.engine.pair import Pair
from reviewapp.engine.saying import confidence_of, said_of
from reviewapp.engine.text import Sentence
from reviewapp.engine.types import Because, CueAt, Finding, Kind, Span

_READ = frozenset({Kind.NEGATION, Kind.OBLIGATION, Kind.PERMISSION, Kind.ADDITION})
_SILENT = frozenset({Cue.SAY, Cue.PLAIN, Cue.SPLIT})
_MOST_CUES = 12  # of one finding


def reasoned(pair: Pair, findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings with their reasons, their sentence and how sure they are."""
    return tuple(_with_reasons(pair, finding) for finding in findings)


def _with_reasons(pair: Pair, finding: Finding) -> Finding:
    said = said_of(finding, _words(pair, finding.source), _words(pair, finding.target))
    sure = finding.confidence or confidence_of(finding)
    return replace(finding, confidence=sure, because=_because(pair, finding), said=said)


def _words(pair: Pair, span: Span | None) -> str:
    if span is None:
        return ""
    return (pair.summary if span.turn is None else pair.turns[span.turn].content)[span.start : span.end]


def _because(pair: Pair, finding: Finding) -> Because:
    clauses = list(_clauses(pair, finding.source)) if finding.kind in _READ else []
    told = list(_clauses(pair, finding.target)) if finding.kind in _READ else []
    aligned, features = finding.target, [("kind", str(finding.kind)), ("change", str(finding.change))]
    if clauses:
        features.append(("force", str(clauses[0].force)))
        index = pair.once(index_of)
        matches = index.matches_of(clauses[0].topics, clauses[0].lexicon, taken=True) if clauses[0].topics else []
        if matches:
            sentence = matches[0].window.sentence
            aligned = aligned or Span(None, sentence.start, sentence.end)
            features.append(("share of words", f"{matches[0].coverage:.2f}"))
    if told:
        features.append(("force told", str(told[0].force)))
    cues = [*_cues(finding.source, clauses), *_cues(finding.target, told)]
    return Because(finding.rule, tuple(cues[:_MOST_CUES]), aligned, tuple(features))


def _clauses(pair: Pair, span: Span | None) -> Iterator[Clause]:
    """The clauses that the span holds a part of."""
    if span is None or span.turn in pair.over:
        return
    sentences = pair.sentences if span.turn is None else pair.turn_sentences(span.turn)
    for sentence in _within(sentences, span):
        for clause in read(sentence, pair.once(index_of).language):
            start, end = clause.span
            if start < span.end and end > span.start:
                yield clause


def _within(sentences: Sequence[Sentence], span: Span) -> Iterator[Sentence]:
    at = bisect_right(sentences, span.start, key=attrgetter("end"))
    while at < len(sentences) and sentences[at].start < span.end:
        yield sentences[at]
        at += 1


def _cues(span: Span | None, clauses: Sequence[Clause]) -> Iterator[CueAt]:
    for clause in clauses if span else ():
        for hit in clause.hits:
            cues = sorted(str(cue) for cue in hit.cues - _SILENT)
            start, end = clause.sentence.span_of(hit.first, hit.last)
            shift = clause.sentence.start
            for cue in cues:
                assert span is not None
                yield CueAt(cue, Span(span.turn, start + shift, end + shift))
