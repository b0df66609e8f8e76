"""A drill in the few lines that a terminal shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reviewapp.drill.figures import Share, figures
from reviewapp.drill.thresholds import Change
from reviewapp.drill.types import Arm, Drill


def rendered(drill: Drill) -> str:
    return "\n".join(_lines(drill)) + "\n"


def _lines(drill: Drill) -> Iterator[str]:
    measured = figures(drill)
    yield f"{drill.summariser}: {len(drill.runs)} scenarios, {drill.rounds} rounds, agent {drill.agent}"
    yield "  round              " + "".join(f"{number:>7}" for number in range(1, drill.rounds + 1))
    for name, arm in (("no gate", Arm.NONE), ("gate, not pinned", Arm.GATE), ("gate, pinned", Arm.PINNED)):
        yield f"  {name:<19}" + "".join(f"{share.percent:>7}" for share in measured.curves[arm])
    for name, counts in (
        ("lost", [row.lost for row in measured.engine]),
        ("false certificates", [row.certified for row in measured.engine]),
        ("not named", [row.silent for row in measured.engine]),
    ):
        yield f"  {name:<19}" + "".join(f"{count:>7}" for count in counts)
    cliff = measured.cliff
    yield f"  cliff: {f'round {cliff.round}, {100 * cliff.fall:.0f} % lost in it' if cliff else 'none'}"
    losses, cost = measured.losses, measured.cost
    yield f"  at the loss: held {_of(losses.held)}; named {_of(losses.named)}; of tools named {_of(losses.unbinding)}"
    yield f"  pinned block: {cost.tokens:.0f} tokens, {100 * cost.share:.1f} % of the context (4 characters a token)"


def _of(share: Share) -> str:
    low, high = share.interval
    return f"{share.good} of {share.of}" + (f" ({100 * low:.0f} to {100 * high:.0f} %)" if share.of else "")


def compared(changes: Sequence[Change]) -> str:
    lines = ["  survival without a gate after the last round, before and now"]
    for change in changes:
        sure = "  clear" if change.clear else ""
        lines.append(f"  {change.of:<22}{change.before.percent:>7}{change.now.percent:>7}{sure}")
    return "\n".join(lines) + "\n"
