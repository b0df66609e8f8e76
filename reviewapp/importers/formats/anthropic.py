"""Anthropic's messages: `{role, content}` with typed blocks, and `system` beside the list.

A compaction is a block of type `compaction`; where its content is sealed, nobody can review it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from reviewapp.importers.blocks import blocks, known_role, text_of, turns
from reviewapp.importers.types import ENCRYPTED, Entry, Event, NotRead, PastCompaction

_MARKS = frozenset({"tool_use", "tool_result", "thinking", "redacted_thinking", "compaction", "server_tool_use"})


class Anthropic:
    name: ClassVar[str] = "anthropic"
    title: ClassVar[str] = "Anthropic messages"

    @staticmethod
    def recognises(entry: Entry) -> bool:
        content: Any = entry.get("content")
        if entry.get("role") not in ("user", "assistant") or not isinstance(content, list) or "uuid" in entry:
            return len(entry) == 1 and isinstance(entry.get("system"), str | list)
        return any(isinstance(part, dict) and part.get("type") in _MARKS for part in content)

    def events(self, entry: Entry, line: int) -> Iterator[Event]:
        if "role" in entry and known_role(entry["role"]):
            yield from self._message(entry, line)
        elif "system" in entry:
            yield from turns("system", blocks(entry["system"]), line)
        elif len(entry) == 1:
            yield NotRead(line, f"member {next(iter(entry))} of the document", known=True)
        else:
            yield NotRead(line, "no role")

    def finish(self) -> Iterator[Event]:
        yield from ()

    def _message(self, entry: Entry, line: int) -> Iterator[Event]:
        content: Any = entry.get("content")
        for part in content if isinstance(content, list) else [content]:
            if isinstance(part, dict) and part.get("type") == "compaction":
                summary = text_of(part.get("content"))
                yield PastCompaction(line, summary, unreadable="" if summary else ENCRYPTED)
            else:
                yield from turns(entry["role"], blocks(part), line, entry_id=text_of(entry.get("id")))
