"""From what the detectors say to one list: nothing told twice, many tokens of one passage told as one."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import groupby

from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, Shape
from reviewapp.engine.types import SEVERITY_RANK, Change, Finding, Kind, Severity, Span
from reviewapp.engine.values.facts import Facts

RULE_KINDS = frozenset({Kind.NEGATION, Kind.OBLIGATION, Kind.PERMISSION})
TOKEN_KINDS = frozenset({Kind.NUMERAL, Kind.IDENTIFIER})
PAIRED = frozenset({Change.ALTERED, Change.INVERTED})
NEAREST = 8  # findings of one turn that may hold a span: rules and pairs hardly overlap
MANY = 6  # dropped tokens of one turn that read better as one finding
WINDOW = 600  # characters of quote that a reviewer takes in at once
FOREIGN = 3  # added tokens that make one passage of the summary a foreign one
TELLING = 6  # characters of a token that means one thing wherever it is said
STRANGE = 60  # salience of what is added in a passage of which no word stands in any turn
LONG = 4  # letters: shorter words stand everywhere


def gathered(pair: Pair, found: Iterable[Finding]) -> list[Finding]:
    """One finding a loss."""
    unique = _told_once(pair, found)
    rules = _Spans((f, f.source) for f in unique if f.kind in RULE_KINDS and f.source)
    paired = _Spans((f, f.target) for f in unique if f.kind in TOKEN_KINDS and f.change in PAIRED and f.target)
    told = [f for f in unique if not _told_by_rule(f, rules) and not _told_by_pair(f, paired)]
    changed = {_said(pair, f) for f in told if f.kind in TOKEN_KINDS and f.change is Change.ALTERED}
    told = [f for f in told if not (_is_lost_token(f) and _said(pair, f) in changed)]
    dropped = [f for f in told if _is_lost_token(f)]
    added = [f for f in told if f.kind is Kind.ADDITION and f.source is None and f.target]
    apart = {id(f) for f in (*dropped, *added)}
    rest = [f for f in told if id(f) not in apart]
    return [*rest, *_dropped(dropped), *_added(pair, added)]


def _told_once(pair: Pair, found: Iterable[Finding]) -> list[Finding]:
    """What two rules say of the same words is one finding, the graver one: a reader resolves it once."""
    once: dict[tuple[object, ...], Finding] = {}
    for finding in found:
        target = finding.target
        said = pair.summary[target.start : target.end] if target and finding.source else target
        key = finding.kind, finding.change, finding.source, said
        if key not in once or not _outweighs(once[key], finding):
            once[key] = finding
    return list(once.values())


def _is_lost_token(finding: Finding) -> bool:
    return finding.kind in TOKEN_KINDS and finding.change is Change.DROPPED and finding.source is not None


def _said(pair: Pair, finding: Finding) -> str:
    """The words of the turn that it points at; empty where there are too few to name something."""
    span = finding.source
    text = pair.turns[span.turn].content[span.start : span.end] if span and span.turn is not None else ""
    return text if len(text) >= TELLING else str(span)


class _Spans:
    """Findings by where a span of theirs starts: what may hold a given span is among the last that start before it."""

    def __init__(self, found: Iterable[tuple[Finding, Span]]) -> None:
        self._by_turn: dict[int | None, list[tuple[int, int, Finding]]] = defaultdict(list)
        for number, (finding, span) in enumerate(found):
            self._by_turn[span.turn].append((span.start, number, finding))
        for entries in self._by_turn.values():
            entries.sort(key=lambda entry: entry[:2])

    def holding(self, span: Span) -> Iterator[Finding]:
        """The findings that may hold the span, those that start nearest before it first."""
        entries = self._by_turn.get(span.turn, [])
        last = bisect_right(entries, span.start, key=lambda entry: entry[0])
        yield from (finding for _, _, finding in reversed(entries[max(0, last - NEAREST) : last]))


def _told_by_rule(finding: Finding, rules: _Spans) -> bool:
    """A token that went with the rule it stands in, or a rule that another detector tells more gravely.

    A name that counts by itself is told beside its rule: who says the rule anew must write it letter by letter.
    """
    if finding.source is None:
        return False
    named = finding.kind is Kind.IDENTIFIER and finding.severity is not Severity.NOTE
    token = finding.kind in TOKEN_KINDS and finding.change is Change.DROPPED and not named
    if not token and finding.kind not in RULE_KINDS:
        return False
    others = (rule for rule in rules.holding(finding.source) if rule is not finding and _outweighs(rule, finding))
    return any(_inside(finding.source, rule.source) and (token or _same_rule(rule, finding)) for rule in others)


def _same_rule(rule: Finding, finding: Finding) -> bool:
    """Told by two detectors: the graver change stays, of two equal ones the first."""
    if rule.rule.partition(".")[0] == finding.rule.partition(".")[0]:
        return False
    return (rule.change is Change.INVERTED, rule.rule) > (finding.change is Change.INVERTED, finding.rule)


def _told_by_pair(finding: Finding, paired: _Spans) -> bool:
    """An addition that is the other side of an alteration."""
    target = finding.target
    if finding.change is not Change.ADDED or finding.kind is Kind.INJECTION or target is None:
        return False
    return any(_outweighs(other, finding) and _inside(target, other.target) for other in paired.holding(target))


def _outweighs(one: Finding, other: Finding) -> bool:
    return SEVERITY_RANK[one.severity] >= SEVERITY_RANK[other.severity]


def _inside(inner: Span | None, outer: Span | None) -> bool:
    if inner is None or outer is None or inner.turn != outer.turn:
        return False
    return outer.start <= inner.start and inner.end <= outer.end


def _dropped(found: list[Finding]) -> Iterator[Finding]:
    """Many dropped tokens of one turn become one finding a window, whose quote still holds each of them."""
    for _, group in groupby(sorted(found, key=_place), key=lambda finding: _place(finding)[:2]):
        tokens = list(group)
        yield from tokens if len(tokens) <= MANY else _windows(tokens)


def _place(finding: Finding) -> tuple[int, int, int]:
    span = _span(finding)
    return -1 if span.turn is None else span.turn, SEVERITY_RANK[finding.severity], span.start


def _span(finding: Finding) -> Span:
    span = finding.source or finding.target
    assert span is not None, "a finding points at a text"
    return span


def _windows(tokens: list[Finding]) -> Iterator[Finding]:
    held = [tokens[0]]
    for token in tokens[1:]:
        if _span(token).end - _span(held[0]).start > WINDOW:
            yield _merged(held, f"{len(held)} tokens of this passage are not in the summary.")
            held = []
        held.append(token)
    yield _merged(held, f"{len(held)} tokens of this passage are not in the summary.")


def _merged(tokens: list[Finding], why: str) -> Finding:
    """One finding over all of them, as salient as the most salient."""
    if len(tokens) == 1:
        return tokens[0]
    spans = [_span(token) for token in tokens]
    whole = Span(spans[0].turn, min(span.start for span in spans), max(span.end for span in spans))
    best = max(tokens, key=lambda token: token.salience)
    return replace(best, source=whole, why=why) if best.source else replace(best, target=whole, why=why)


def _added(pair: Pair, found: list[Finding]) -> Iterator[Finding]:
    """Added tokens that fill one passage of the summary are one foreign passage."""
    passages = _passages(pair) if found else []
    at = 0
    held: list[Finding] = []
    for finding in sorted(found, key=lambda finding: (_span(finding).start, _span(finding).end)):
        while at < len(passages) and passages[at].end <= _span(finding).start:
            yield from _foreign(pair, held, passages[at])
            held, at = [], at + 1
        held.append(finding)
    if held:
        yield from _foreign(pair, held, passages[min(at, len(passages) - 1)] if passages else None)


def _passages(pair: Pair) -> list[Sentence]:
    """The summary's sentences, and its code in pieces that a reviewer takes in at once."""
    out: list[Sentence] = []
    for sentence in pair.sentences:
        last = out[-1] if out else None
        if last and last.shape is sentence.shape is Shape.CODE and sentence.end - last.start <= WINDOW:
            out[-1] = replace(last, text=pair.summary[last.start : sentence.end], end=sentence.end)
        else:
            out.append(sentence)
    return out


def _foreign(pair: Pair, tokens: list[Finding], passage: Sentence | None) -> Iterator[Finding]:
    more = _strangeness(pair, passage)
    tokens = [replace(token, salience=token.salience + more) for token in tokens]
    same = len({(token.rule, token.severity) for token in tokens}) == 1
    if len(tokens) >= FOREIGN and same:
        what = "code" if passage and passage.shape is Shape.CODE else "sentence"
        yield _merged(tokens, f"{len(tokens)} tokens of this {what} stand in no turn.")
    else:
        yield from tokens


def _strangeness(pair: Pair, passage: Sentence | None) -> int:
    """0..STRANGE: how few words of the passage stand in any turn. Code is made of names that a diff may have held."""
    if passage is None or passage.shape is Shape.CODE:
        return 0
    telling = [word for word in passage.words if len(word) >= LONG]
    known = sum(word in pair.once(Facts).source.segments for word in telling)
    return STRANGE * (len(telling) - known) // len(telling) if telling else 0
