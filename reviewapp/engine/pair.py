"""What every detector reads: the turns, the summary, and features of both that are computed once and only when asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from reviewapp.engine.types import Pin, Turn


@dataclass(frozen=True)
class Pair:
    """`previous` holds the summaries that this compaction builds on, in turn order."""

    turns: tuple[Turn, ...]
    summary: str
    pins: tuple[Pin, ...] = ()
    previous: tuple[str, ...] = ()

    @cached_property
    def binding(self) -> tuple[int, ...]:
        """Indices of the turns whose speaker can lay down a rule."""
        return tuple(i for i, turn in enumerate(self.turns) if turn.binds)


def make_pair(turns: Sequence[Turn], summary: str, pins: Sequence[Pin] = (), previous: str | Sequence[str] | None = None) -> Pair:
    earlier = () if previous is None else (previous,) if isinstance(previous, str) else tuple(previous)
    return Pair(tuple(turns), summary, tuple(pins), earlier)
