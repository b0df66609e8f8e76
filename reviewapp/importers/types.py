"""What a transcript is read into: turns in their order, the compactions between them, what was not read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from reviewapp.engine.types import Turn

Entry = Mapping[str, Any]

ENCRYPTED = "the summary is encrypted by the provider"


class BadTranscript(ValueError):
    """A file that can't be read as the named format, or as any; the text says what to do."""


@dataclass(frozen=True, slots=True)
class ImportedTurn:
    """One block of one message. `line` counts from 1; `id` is the transcript's own, empty where it has none.

    `kind`: text, tool_call, tool_result, reasoning or placeholder (a part that is not text, named by its type).
    `at` is the time as the transcript writes it.
    """

    turn: Turn
    line: int
    id: str = ""
    kind: str = "text"
    tool_name: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """Which of the turns so far stayed in the context, word for word; the rest was replaced. Without any field: none.

    `from_id`: this one and all that follow. `ids`: these. `forgotten`: all but these. `texts`: those with this content.
    `outside`: those whose time is before the first or after the second, compared as numbers.
    """

    from_id: str = ""
    ids: frozenset[str] = frozenset()
    forgotten: frozenset[str] | None = None
    texts: frozenset[str] = frozenset()
    outside: tuple[float, float] | None = None

    def among(self, turns: Sequence[ImportedTurn]) -> frozenset[int]:
        """Indices of the turns that stayed."""
        starts = (index for index, turn in enumerate(turns) if self.from_id and turn.id == self.from_id)
        first = next(starts, len(turns))
        return frozenset(index for index, turn in enumerate(turns) if index >= first or self._keeps(turn))

    def _keeps(self, turn: ImportedTurn) -> bool:
        if self.forgotten is not None and turn.id not in self.forgotten:
            return True
        if self.outside is not None and not self.outside[0] <= _number(turn.at) <= self.outside[1]:
            return True
        return turn.id in self.ids or turn.turn.content in self.texts


@dataclass(frozen=True, slots=True)
class PastCompaction:
    """A compaction that took effect when the transcript was written.

    `unreadable` says why nobody can review it (an encrypted summary, none at all); `summary` is empty then.
    """

    line: int
    summary: str
    kept: Kept = field(default_factory=Kept)
    unreadable: str = ""


@dataclass(frozen=True, slots=True)
class NewSession:
    """Another conversation begins in the same file."""

    line: int


@dataclass(frozen=True, slots=True)
class NotRead:
    """A line, or an element of a document, that was passed over, and why. `known`: meant to be, as it holds no turn."""

    line: int
    reason: str
    known: bool = False


Event = ImportedTurn | PastCompaction | NewSession | NotRead


class Format(Protocol):
    """One transcript format. An instance reads one file, entry by entry, and may remember what came before."""

    name: ClassVar[str]
    title: ClassVar[str]

    @staticmethod
    def recognises(entry: Entry) -> bool:
        """Whether the entry carries a mark that only this format has."""
        ...

    def events(self, entry: Entry, line: int) -> Iterator[Event]:
        """What the entry says; an entry of a kind that is not known gives `NotRead`."""
        ...

    def finish(self) -> Iterator[Event]:
        """What can only be said at the end."""
        ...


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return float("nan")
