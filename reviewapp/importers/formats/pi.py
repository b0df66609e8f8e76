"""Pi: a session file, a header and then one entry a line, each with `parentId`.

A compaction is an entry of type `compaction`; `firstKeptEntryId` names where the part begins that stayed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from reviewapp.importers.blocks import blocks, result, text_of, turns
from reviewapp.importers.types import Entry, Event, Kept, NotRead, PastCompaction

_SILENT = frozenset(
    {"session", "model_change", "thinking_level_change", "label", "session_info", "custom", "branch_summary"}
)


class Pi:
    name: ClassVar[str] = "pi"
    title: ClassVar[str] = "Pi"

    @staticmethod
    def recognises(entry: Entry) -> bool:
        if entry.get("type") in ("message", "compaction"):
            return "parentId" in entry or "firstKeptEntryId" in entry
        return entry.get("type") == "session" and "cwd" in entry

    def events(self, entry: Entry, line: int) -> Iterator[Event]:
        kind, message = entry.get("type"), entry.get("message")
        if kind == "compaction":
            summary = text_of(entry.get("summary"))
            kept = Kept(from_id=text_of(entry.get("firstKeptEntryId")))
            yield PastCompaction(line, summary, kept, "" if summary else "the entry holds no summary")
        elif kind == "message" and isinstance(message, dict):
            yield from _message(message, line, text_of(entry.get("id")), text_of(entry.get("timestamp")))
        else:
            yield NotRead(line, f"type {kind!r}", known=kind in _SILENT)

    def finish(self) -> Iterator[Event]:
        yield from ()


def _message(message: dict[str, Any], line: int, entry_id: str, at: str) -> Iterator[Event]:
    role = text_of(message.get("role"))
    if role == "toolResult":
        found = result(message.get("content"), message.get("toolCallId"), message.get("toolName"))
    else:
        found = blocks(message.get("content"))
    yield from turns("tool" if role in ("toolResult", "bashExecution") else role, found, line, entry_id=entry_id, at=at)
