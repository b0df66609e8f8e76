"""How much one analysis may do, in units of work and not in seconds: equal input leaves out equal parts everywhere.

What is over the budget is not analysed; coverage names it, and it keeps a summary from passing by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from reviewapp.engine.binding.reading import may_bind
from reviewapp.engine.text import Sentence

PROSE = 64_000  # units for sentences of those who can lay down a rule
RULE, FACT = 8, 1  # units of a sentence that may bind, and of any other
COMPARED = 4_000_000  # pairs of a thing in the turns and a thing in the summary that may be held against each other


class Work:
    """Counts comparisons. `over` once one was refused: from then on the answer knows less than it could."""

    def __init__(self, units: int = COMPARED) -> None:
        self._left = units
        self.over = False

    def afford(self, units: int) -> bool:
        """Take the units; False, and nothing taken, where there are not as many left."""
        if units > self._left:
            self.over = True
            return False
        self._left -= units
        return True


def beyond(turns: Sequence[int], cut: Callable[[int], Sequence[Sentence]]) -> Iterator[int]:
    """Those of the turns, in order, that the budget for prose leaves out: from the first that does not fit on."""
    left = PROSE
    for at, turn in enumerate(turns):
        left -= sum(RULE if may_bind(sentence) else FACT for sentence in cut(turn))
        if left < 0:
            yield from turns[at:]
            return
