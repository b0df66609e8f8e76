"""What a drill measured: shares with their intervals, from the rounds alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from reviewapp.drill.types import Arm, Channel, Drill, Outcome, Reading, RoundResult, Run

_Z = 1.959964  # 95 percent, two-sided
BINDING = frozenset({Channel.SYSTEM, Channel.USER, Channel.MEMORY})
NAMED = frozenset({Reading.FINDING, Reading.UNDECIDED, Reading.NO_SUMMARY})
_SURVIVED = frozenset({Outcome.KEPT, Outcome.NO_CALL})


class Share(NamedTuple):
    """`good` of `of`. An interval of nothing reaches from 0 to 1."""

    good: int
    of: int

    @property
    def value(self) -> float | None:
        return self.good / self.of if self.of else None

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval at 95 percent (E. B. Wilson, 1927)."""
        if not self.of:
            return 0.0, 1.0
        rate, square = self.good / self.of, _Z * _Z
        centre = rate + square / (2 * self.of)
        spread = _Z * sqrt(rate * (1 - rate) / self.of + square / (4 * self.of * self.of))
        whole = 1 + square / self.of
        return max(0.0, (centre - spread) / whole), min(1.0, (centre + spread) / whole)

    @property
    def percent(self) -> str:
        """Rounded down, so that 100 % means all of them."""
        return "-" if not self.of else f"{100 * self.good // self.of} %"


class Cliff(NamedTuple):
    """The round with the deepest fall of survival without a gate, and how far it fell (0 to 1)."""

    round: int
    fall: float


@dataclass(frozen=True, slots=True)
class EngineRow:
    """One round. Of the rules that the bare summary lost: `certified` as kept (false), `silent`, `undecided`, `found`.
    Of those that it carries: `alarms` that warn all the same. `held`: summaries that did not pass by themselves."""

    round: int
    lost: int
    certified: int
    silent: int
    undecided: int
    found: int
    no_summary: int
    carried: int
    alarms: int
    held: Share


@dataclass(frozen=True, slots=True)
class Losses:
    """At the round in which a rule was lost, of rules that are not pinned. `held`: the gate kept the summary from
    passing; `named`: it named the rule's own words, counted for those who bind; `unbinding`: the same for tools."""

    held: Share
    named: Share
    unbinding: Share
    certified: int


@dataclass(frozen=True, slots=True)
class Cost:
    """Of the pinned block of one rule: estimated tokens, and its share of the context of the same round, on average."""

    tokens: float
    share: float


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of one drill. Curves have a share a round; `by_kind` and `by_channel` hold such curves."""

    curves: dict[Arm, list[Share]]
    by_kind: dict[str, dict[Arm, list[Share]]]
    by_channel: dict[str, dict[Arm, list[Share]]]
    by_variant: dict[str, dict[Arm, list[Share]]]
    engine: list[EngineRow]
    losses: Losses
    cliff: Cliff | None
    cost: Cost
    failures: int
    faults: int


def figures(drill: Drill) -> Figures:
    rows = [each for run in drill.runs for each in run.rounds]
    curves = _curves(drill.runs, drill.rounds)
    return Figures(
        curves=curves,
        by_kind=_grouped(drill, lambda run: str(run.kind)),
        by_channel=_grouped(drill, lambda run: str(run.channel)),
        by_variant=_grouped(drill, lambda run: "adversarial" if run.adversarial else "plain"),
        engine=[_engine(number, _at(drill.runs, number)) for number in range(1, drill.rounds + 1)],
        losses=_losses(drill.runs),
        cliff=_cliff(curves[Arm.NONE]),
        cost=_cost(rows),
        failures=sum(outcome is Outcome.FAILED for each in rows for outcome in each.outcomes.values()),
        faults=sum(bool(each.fault) for each in rows),
    )


def _at(runs: Iterable[Run], number: int) -> list[RoundResult]:
    return [run.rounds[number - 1] for run in runs]


def _grouped(drill: Drill, of: Callable[[Run], str]) -> dict[str, dict[Arm, list[Share]]]:
    names = dict.fromkeys(of(run) for run in drill.runs)
    return {name: _curves([run for run in drill.runs if of(run) == name], drill.rounds) for name in names}


def _curves(runs: Sequence[Run], rounds: int) -> dict[Arm, list[Share]]:
    return {arm: [_survived(_at(runs, number), arm) for number in range(1, rounds + 1)] for arm in Arm}


def _survived(rows: Sequence[RoundResult], arm: Arm) -> Share:
    """Where the agent did not answer, nothing was measured."""
    answered = [each.outcomes[arm] for each in rows if each.outcomes[arm] is not Outcome.FAILED]
    return Share(sum(outcome in _SURVIVED for outcome in answered), len(answered))


def _engine(number: int, rows: Sequence[RoundResult]) -> EngineRow:
    lost = [each.reading for each in rows if not each.carried]
    carried = [each.reading for each in rows if each.carried]
    return EngineRow(
        round=number,
        lost=len(lost),
        certified=lost.count(Reading.KEPT),
        silent=lost.count(Reading.SILENT),
        undecided=lost.count(Reading.UNDECIDED),
        found=lost.count(Reading.FINDING),
        no_summary=lost.count(Reading.NO_SUMMARY),
        carried=len(carried),
        alarms=carried.count(Reading.FINDING),
        held=Share(sum(each.held for each in rows), len(rows)),
    )


def _losses(runs: Iterable[Run]) -> Losses:
    lost = [(run.channel in BINDING, run.rounds[run.lost_at - 1]) for run in runs if run.lost_at is not None]
    binding = [each for binds, each in lost if binds]
    others = [each for binds, each in lost if not binds]
    return Losses(
        held=Share(sum(each.held for _, each in lost), len(lost)),
        named=Share(sum(each.reading in NAMED for each in binding), len(binding)),
        unbinding=Share(sum(each.reading in NAMED for each in others), len(others)),
        certified=sum(not each.carried and each.reading is Reading.KEPT for run in runs for each in run.rounds),
    )


def _cliff(curve: Sequence[Share]) -> Cliff | None:
    values = [1.0, *(share.value for share in curve)]
    falls = [
        Cliff(number, before - after)
        for number, (before, after) in enumerate(pairwise(values), 1)
        if before is not None and after is not None and before > after
    ]
    return max(falls, key=lambda cliff: (cliff.fall, -cliff.round), default=None)


def _cost(rows: Sequence[RoundResult]) -> Cost:
    if not rows:
        return Cost(0.0, 0.0)
    shares = [each.block_tokens / each.context_tokens for each in rows if each.context_tokens]
    return Cost(sum(each.block_tokens for each in rows) / len(rows), sum(shares) / max(1, len(shares)))
