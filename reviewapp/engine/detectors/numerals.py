"""Amounts, limits, days and times: another value than the one said, one that was lost, one that nobody said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Change, Example, Finding, Kind, Rule, Severity, Span
from reviewapp.engine.values.crossed import crossed
from reviewapp.engine.values.facts import Place
from reviewapp.engine.values.find import Value
from reviewapp.engine.values.pairing import Pairing
from reviewapp.engine.values.rows import swaps
from reviewapp.engine.values.slips import Slips
from reviewapp.engine.values.source import Occurrence

ALTERED = Rule("numeral.altered", "Another value beside the same topic")
SWAPPED = Rule("numeral.swapped", "A count stands at another noun than in the turn")
CROSSED = Rule("numeral.crossed", "The same values in other pairs than in the turn")
APPROXIMATE = Rule("numeral.approximate", "An exact value became an approximate one")
NEAR = Rule("numeral.near", "A value that no turn holds, one slip away from one that a turn does hold")
DROPPED = Rule("numeral.dropped", "A value that was said is not in the summary")
ADDED = Rule("numeral.added", "A value that no turn holds")
RULES: tuple[Rule, ...] = (ALTERED, SWAPPED, CROSSED, APPROXIMATE, NEAR, DROPPED, ADDED)

_SMALL = 12  # up to here a number that nobody said may be a count of what was said
_LEGIBLE = 3  # characters; a shorter quote takes the word before it along
_LIMIT = re.compile(
    r"\b(?:cap|capped|limit|limited|max|maximum|at most|no more than|up to|under|below|ceiling|budget)\b", re.I
)


def detect(pair: Pair) -> Iterator[Finding]:
    pairing = pair.once(Pairing)
    paired: set[int] = set()
    for finding in (*_losses(pairing), *_swaps(pair), *_crossings(pair)):
        if finding.target is None or finding.target.start not in paired:
            yield finding
        if finding.target is not None:
            paired.add(finding.target.start)
    yield from _inventions(pairing, paired)


def _losses(pairing: Pairing) -> Iterator[Finding]:
    """A sentence whose old value the summary revived has told its loss already."""
    told: set[int] = set()
    for place in pairing.facts.brief_places:
        old = pairing.revived(place) if pairing.denied(place) else None
        if old is not None:
            told.add(id(place.sentence))
            yield _altered(pairing, place, old)
    for place in pairing.facts.brief_places:
        if id(place.sentence) not in told and not weak(place.value) and not pairing.denied(place):
            yield from _of_turn(pairing, place)
    for found in pairing.facts.long_occurrences:
        if not weak(found.value) and not pairing.facts.kept(found.value):
            yield _of_document(pairing, found)


def _of_document(pairing: Pairing, found: Occurrence) -> Finding:
    why = (
        f"“{pairing.pair.turns[found.turn].content[found.start : found.end]}” is not in the summary in any equal form."
    )
    severity = Severity.WARNING if found.value.unit and pairing.retells(found.turn) else Severity.NOTE
    span = Span(found.turn, found.start, found.end)
    return Finding(Kind.NUMERAL, Change.DROPPED, severity, DROPPED.id, why, span)


def _inventions(pairing: Pairing, paired: set[int]) -> Iterator[Finding]:
    """Values of the summary that no turn holds, each once."""
    seen: set[str] = set()
    for place in pairing.facts.summary_places:
        value = place.value
        if value.start in paired or weak(value) or value.canonical in seen or not pairing.facts.novel(value):
            continue
        seen.add(value.canonical)
        yield _strange(pairing, place)


def weak(value: Value) -> bool:
    """A small number word is as often a pronoun as a value, `a day` as often a rate, and nothing needs no number."""
    return (value.spelled and (_is_small(value) or bool(value.unit))) or value.canonical.split(" ")[0] == "0"


def _is_small(value: Value) -> bool:
    return value.kind == "number" and value.canonical.isdigit() and int(value.canonical) <= _SMALL


def _of_turn(pairing: Pairing, place: Place) -> Iterator[Finding]:
    """What became of one value of a turn."""
    if pairing.facts.kept(place.value):
        yield from _approximated(pairing, place)
    elif not pairing.superseded(place) and not pairing.restated(place):
        other = pairing.partner(place) or pairing.only_other(place)
        yield _altered(pairing, place, other) if other is not None else _dropped(pairing, place)


def _approximated(pairing: Pairing, place: Place) -> Iterator[Finding]:
    """Only a value with a unit is exact enough to be approximated."""
    if not place.value.unit or place.value.approximate:
        return
    same = [other for other in pairing.facts.summary_places if place.value.equals(other.value)]
    if same and all(other.value.approximate for other in same):
        why = f"The turn says exactly {_quote(pairing, place)}; the summary makes it an approximation."
        change = Change.SOFTENED if _LIMIT.search(place.sentence.text) else Change.ALTERED
        yield Finding(
            Kind.NUMERAL, change, Severity.WARNING, APPROXIMATE.id, why, _span(pairing, place), _span(pairing, same[0])
        )


def _altered(pairing: Pairing, place: Place, other: Place) -> Finding:
    why = f"The turn says {_quote(pairing, place)}; about the same topic the summary says {_quote(pairing, other)}."
    severity = Severity.BLOCKING if pairing.facts.novel(other.value) else Severity.WARNING
    return Finding(
        Kind.NUMERAL, Change.ALTERED, severity, ALTERED.id, why, _span(pairing, place), _span(pairing, other)
    )


def _dropped(pairing: Pairing, place: Place) -> Finding:
    why = f"{_quote(pairing, place)} is not in the summary in any equal form."
    severity = Severity.WARNING if pairing.counts(place) else Severity.NOTE
    return Finding(Kind.NUMERAL, Change.DROPPED, severity, DROPPED.id, why, _span(pairing, place))


def _swaps(pair: Pair) -> Iterator[Finding]:
    pairing = pair.once(Pairing)
    for said, stated in swaps(pair):
        why = f"The turn says {_quote(pairing, said)}; in the same row the summary says {_quote(pairing, stated)}."
        source, target = _span(pairing, said), _span(pairing, stated)
        yield Finding(Kind.NUMERAL, Change.ALTERED, Severity.WARNING, SWAPPED.id, why, source, target)


def _crossings(pair: Pair) -> Iterator[Finding]:
    pairing = pair.once(Pairing)
    for said, stated in crossed(pair):
        why = f"The summary pairs the same values otherwise: {_quote(pairing, stated)} for {_quote(pairing, said)}."
        source, target = _span(pairing, said), _span(pairing, stated)
        yield Finding(Kind.NUMERAL, Change.ALTERED, Severity.WARNING, CROSSED.id, why, source, target)


def _strange(pairing: Pairing, place: Place) -> Finding:
    near, severity = pairing.pair.once(Slips).near_miss(place), _weight(pairing, place)
    if near is not None:
        why = f"No turn holds {_quote(pairing, place)}; turn {near.turn} holds {_quote(pairing, near)}."
        source, target = _span(pairing, near), _span(pairing, place)
        return Finding(Kind.NUMERAL, Change.ALTERED, severity, NEAR.id, why, source, target)
    why = f"No turn holds {_quote(pairing, place)} in any equal form."
    return Finding(Kind.ADDITION, Change.ADDED, severity, ADDED.id, why, None, _span(pairing, place))


def _weight(pairing: Pairing, place: Place) -> Severity:
    """A small number may count what was said, the end of a range may be worked out from its beginning."""
    return Severity.NOTE if _is_small(place.value) or pairing.ends_a_range(place) else Severity.WARNING


def _span(pairing: Pairing, place: Place) -> Span:
    """The value with the noun that it counts, so that the quote can be read alone."""
    text = pairing.text(place)
    after = text[place.value.end : place.value.end + len(place.value.noun) + 1].lower()
    end = place.value.end + len(after) if place.value.noun and after == " " + place.value.noun else place.value.end
    start = place.value.start
    if end - start < _LEGIBLE:
        start = text.rfind(" ", place.sentence.start, max(place.sentence.start, start - 1)) + 1 or place.sentence.start
    return Span(place.turn, start, end)


def _quote(pairing: Pairing, place: Place) -> str:
    span = _span(pairing, place)
    return "“" + pairing.text(place)[span.start : span.end] + "”"


EXAMPLES: tuple[Example, ...] = (
    Example(
        (("user", "Refunds above 250 EUR need a second signature."),),
        "Refunds above 350 EUR need a second signature.",
        ((Kind.NUMERAL, Change.ALTERED, "250 EUR"),),
    ),
    Example(
        (("user", "Answer every complaint within 14 calendar days."),),
        "Complaints get an answer within 14 working days.",
        ((Kind.NUMERAL, Change.ALTERED, "14 calendar days"),),
    ),
    Example(
        (("user", "Poll the queue every 40 seconds."), ("user", "Queue polling goes down to 25 seconds from today.")),
        "The queue is polled every 40 seconds.",
        ((Kind.NUMERAL, Change.ALTERED, "25 seconds"),),
    ),
    Example(
        (("user", "Poll the queue every 40 seconds."), ("user", "Queue polling goes down to 25 seconds from today.")),
        "The queue is polled every 25 seconds.",
    ),
    Example(
        (("user", "Run it."), ("tool", "lint   210 passed   4 failed\nbuild  96 passed   7 failed")),
        "lint: 210 passed, 7 failed.",
        ((Kind.NUMERAL, Change.ALTERED, "4 failed"),),
    ),
    Example(
        (("user", "Run it."), ("tool", "lint   210 passed   4 failed\nbuild  96 passed   7 failed")),
        "lint: 210 passed, 4 failed; build: 96 passed, 7 failed.",
    ),
    Example(
        (("user", "The patient gets 5 mg at 8 am and 10 mg at 8 pm."),),
        "The patient gets 10 mg at 8 am and 5 mg at 8 pm.",
        ((Kind.NUMERAL, Change.ALTERED, "5 mg"),),
    ),
    Example(
        (("user", "The patient gets 5 mg at 8 am and 10 mg at 8 pm."),),
        "Patient: at 20:00 10 mg, at 8:00 5 mg.",
    ),
    Example(
        (("user", "The deposit is $4,100."),),
        "The deposit is around $4,100.",
        ((Kind.NUMERAL, Change.ALTERED, "$4,100"),),
    ),
    Example(
        (("user", "Deposits are capped at 4,100 USD."),),
        "Deposits are about $4,100.",
        ((Kind.NUMERAL, Change.SOFTENED, "4,100 USD"),),
    ),
    Example((("user", "The deposit is roughly $4,100."),), "The deposit is around $4,100."),
    Example(
        (("user", "Count the rows."), ("tool", "export done: rows=48219")),
        "The export wrote 48291 rows.",
        ((Kind.NUMERAL, Change.ALTERED, "48219"),),
    ),
    Example(
        (("user", "The retention is 45 days, and nobody may shorten it."),),
        "Nobody may shorten the retention.",
        ((Kind.NUMERAL, Change.DROPPED, "45 days"),),
    ),
    Example(
        (("user", "Book a table for the team."), ("assistant", "Booked.")),
        "A table was booked for 19:30.",
        ((Kind.ADDITION, Change.ADDED, "19:30"),),
    ),
    Example(
        (
            ("system", "Keep logs for two weeks; never above 5 MB each. Deploys stop at 3 pm on 24 October 2026."),
            ("user", "1) Budget: 10k USD. 2) Timeout: 5*time.Minute. 3) At most twelve retries."),
        ),
        "Logs are kept 14 days, at most 5MB each; no deploys after 15:00 on 2026-10-24. "
        "Budget $10,000, timeout 5 min, 12 retries at most.",
    ),
    Example((("user", "会议时长九十分钟，预算三万元。"),), "会议 90 分钟，预算 30,000 元。"),
)
