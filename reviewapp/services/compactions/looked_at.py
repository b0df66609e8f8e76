"""What was looked at and what was not, as counts; and what no rule settled, in groups that a person settles at once."""

from __future__ import annotations

from dataclasses import dataclass

from reviewapp.engine.account import State
from reviewapp.guard.digest import tagged
from reviewapp.models import Action, Analysis, Resolution
from reviewapp.services.compactions.review_state import ReviewState


@dataclass(frozen=True)
class Group:
    """`count` lines of one kind that are not kept for certain. `of`: `turns` (said by who binds), `summary` (said by
    the summary alone) or `coverage` (not read); `unit`: sentence, number, identifier; `state`: changed, missing or
    undecided. Both are empty for what was not read."""

    key: str
    of: str
    unit: str
    state: str
    count: int
    resolution: Resolution | None

    @property
    def settled(self) -> bool:
        return self.resolution is not None


@dataclass(frozen=True)
class Looked:
    """For the one line of the bar: lines of the account by state, parts that were not read, findings left undecided."""

    kept: int
    changed: int
    missing: int
    undecided: int
    unread: int
    undecided_findings: int
    groups: tuple[Group, ...]

    @property
    def unsettled(self) -> int:
        """How much nobody has settled yet, the engine or a person."""
        return self.undecided_findings + sum(group.count for group in self.groups if not group.settled)


def looked_at(standing: ReviewState) -> Looked:
    analysis = standing.analysis
    counts = (analysis and analysis.account_counts) or {}
    of_state = {state: sum(unit.get(state.value, 0) for unit in counts.values()) for state in State}
    undecided = [
        each for each in standing.findings if each.finding.undecided and not (each.resolved or each.covered_by)
    ]
    return Looked(
        kept=of_state[State.KEPT],
        changed=of_state[State.CHANGED],
        missing=of_state[State.MISSING],
        undecided=of_state[State.UNDECIDED],
        unread=len(analysis.coverage["skipped"]) if analysis else 0,
        undecided_findings=len(undecided),
        groups=groups(standing),
    )


def groups(standing: ReviewState) -> tuple[Group, ...]:
    """Empty where everything was settled by the engine, and where an older one gave no account."""
    analysis = standing.analysis
    held = (analysis and analysis.account_holds) or []
    return tuple(_group(analysis, each, standing) for each in held if analysis)


def _group(analysis: Analysis, hold: dict[str, str | int | None], standing: ReviewState) -> Group:
    of, unit, state = str(hold["of"]), str(hold["unit"] or ""), str(hold["state"] or "")
    key = _key(analysis, of, unit, state)
    latest = standing.answers.get(key, ())
    answer = next((row for row in reversed(latest) if row.action == Action.DISMISSED), None)
    return Group(key, of, unit, state, int(hold["lines"] or 0), answer)


def _key(analysis: Analysis, of: str, unit: str, state: str) -> str:
    """Another account is another group: what was said of the one says nothing of the other."""
    parts = (of, unit, state, analysis.account_digest.hex() if analysis.account_digest else "")
    return tagged("undecided", *(part.encode() for part in parts)).hex()
