"""OpenAI's Responses API: a list of items, in a request (`input`), an answer (`output`) or by itself.

A `compaction` item is encrypted: nobody but the provider can read what it kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from reviewapp.importers.blocks import Block, blocks, call, result, text_of, turns
from reviewapp.importers.types import ENCRYPTED, Entry, Event, NotRead, PastCompaction

_CALLS = frozenset({"function_call", "custom_tool_call", "mcp_call", "local_shell_call", "computer_call"})
_MARKS = frozenset({"reasoning", "compaction", "compaction_summary", "item_reference"}) | _CALLS


class OpenAIResponses:
    name: ClassVar[str] = "openai-responses"
    title: ClassVar[str] = "OpenAI Responses"

    @staticmethod
    def recognises(entry: Entry) -> bool:
        kind = entry.get("type")
        return (
            kind in _MARKS
            or text_of(kind).endswith("_call_output")
            or (kind == "message" and "role" in entry and isinstance(entry.get("content"), list | str))
            or entry.get("object") in ("response", "response.compaction", "conversation.item")
        )

    def events(self, entry: Entry, line: int) -> Iterator[Event]:
        if "instructions" in entry and len(entry) == 1:
            yield from turns("system", blocks(entry["instructions"]), line)
        elif "type" not in entry and len(entry) == 1:
            yield NotRead(line, f"member {next(iter(entry))} of the document", known=True)
        else:
            yield from items(entry, line)

    def finish(self) -> Iterator[Event]:
        yield from ()


def items(entry: Entry, line: int, at: str = "") -> Iterator[Event]:
    """What one item says."""
    kind = text_of(entry.get("type")) or ("message" if "role" in entry else "")
    about: dict[str, Any] = {"entry_id": text_of(entry.get("id")), "at": at}
    if kind == "message":
        yield from turns(text_of(entry.get("role")), blocks(entry.get("content")), line, **about)
    elif kind in ("compaction", "compaction_summary"):
        readable = text_of(entry.get("summary") or entry.get("content"))
        yield PastCompaction(line, readable, unreadable="" if readable else ENCRYPTED)
    elif kind == "reasoning":
        thought = text_of(entry.get("summary")) or text_of(entry.get("content"))
        yield from turns("assistant", iter([Block(thought, "reasoning")] if thought else []), line, **about)
    elif kind.endswith("_output"):
        yield from turns("tool", result(entry.get("output"), entry.get("call_id")), line, **about)
    elif kind.endswith("_call"):
        name = entry.get("name") or kind
        arguments = entry.get("arguments", entry.get("input", entry.get("action")))
        made = call(name, arguments, entry.get("call_id") or entry.get("id"))
        yield from turns("assistant", iter([made]), line, **about)
    else:
        yield NotRead(line, f"unknown type {kind!r}")
