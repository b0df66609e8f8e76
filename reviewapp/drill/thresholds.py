"""What a build may ask of a drill, and of a drill beside an earlier one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reviewapp.drill.figures import Figures, Share, figures
from reviewapp.drill.types import Arm, Drill


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Shares from 0 to 1; None asks nothing. `survival`: without a gate, after the last round. `held`: of losses, at
    their round. `fall`: how far survival may lie below the earlier drill's."""

    survival: float | None = None
    held: float | None = 0.95
    fall: float | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """Survival without a gate after the last round, before and now. `clear`: the intervals do not meet."""

    of: str
    before: Share
    now: Share

    @property
    def by(self) -> float | None:
        return None if self.before.value is None or self.now.value is None else self.now.value - self.before.value

    @property
    def clear(self) -> bool:
        (low, high), (least, most) = self.before.interval, self.now.interval
        return high < least or most < low


def complaints(drill: Drill, asked: Thresholds, before: Drill | None = None) -> list[str]:
    """Why a build should fail, in sentences; empty where nothing should. A pin that did not hold always does, and so
    does an agent that did not answer, since what was not measured is not known to be well."""
    return list(_complaints(drill, figures(drill), asked, before))


def _complaints(drill: Drill, measured: Figures, asked: Thresholds, before: Drill | None) -> Iterator[str]:
    for number, share in enumerate(measured.curves[Arm.PINNED], 1):
        if share.good < share.of:
            yield f"{drill.summariser}: pinned rules did not survive round {number} ({share.good} of {share.of})"
    if measured.failures:
        yield f"{drill.summariser}: the agent did not answer {measured.failures} requests"
    yield from _below("survival without a gate", measured.curves[Arm.NONE][-1], asked.survival, drill)
    yield from _below("losses held at their round", measured.losses.held, asked.held, drill)
    yield from _below("losses of binding rules named at their round", measured.losses.named, asked.held, drill)
    if before is not None and asked.fall is not None:
        change = changes(before, drill)[0]
        if change.by is not None and -change.by > asked.fall:
            yield f"{drill.summariser}: survival fell from {change.before.percent} to {change.now.percent}"


def _below(what: str, share: Share, least: float | None, drill: Drill) -> Iterator[str]:
    if least is not None and share.value is not None and share.value < least:
        yield f"{drill.summariser}: {what} is {share.good} of {share.of}, less than {least:.0%}"


def changes(before: Drill, now: Drill) -> list[Change]:
    """All rules together first, then each kind and channel that both drills have."""
    earlier, later = figures(before), figures(now)
    found = [Change("all rules", earlier.curves[Arm.NONE][-1], later.curves[Arm.NONE][-1])]
    for old, new in ((earlier.by_kind, later.by_kind), (earlier.by_channel, later.by_channel)):
        found += [Change(name, old[name][Arm.NONE][-1], new[name][Arm.NONE][-1]) for name in new if name in old]
    return found


def earlier_of(drill: Drill, drills: Sequence[Drill]) -> Drill | None:
    """The drill of the same summariser among earlier ones; the only one where there is but one."""
    same = [each for each in drills if each.summariser == drill.summariser]
    return same[0] if same else drills[0] if len(drills) == 1 else None
