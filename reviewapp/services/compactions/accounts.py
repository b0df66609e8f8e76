"""The account of an analysis as it is stored, and read again by range of turns."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

from reviewapp.engine import account as engine_account
from reviewapp.engine.account import Account, Line
from reviewapp.engine.account.blocks import TURNS
from reviewapp.engine.account.lines import NONE, WIDTH
from reviewapp.models import AccountBlock, Analysis

FINDING = WIDTH - 1  # which number of a line names its finding


def with_ranks(account: Account, ranks: Sequence[int]) -> Account:
    """The account with the ranks of stored findings in place of the engine's own numbers."""
    cells = array("I", account.cells)
    cells[FINDING::WIDTH] = array("I", (at if at == NONE else ranks[at] for at in cells[FINDING::WIDTH]))
    return Account(cells)


def columns(account: Account, not_analysed: int) -> dict[str, Any]:
    """What the row of the analysis says of its account."""
    counts: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for (unit, state), count in sorted(account.counts().items()):
        counts[unit.value][state.value] = count
    held = engine_account.holds(account, not_analysed=not_analysed)
    return {
        "account_counts": dict(counts),
        "account_digest": engine_account.digest(account),
        "account_holds": [hold._asdict() for hold in held],
    }


def blocks(account: Account, analysis: Analysis) -> Iterator[AccountBlock]:
    for block in engine_account.pack(account):
        yield AccountBlock(
            team_id=analysis.team_id, analysis=analysis, first=block.first, lines=block.lines, data=block.data
        )


def read(analysis: Analysis, first_seq: int, from_seq: int, to_seq: int) -> Iterator[Line]:
    """The lines of the turns `from_seq`..`to_seq` in order, each with the number of its turn in the session.
    `first_seq`: the first turn of the analysed range.

    `finding` of a line is the rank of a finding of the same analysis.
    """
    low, high = max(0, from_seq - first_seq), to_seq - first_seq
    rows = AccountBlock.objects.filter(team_id=analysis.team_id, analysis=analysis)
    of_turns = rows.filter(first__gte=low // TURNS * TURNS, first__lte=high)
    for block in of_turns.order_by("first"):
        for line in engine_account.unpack(block.data):
            if line.turn is not None and low <= line.turn <= high:
                yield line._replace(turn=first_seq + line.turn)


def of_summary(analysis: Analysis) -> Iterator[Line]:
    """The lines of what the summary says and nobody who binds said."""
    for block in AccountBlock.objects.filter(team_id=analysis.team_id, analysis=analysis, first=None):
        yield from engine_account.unpack(block.data)
