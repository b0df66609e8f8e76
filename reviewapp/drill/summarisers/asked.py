"""What a summariser is given, and how it says that it can't."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from reviewapp.engine.types import Turn

TASK = """\
You compact the conversation of an agent so that the agent can go on with your text in place of it.
Keep what still binds the agent: rules, limits, names, numbers, what failed, and what is open.
Answer with the summary alone, in at most {most} characters.
"""


class SummariserFailed(Exception):
    """No summary came. The text is a short reason for a report."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One compaction. `previous` is the summary in force, empty at first; `most` the characters wanted at most."""

    turns: Sequence[Turn]
    previous: str
    round: int
    most: int

    @property
    def messages(self) -> list[dict[str, str]]:
        """The conversation as chat messages, the summary in force first."""
        earlier = [{"role": "user", "content": f"Summary so far:\n{self.previous}"}] if self.previous else []
        return [*earlier, *({"role": turn.role, "content": turn.content} for turn in self.turns)]

    @property
    def transcript(self) -> str:
        """The same as one text, a line a turn."""
        lines = [f"{turn.role}: {turn.content}" for turn in self.turns]
        return "\n".join([self.previous, *lines] if self.previous else lines)

    @property
    def task(self) -> str:
        return TASK.format(most=self.most)


Summarise = Callable[[Asked], str]
