"""What every detector reads: turns, summary, and features of both that are computed once and only when asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TypeVar

from reviewapp.engine.joined import Joined
from reviewapp.engine.text import Sentence, fold, goes_on, sentences
from reviewapp.engine.types import BINDING, Origin, Pin, Turn
from reviewapp.engine.work import Work, beyond

T = TypeVar("T")
_TALKING = BINDING | {Origin.AGENT}


@dataclass(frozen=True)
class Pair:
    """`previous`: the summaries that this compaction builds on, in turn order; `first_seq` numbers the first turn."""

    turns: tuple[Turn, ...]
    summary: str
    pins: tuple[Pin, ...] = ()
    previous: tuple[str, ...] = ()
    first_seq: int = 0

    def number(self, turn: int) -> int:
        """The turn's number in its session, by which people and summaries call it."""
        return self.first_seq + turn

    @cached_property
    def binding(self) -> tuple[int, ...]:
        """Indices of the turns whose speaker can lay down a rule."""
        return tuple(turn for turn in self._laying_down if turn not in self.over)

    @cached_property
    def speakers(self) -> tuple[Origin, ...]:
        """Who speaks, by turn."""
        return tuple(turn.speaker for turn in self.turns)

    @cached_property
    def talking(self) -> tuple[int, ...]:
        """Indices of the turns in somebody's prose: of those who bind, and of the agent."""
        talking = (i for i, speaker in enumerate(self.speakers) if speaker in _TALKING)
        return tuple(turn for turn in talking if turn not in self.over)

    @cached_property
    def over(self) -> dict[int, None]:
        """Turns, in order, whose prose is over the budget of work: nobody reads it."""
        talking = (i for i, speaker in enumerate(self.speakers) if speaker in _TALKING)
        return dict.fromkeys(beyond(self._laying_down if self.has_tools else tuple(talking), self.turn_sentences))

    @cached_property
    def _laying_down(self) -> tuple[int, ...]:
        return tuple(i for i, speaker in enumerate(self.speakers) if speaker in BINDING)

    @cached_property
    def work(self) -> Work:
        """The comparisons that are left."""
        return Work()

    @cached_property
    def worked(self) -> tuple[int, ...]:
        """Indices of the turns of tools."""
        tool = Origin.TOOL
        return tuple(i for i, speaker in enumerate(self.speakers) if speaker is tool)

    @cached_property
    def talk(self) -> Joined:
        """What they say."""
        return Joined({turn: self.turns[turn].content for turn in self.talking})

    @cached_property
    def has_tools(self) -> bool:
        """A session with tool text: its assistant prose is narration, not an agreement."""
        return bool(self.worked)

    @cached_property
    def source_chars(self) -> int:
        return sum(len(turn.content) for turn in self.turns)

    @cached_property
    def folded(self) -> str:
        """The summary, folded; offsets are those of the summary as received."""
        return fold(self.summary)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences of the summary."""
        return sentences(self.summary)

    @cached_property
    def stated(self) -> Joined:
        """They, folded, by their number."""
        return Joined({number: sentence.folded for number, sentence in enumerate(self.sentences)})

    @cached_property
    def _made(self) -> dict[Callable[[Pair], object], object]:
        return {}

    def once(self, make: Callable[[Pair], T]) -> T:
        """What `make` (a function of a module) says of this pair, computed once: for features that detectors share."""
        if make not in self._made:
            self._made[make] = make(self)
        return self._made[make]  # type: ignore[return-value]  # stored under the function that made it

    @cached_property
    def _turn_sentences(self) -> dict[int, tuple[Sentence, ...]]:
        return {}

    def turn_sentences(self, turn: int) -> tuple[Sentence, ...]:
        """The sentences of one turn, cut at first use. Ask only for turns whose prose matters: tool text is long."""
        if turn not in self._turn_sentences:
            self._turn_sentences[turn] = sentences(self.turns[turn].content)
        return self._turn_sentences[turn]

    @property
    def half_read(self) -> list[int | None]:
        """Turns, and the summary as None, that go on after the most that is read of a text."""
        turns = [i for i, read in self._turn_sentences.items() if goes_on(self.turns[i].content, read)]
        return [*sorted(turns), *([None] if goes_on(self.summary, self.sentences) else [])]

    def read_so_far(self, holds: Callable[[Sentence], bool]) -> list[int | None]:
        """Turns, and the summary as None, with a sentence of which that is so, among those that were cut."""
        turns = [turn for turn, read in self._turn_sentences.items() if any(map(holds, read))]
        return [*sorted(turns), *([None] if any(map(holds, self.sentences)) else [])]

    def release(self) -> None:
        """Let go of what was made of this pair: its parts know each other, and nothing else would tell them apart."""
        for sentence in chain(self.sentences, *self._turn_sentences.values()):
            sentence.release()
        self._made.clear()


def make_pair(
    turns: Sequence[Turn],
    summary: str,
    pins: Sequence[Pin] = (),
    previous: str | Sequence[str] | None = None,
    first_seq: int = 0,
) -> Pair:
    earlier = () if previous is None else (previous,) if isinstance(previous, str) else tuple(previous)
    return Pair(tuple(turns), summary, tuple(pins), earlier, first_seq)
