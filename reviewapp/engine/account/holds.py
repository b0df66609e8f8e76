"""What keeps a summary from passing without a person: everything that is not kept for certain."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from reviewapp.engine.account.lines import NONE, WIDTH, Account, State, Unit, code_of
from reviewapp.engine.origins import BINDING, Origin


class Hold(NamedTuple):
    """How many `lines` of one kind hold. `of` is `turns` for what those who bind said, `summary` for what the summary
    says and none of them did, `coverage` for parts that were not analysed (then the number of these, without unit
    and state)."""

    of: str
    unit: Unit | None
    state: State | None
    lines: int


def holds(account: Account, *, not_analysed: int = 0) -> tuple[Hold, ...]:
    """Empty where nothing holds: every sentence of somebody who binds, with the numbers and identifiers in it, is kept,
    the summary says nothing else, and everything was analysed (`not_analysed`: the parts that coverage names as
    skipped). Numbers and identifiers of tools and of an agent's prose never hold."""
    said = Counter(zip(account.cells[::WIDTH], (turn == NONE for turn in account.cells[1::WIDTH]), strict=True))
    found: Counter[tuple[str, Unit, State]] = Counter()
    for of, speakers in (("turns", BINDING), ("summary", {Origin.SUMMARY})):
        for speaker in speakers:
            for unit in Unit:
                for state in set(State) - {State.KEPT}:
                    found[of, unit, state] += said[code_of(unit, state, speaker), of == "summary"]
    held = [Hold(*key, count) for key, count in sorted(found.items()) if count]
    return (*held, *([Hold("coverage", None, None, not_analysed)] if not_analysed else []))
