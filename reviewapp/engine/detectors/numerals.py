"""Amounts, limits, days and times: another value than the one said, one that was lost, one that nobody said."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reviewapp.engine.claims.blanks import Blanks
from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Change, Example, Finding, Kind, Rule, Severity, Span
from reviewapp.engine.values.crossed import crossed
from reviewapp.engine.values.exchanged import ends, exchanged
from reviewapp.engine.values.facts import Place
from reviewapp.engine.values.pairing import Pairing
from reviewapp.engine.values.restated import Restated
from reviewapp.engine.values.rows import swaps
from reviewapp.engine.values.slips import Slips
from reviewapp.engine.values.source import Occurrence
from reviewapp.engine.values.telling import quoted, span_of
from reviewapp.engine.values.worth import Worth, is_small, weak

ALTERED = Rule("numeral.altered", "Another value beside the same topic")
SWAPPED = Rule("numeral.swapped", "A count stands at another noun than in the turn")
CROSSED = Rule("numeral.crossed", "The same values in other pairs than in the turn")
ENDED = Rule("numeral.ended", "A range ends elsewhere than in the turn")
APPROXIMATE = Rule("numeral.approximate", "An exact value became an approximate one")
NEAR = Rule("numeral.near", "A value that no turn holds, one slip away from one that a turn does hold")
DROPPED = Rule("numeral.dropped", "A value that was said is not in the summary")
ADDED = Rule("numeral.added", "A value that no turn holds")
RULES: tuple[Rule, ...] = (ALTERED, SWAPPED, CROSSED, ENDED, APPROXIMATE, NEAR, DROPPED, ADDED)

_LIMIT = re.compile(
    r"\b(?:cap|capped|limit|limited|max|maximum|at most|no more than|up to|under|below|ceiling|budget)\b", re.I
)


def detect(pair: Pair) -> Iterator[Finding]:
    pairing = pair.once(Pairing)
    moved = list(_moved(pair))
    told = {finding.source for finding in moved}
    losses = (finding for finding in _losses(pairing) if finding.target is not None or finding.source not in told)
    paired: set[int] = set()
    for finding in (*losses, *_swaps(pair), *moved):
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
            yield _revived(pairing, place, old)
    for place in pairing.facts.brief_places:
        if id(place.sentence) not in told and not pairing.denied(place):
            yield from _of_turn(pairing, place)
    for found in pairing.facts.long_occurrences:
        if not weak(found.value) and not pairing.facts.kept(found.value):
            yield _of_document(pairing, found)


def _of_document(pairing: Pairing, found: Occurrence) -> Finding:
    why = (
        f"“{pairing.pair.turns[found.turn].content[found.start : found.end]}” is not in the summary in any equal form."
    )
    severity = Severity.WARNING if found.value.unit and pairing.pair.once(Worth).retells(found.turn) else Severity.NOTE
    span = Span(found.turn, found.start, found.end)
    return Finding(Kind.NUMERAL, Change.DROPPED, severity, DROPPED.id, why, span)


def _inventions(pairing: Pairing, paired: set[int]) -> Iterator[Finding]:
    """Values of the summary that no turn holds, each once."""
    seen: set[str] = set()
    for place in pairing.facts.summary_places:
        value = place.value
        known = value.canonical in seen or not pairing.facts.novel(value)
        if known or value.start in paired or weak(value) or _is_one(pairing, place):
            continue
        seen.add(value.canonical)
        yield _strange(pairing, place)


def _is_one(pairing: Pairing, place: Place) -> bool:
    """`one day` may be the day before."""
    return "*=1" in place.value.offers and pairing.text(place)[place.value.start].isalpha()


def _of_turn(pairing: Pairing, place: Place) -> Iterator[Finding]:
    """What became of one value of a turn."""
    worth, restated = pairing.pair.once(Worth), pairing.pair.once(Restated)
    if weak(place.value):
        yield from _other_limit(pairing, place, worth)
    elif pairing.facts.kept(place.value):
        yield from _approximated(pairing, place)
    elif not pairing.superseded(place) and not restated.holds(place):
        other = None if worth.only_asked(place) else pairing.partner(place) or pairing.only_other(place)
        yield _altered(pairing, place, other) if other is not None else _dropped(pairing, place)


def _other_limit(pairing: Pairing, place: Place, worth: Worth) -> Iterator[Finding]:
    """A small number word alone says too little to be lost, but one that sets a limit can be changed."""
    if not worth.limits(place) or pairing.facts.kept(place.value) or pairing.superseded(place):
        return
    other = pairing.partner(place)
    if other is not None and pairing.facts.novel(other.value):
        yield _altered(pairing, place, other)


def _revived(pairing: Pairing, place: Place, old: Place) -> Finding:
    """`48 not 46`: both values are quoted, the right one with the one that it replaces."""
    before = pairing.pair.once(Restated).before(place)
    start = before.value.start if before else place.value.start
    turn = pairing.text(place)[start : place.value.end]
    why = f"The turn says “{turn}”, the summary {quoted(pairing, old)}."
    source = Span(place.turn, start, place.value.end)
    return Finding(Kind.NUMERAL, Change.ALTERED, Severity.WARNING, ALTERED.id, why, source, span_of(pairing, old))


def _approximated(pairing: Pairing, place: Place) -> Iterator[Finding]:
    """Only a value with a unit is exact enough to be approximated."""
    if not place.value.unit or place.value.approximate:
        return
    same = [other for other in pairing.facts.summary_places if place.value.equals(other.value)]
    if same and all(other.value.approximate for other in same):
        why = f"The turn says exactly {quoted(pairing, place)}; the summary makes it an approximation."
        change = Change.SOFTENED if _LIMIT.search(place.sentence.text) else Change.ALTERED
        source, target = span_of(pairing, place), span_of(pairing, same[0])
        yield Finding(Kind.NUMERAL, change, Severity.WARNING, APPROXIMATE.id, why, source, target)


def _altered(pairing: Pairing, place: Place, other: Place) -> Finding:
    why = f"The turn says {quoted(pairing, place)}; about the same topic the summary says {quoted(pairing, other)}."
    severity = Severity.BLOCKING if pairing.facts.novel(other.value) else Severity.WARNING
    return Finding(
        Kind.NUMERAL, Change.ALTERED, severity, ALTERED.id, why, span_of(pairing, place), span_of(pairing, other)
    )


def _dropped(pairing: Pairing, place: Place) -> Finding:
    why = f"{quoted(pairing, place)} is not in the summary in any equal form."
    told = pairing.pair.once(Blanks).filled(place.turn or 0, place.value.start, place.value.end)
    severity = Severity.WARNING if told or pairing.pair.once(Worth).counts(place) else Severity.NOTE
    return Finding(Kind.NUMERAL, Change.DROPPED, severity, DROPPED.id, why, span_of(pairing, place), told)


def _swaps(pair: Pair) -> Iterator[Finding]:
    pairing = pair.once(Pairing)
    for said, stated, robbed in swaps(pair):
        why = f"The turn says {quoted(pairing, said)}; in the same row the summary says {quoted(pairing, stated)}."
        source, target = span_of(pairing, said), span_of(pairing, stated)
        yield Finding(Kind.NUMERAL, Change.ALTERED, Severity.WARNING, SWAPPED.id, why, source, target)
        if robbed is not None:
            lost = f"The number of {quoted(pairing, robbed)} stands at another noun in the summary."
            yield Finding(Kind.NUMERAL, Change.DROPPED, Severity.WARNING, DROPPED.id, lost, span_of(pairing, robbed))


def _moved(pair: Pair) -> Iterator[Finding]:
    """Values that both sides hold, in other company."""
    pairing = pair.once(Pairing)
    kinds = (
        (CROSSED, (*crossed(pair), *exchanged(pair)), "The summary pairs the same values otherwise: {1} for {0}."),
        (ENDED, ends(pair), "The range that the turn ends with {0} ends with {1} in the summary."),
    )
    for rule, found, why in kinds:
        for said, stated in found:
            told = why.format(quoted(pairing, said), quoted(pairing, stated))
            source, target = span_of(pairing, said), span_of(pairing, stated)
            yield Finding(Kind.NUMERAL, Change.ALTERED, Severity.WARNING, rule.id, told, source, target)


def _strange(pairing: Pairing, place: Place) -> Finding:
    near, severity = pairing.pair.once(Slips).near_miss(place), _weight(pairing, place)
    if near is not None:
        turn = pairing.pair.number(near.turn or 0)
        why = f"No turn holds {quoted(pairing, place)}; turn {turn} holds {quoted(pairing, near)}."
        source, target = span_of(pairing, near), span_of(pairing, place)
        return Finding(Kind.NUMERAL, Change.ALTERED, severity, NEAR.id, why, source, target)
    why = f"No turn holds {quoted(pairing, place)} in any equal form."
    return Finding(Kind.ADDITION, Change.ADDED, severity, ADDED.id, why, None, span_of(pairing, place))


def _weight(pairing: Pairing, place: Place) -> Severity:
    """A small number may count what was said, the end of a range may be worked out from its beginning."""
    return Severity.NOTE if is_small(place.value) or pairing.ends_a_range(place) else Severity.WARNING


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
        (("user", "Overtime this week: Imre 4 h, Tamsin 7 h."),),
        "Imre has 7 h of overtime, Tamsin 4 h.",
        ((Kind.NUMERAL, Change.ALTERED, "4 h"), (Kind.NUMERAL, Change.ALTERED, "7 h")),
    ),
    Example((("user", "Overtime this week: Imre 4 h, Tamsin 7 h."),), "Tamsin has 7 h of overtime, Imre 4 h."),
    Example(
        (("user", "Recall units 300 to 340, unit 360 is fine."),),
        "Units 300 to 360 are recalled.",
        ((Kind.NUMERAL, Change.ALTERED, "340"),),
    ),
    Example((("user", "Recall units 300 to 340, unit 360 is fine."),), "Units 300-340 are recalled, 360 is fine."),
    Example(
        (("user", "Try the upload at most three times, then give up."),),
        "The upload is tried at most five times.",
        ((Kind.NUMERAL, Change.ALTERED, "three"),),
    ),
    Example(
        (("user", "The hall is booked 9:00-12:00. Pay a deposit of 20 %."),),
        "The hall is booked for three hours from 9 am; a fifth is paid as a deposit.",
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
