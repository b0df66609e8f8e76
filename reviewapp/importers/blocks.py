"""The content of a message, whoever's form it has, as blocks: one for each part."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from reviewapp.engine.types import ORIGIN_OF_ROLE, Origin, Turn
from reviewapp.importers.types import Entry, ImportedTurn

_TEXT = frozenset({"text", "input_text", "output_text", "summary_text", "refusal"})
_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use", "tool_call", "toolCall"})
_THOUGHTS = frozenset({"thinking", "reasoning", "redacted_thinking"})


@dataclass(frozen=True, slots=True)
class Block:
    content: str
    kind: str = "text"
    call_id: str = ""
    tool_name: str = ""

    @property
    def of_tool(self) -> bool:
        return self.kind == "tool_result"


def text_of(value: Any) -> str:
    """A string as it is, nothing as empty, the text parts of a list joined, anything else as JSON."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(part, str | dict) for part in value):
        return "\n".join(part if isinstance(part, str) else block.content for part in value for block in _part(part))
    return compact(value)


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def blocks(content: Any) -> Iterator[Block]:
    """Of a string, or a list of parts; a part that is not text is a placeholder that names its type."""
    for part in content if isinstance(content, list) else [] if content is None else [content]:
        yield from _part(part)


def _part(part: Any) -> Iterator[Block]:
    if not isinstance(part, dict):
        yield Block(text_of(part))
        return
    kind = str(part.get("type", "text" if "text" in part else ""))
    if kind in _TEXT:
        yield Block(text_of(part.get("text") or part.get("refusal")))
    elif kind in _THOUGHTS:
        yield Block(text_of(part.get("thinking") or part.get("text")), "reasoning")
    elif kind in _CALLS:
        yield call(part.get("name"), part.get("input", part.get("arguments", part.get("args"))), part.get("id"))
    elif kind == "tool_result" or kind.endswith("_tool_result"):
        yield from result(part.get("content"), part.get("tool_use_id"))
    else:
        yield Block(f"[{kind or 'part'}]", "placeholder")


def call(name: Any, arguments: Any, call_id: Any) -> Block:
    """A tool's call: its name and arguments as they were written."""
    return Block(f"{text_of(name)}({text_of(arguments)})", "tool_call", text_of(call_id), text_of(name))


def result(content: Any, call_id: Any, name: Any = "") -> Iterator[Block]:
    """What a tool answered; an empty answer is an empty block, so that call and answer stay a pair."""
    inner = [block.content for block in blocks(content)] if isinstance(content, list) else [text_of(content)]
    yield Block("\n".join(inner), "tool_result", text_of(call_id), text_of(name))


def turns(
    role: str, found: Iterator[Block], line: int, *, entry_id: str = "", at: str = "", origin: Origin | None = None
) -> Iterator[ImportedTurn]:
    """Blocks as turns of one message. What a tool answered is a tool's, whatever the role of the message is."""
    for block in found:
        speaker = Origin.TOOL if block.of_tool else origin
        yield ImportedTurn(
            Turn(role, block.content, speaker, block.call_id), line, entry_id, block.kind, block.tool_name, at
        )


def openai_message(message: Entry) -> Iterator[Block]:
    """Content, then the calls that OpenAI's chat form keeps beside it."""
    if message.get("role") in ("tool", "function"):
        yield from result(message.get("content"), message.get("tool_call_id"), message.get("name"))
        return
    if thought := message.get("reasoning_content"):
        yield Block(text_of(thought), "reasoning")
    yield from blocks(message.get("content"))
    for each in message.get("tool_calls") or []:
        if isinstance(each, dict):
            inner = each.get("function") or each.get("custom") or each
            inner = inner if isinstance(inner, dict) else {}
            yield call(inner.get("name"), inner.get("arguments", inner.get("input", inner.get("args"))), each.get("id"))


def known_role(value: Any) -> bool:
    return isinstance(value, str) and value.lower() in ORIGIN_OF_ROLE
