"""Run the detectors over one pair and make one list of what they say."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from reviewapp.engine.account.build import account_of
from reviewapp.engine.binding.reading import MOST_CLAUSES, cut_off
from reviewapp.engine.binding.verdicts import foreign
from reviewapp.engine.detectors import DETECTORS, PIN_DETECTORS, Detector
from reviewapp.engine.folding import folded, heavy_apart
from reviewapp.engine.gather import gathered
from reviewapp.engine.order.ordered import ordered
from reviewapp.engine.pair import Pair, make_pair
from reviewapp.engine.rank import ranked, risk
from reviewapp.engine.reasons import reasoned
from reviewapp.engine.text import LONGEST_WORD, MOST_SENTENCES, MOST_WORDS
from reviewapp.engine.types import Analysis, Coverage, Finding, Pin, Previous, Skipped, Turn

OVER_BUDGET = "rules of this turn and of {} after it: over the budget of work"
COMPARISONS = "comparisons with the turns that are over the budget of work"
MANY_MORE = "{:,} more findings, each told by another one of its rule"
LONG_SENTENCE = f"what stands after the {MOST_CLAUSES}th clause of a sentence"
HALF_READ = f"what stands after the {MOST_SENTENCES:,}th sentence, or the {MOST_WORDS:,}th word of one"


def analyse(turns: Sequence[Turn], summary: str, previous_summary: Previous = None, *, first_seq: int = 0) -> Analysis:
    """What the summary lost, weakened, inverted or invented. Knows no pins: see check_pins.

    `first_seq` is the number under which a summary cites the first of these turns (`[[turn:3]]`).
    """
    with _at_once(make_pair(turns, summary, previous=previous_summary, first_seq=first_seq)) as pair:
        found = ranked(pair, ordered(pair, gathered(pair, _run(DETECTORS, pair))))
        told, places = folded(found)
        account = account_of(pair, found, places)
        return Analysis(reasoned(pair, told), coverage(pair, heavy_apart(found, places)), risk(found), account=account)


def check_pins(turns: Sequence[Turn], summary: str, pins: Sequence[Pin]) -> tuple[Finding, ...]:
    """How the summary contradicts or misquotes the pins in force. A pin that it leaves out is no finding."""
    with _at_once(make_pair(turns, summary, pins)) as pair:
        return reasoned(pair, folded(ranked(pair, gathered(pair, _run(PIN_DETECTORS, pair))))[0])


@contextmanager
def _at_once(pair: Pair) -> Iterator[Pair]:
    """The pair, let go of when all is said: its parts know each other. The process's collector is left alone, it is not
    one analysis' to stop."""
    try:
        yield pair
    finally:
        pair.release()


def coverage(pair: Pair, more: int = 0) -> Coverage:
    """Every turn is read; what could not be judged in it is named here, and how many findings above a note are told
    by another one."""
    texts = [*enumerate(turn.content for turn in pair.turns), (None, pair.summary)]
    opaque = [turn for turn, text in texts if _opaque(text)]
    strange = pair.once(foreign)
    skipped = (
        *(Skipped(turn, f"a run of over {LONGEST_WORD} characters without a space") for turn in opaque),
        *(Skipped(turn, HALF_READ) for turn in pair.half_read),
        *(Skipped(turn, LONG_SENTENCE) for turn in pair.read_so_far(cut_off)),
        *_over_budget(pair),
        *([Skipped(None, MANY_MORE.format(more))] if more else []),
        *(
            Skipped(turn, f"rules in {spoken.name}, which the summary does not speak")
            for turn, spoken in strange.items()
        ),
    )
    return Coverage(len(pair.turns), len(pair.turns) - len(strange) - len(pair.over), skipped)


def _over_budget(pair: Pair) -> Iterator[Skipped]:
    if pair.over:
        yield Skipped(next(iter(pair.over)), OVER_BUDGET.format(len(pair.over) - 1))
    if pair.work.over:
        yield Skipped(None, COMPARISONS)


def _opaque(text: str) -> bool:
    return len(text) > LONGEST_WORD and max(map(len, text.split()), default=0) > LONGEST_WORD


def _run(detectors: Iterable[Detector], pair: Pair) -> Iterator[Finding]:
    for detector in detectors:
        yield from detector.detect(pair)
