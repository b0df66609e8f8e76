"""The resolutions of a finding that count: the latest of each action, unless it was taken back."""

from __future__ import annotations

from collections.abc import Iterable

from reviewapp.models import Action, Resolution

# Of one finding, oldest first. A single `reopened` where all that was done has been taken back.
Answers = tuple[Resolution, ...]


def answers_in(rows: Iterable[Resolution]) -> dict[str, Answers]:
    """By finding key, from all resolutions of a compaction in the order of their writing."""
    found: dict[str, Answers] = {}
    for row in rows:
        found[row.finding_key] = with_answer(found.get(row.finding_key, ()), row)
    return found


def with_answer(before: Answers, row: Resolution) -> Answers:
    """What counts once this resolution is written."""
    others = tuple(each for each in before if each.action not in (Action.REOPENED, row.action))
    if row.action != Action.REOPENED:
        return (*others, row)
    kept = tuple(each for each in others if row.reason_code and each.action != row.reason_code)
    return kept or (row,)
