"""Run the detectors over one pair and make one list of what they say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from reviewapp.engine.detectors import DETECTORS, PIN_DETECTORS, Detector
from reviewapp.engine.pair import Pair, make_pair
from reviewapp.engine.rank import ranked, risk
from reviewapp.engine.text import LONGEST_WORD
from reviewapp.engine.verdicts import foreign
from reviewapp.engine.types import SEVERITY_RANK, Analysis, Change, Coverage, Finding, Kind, Pin, Previous, Skipped, Span, Turn

RULE_KINDS = frozenset({Kind.NEGATION, Kind.OBLIGATION, Kind.PERMISSION})
TOKEN_KINDS = frozenset({Kind.NUMERAL, Kind.IDENTIFIER})
MANY = 6  # dropped tokens of one turn that read better as one finding
WINDOW = 600  # characters of quote that a reviewer takes in at once


def analyse(turns: Sequence[Turn], summary: str, previous_summary: Previous = None) -> Analysis:
    """What the summary lost, weakened, inverted or invented. Knows no pins: see check_pins."""
    pair = make_pair(turns, summary, previous=previous_summary)
    found = ranked(pair, _gathered(_distinct(_run(DETECTORS, pair))))
    return Analysis(found, coverage(pair), risk(found))


def check_pins(turns: Sequence[Turn], summary: str, pins: Sequence[Pin]) -> tuple[Finding, ...]:
    """How the summary contradicts or misquotes the pins in force. A pin that it leaves out is no finding."""
    pair = make_pair(turns, summary, pins)
    return ranked(pair, _distinct(_run(PIN_DETECTORS, pair)))


def coverage(pair: Pair) -> Coverage:
    """Every turn is read; a run of characters too long to be a word is not looked into, and is named here."""
    texts = [*enumerate(turn.content for turn in pair.turns), (None, pair.summary)]
    opaque = [turn for turn, text in texts if _opaque(text)]
    strange = pair.once(foreign)
    skipped = [
        *(Skipped(turn, f"a run of over {LONGEST_WORD} characters without a space") for turn in opaque),
        *(Skipped(turn, f"rules in {language.name}, which the summary does not speak") for turn, language in strange.items()),
    ]
    return Coverage(len(pair.turns), len(pair.turns) - len(strange), tuple(skipped))


def _opaque(text: str) -> bool:
    return len(text) > LONGEST_WORD and max(map(len, text.split()), default=0) > LONGEST_WORD


def _run(detectors: Iterable[Detector], pair: Pair) -> Iterator[Finding]:
    for detector in detectors:
        yield from detector.detect(pair)


def _distinct(found: Iterable[Finding]) -> list[Finding]:
    """One finding a loss: a token inside a lost rule, and an addition that is the other side of an alteration, say nothing new."""
    unique = list(dict.fromkeys(found))
    rules = [f for f in unique if f.kind in RULE_KINDS and f.source]
    paired = [f for f in unique if f.change in (Change.ALTERED, Change.INVERTED) and f.target]
    return [f for f in unique if not _told_by_rule(f, rules) and not _told_by_pair(f, paired)]


def _told_by_rule(finding: Finding, rules: list[Finding]) -> bool:
    if finding.kind not in TOKEN_KINDS or finding.change is not Change.DROPPED or finding.source is None:
        return False
    return any(_outweighs(rule, finding) and _inside(finding.source, rule.source) for rule in rules)


def _told_by_pair(finding: Finding, paired: list[Finding]) -> bool:
    if finding.change is not Change.ADDED or finding.kind is Kind.INJECTION:
        return False
    return any(_outweighs(other, finding) and _inside(finding.target, other.target) for other in paired if other.kind in TOKEN_KINDS)


def _outweighs(one: Finding, other: Finding) -> bool:
    return SEVERITY_RANK[one.severity] >= SEVERITY_RANK[other.severity]


def _inside(inner: Span | None, outer: Span | None) -> bool:
    return inner is not None and outer is not None and inner.turn == outer.turn and outer.start <= inner.start and inner.end <= outer.end


def _gathered(found: list[Finding]) -> Iterator[Finding]:
    """Many dropped tokens of one turn become one finding a window, whose quote still holds each of them."""
    dropped = [f for f in found if _is_dropped_token(f)]
    yield from (f for f in found if not _is_dropped_token(f))
    for _, group in groupby(sorted(dropped, key=_place), key=_turn_and_severity):
        tokens = list(group)
        yield from tokens if len(tokens) <= MANY else _windows(tokens)


def _is_dropped_token(finding: Finding) -> bool:
    return finding.kind in TOKEN_KINDS and finding.change is Change.DROPPED and finding.source is not None


def _place(finding: Finding) -> tuple[int, int, int]:
    assert finding.source is not None and finding.source.turn is not None
    return finding.source.turn, SEVERITY_RANK[finding.severity], finding.source.start


def _turn_and_severity(finding: Finding) -> tuple[int, int]:
    return _place(finding)[:2]


def _windows(tokens: list[Finding]) -> Iterator[Finding]:
    held = [tokens[0]]
    for token in tokens[1:]:
        assert token.source and held[0].source
        if token.source.end - held[0].source.start > WINDOW:
            yield _merged(held)
            held = []
        held.append(token)
    yield _merged(held)


def _merged(tokens: list[Finding]) -> Finding:
    first, last = tokens[0].source, tokens[-1].source
    if len(tokens) == 1 or first is None or last is None:
        return tokens[0]
    why = f"{len(tokens)} tokens of this passage are not in the summary."
    end = max(token.source.end for token in tokens if token.source)
    best = max(tokens, key=lambda token: token.salience)
    return replace(best, source=Span(first.turn, first.start, end), why=why)
