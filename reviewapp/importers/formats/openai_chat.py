"""OpenAI's chat form: `{role, content, tool_calls?, tool_call_id?}`, one a line or in a `messages` list.

It has no mark of its own for a compaction: a message with the role `summary` is taken for one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from reviewapp.importers.blocks import known_role, openai_message, text_of, turns
from reviewapp.importers.types import Entry, Event, NotRead, PastCompaction


class OpenAIChat:
    name: ClassVar[str] = "openai-chat"
    title: ClassVar[str] = "OpenAI chat"

    @staticmethod
    def recognises(entry: Entry) -> bool:
        told = isinstance(entry.get("content"), str | list | None) and ("content" in entry or "tool_calls" in entry)
        return known_role(entry.get("role")) and told and "type" not in entry

    def events(self, entry: Entry, line: int) -> Iterator[Event]:
        role = text_of(entry.get("role"))
        if role == "summary":
            yield PastCompaction(line, text_of(entry.get("content")))
        elif role:
            yield from turns(role, openai_message(entry), line, entry_id=text_of(entry.get("id")))
        elif len(entry) == 1:
            yield NotRead(line, f"member {next(iter(entry))} of the document", known=True)
        else:
            yield NotRead(line, "no role")

    def finish(self) -> Iterator[Event]:
        yield from ()
