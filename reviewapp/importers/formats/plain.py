"""Plain JSON Lines: `{role, content, origin?, tool_call_id?, id?}`, and for a compaction `{summary, kept_from?}`.

The form to write where no other fits. `kept_from` is the id of the first turn that stayed word for word.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from reviewapp.engine.types import Origin, Turn
from reviewapp.importers.blocks import text_of
from reviewapp.importers.types import Entry, Event, ImportedTurn, Kept, NotRead, PastCompaction

_ORIGINS = frozenset(str(origin) for origin in Origin)


class Plain:
    name: ClassVar[str] = "plain"
    title: ClassVar[str] = "plain JSON Lines"

    @staticmethod
    def recognises(entry: Entry) -> bool:
        if isinstance(entry.get("summary"), str) and "role" not in entry and "type" not in entry:
            return True
        told = isinstance(entry.get("role"), str) and isinstance(entry.get("content"), str)
        return told and ("origin" in entry or entry.keys() <= {"role", "content", "id"})

    def events(self, entry: Entry, line: int) -> Iterator[Event]:
        if isinstance(entry.get("summary"), str) and "role" not in entry:
            yield PastCompaction(line, entry["summary"], Kept(from_id=text_of(entry.get("kept_from"))))
        elif isinstance(entry.get("role"), str) and isinstance(entry.get("content"), str):
            yield from _turn(entry, line)
        else:
            yield NotRead(line, "neither role and content nor a summary")

    def finish(self) -> Iterator[Event]:
        yield from ()


def _turn(entry: Entry, line: int) -> Iterator[Event]:
    origin = entry.get("origin")
    if origin is not None and origin not in _ORIGINS:
        yield NotRead(line, f"unknown origin {origin!r}")
        return
    call_id = text_of(entry.get("tool_call_id"))
    turn = Turn(entry["role"], entry["content"], None if origin is None else Origin(origin), call_id)
    yield ImportedTurn(turn, line, text_of(entry.get("id")), at=text_of(entry.get("at")))
