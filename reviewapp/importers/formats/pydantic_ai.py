"""Pydantic AI: messages of kind `request` or `response` with parts, as `ModelMessagesTypeAdapter` writes them.

A compaction is a part of kind `compaction`; without content it is the provider's own and sealed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from reviewapp.importers.blocks import Block, blocks, call, result, text_of, turns
from reviewapp.importers.types import ENCRYPTED, Entry, Event, NotRead, PastCompaction

_ROLES = {"system-prompt": "system", "user-prompt": "user", "text": "assistant", "thinking": "assistant"}


class PydanticAI:
    name: ClassVar[str] = "pydantic-ai"
    title: ClassVar[str] = "Pydantic AI"

    def __init__(self) -> None:
        self._instructions = ""

    @staticmethod
    def recognises(entry: Entry) -> bool:
        return entry.get("kind") in ("request", "response") and isinstance(entry.get("parts"), list)

    def events(self, entry: Entry, line: int) -> Iterator[Event]:
        if not self.recognises(entry):
            yield NotRead(line, f"unknown kind {entry.get('kind')!r}")
            return
        instructions = text_of(entry.get("instructions"))
        if instructions and instructions != self._instructions:  # each request repeats them
            self._instructions = instructions
            yield from turns("system", iter([Block(instructions)]), line)
        for part in entry["parts"]:
            yield from _part(part, line) if isinstance(part, dict) else [NotRead(line, "a part that is no object")]

    def finish(self) -> Iterator[Event]:
        yield from ()


def _part(part: Entry, line: int) -> Iterator[Event]:
    kind, content, call_id = part.get("part_kind"), part.get("content"), part.get("tool_call_id")
    about: dict[str, Any] = {"at": text_of(part.get("timestamp")), "entry_id": text_of(part.get("id"))}
    if kind == "compaction":
        summary = text_of(content)
        yield PastCompaction(line, summary, unreadable="" if summary else ENCRYPTED)
    elif kind == "thinking":
        yield from turns("assistant", iter([Block(text_of(content), "reasoning")]), line, **about)
    elif kind in _ROLES:
        yield from turns(_ROLES[kind], blocks(content), line, **about)
    elif kind in ("tool-call", "builtin-tool-call"):
        yield from turns("assistant", iter([call(part.get("tool_name"), part.get("args"), call_id)]), line, **about)
    elif kind in ("tool-return", "builtin-tool-return") or (kind == "retry-prompt" and call_id):
        yield from turns("tool", result(content, call_id, part.get("tool_name")), line, **about)
    else:
        yield NotRead(line, f"unknown part {kind!r}", known=kind in ("retry-prompt", "file"))
