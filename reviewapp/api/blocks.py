"""The content of one message -> blocks, in the order in which they stand. Pure.

A part that is not text becomes a placeholder that names its type, size and digest: the bytes of a picture can't be
compared with a summary, and the analysis lists each such turn as skipped.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from reviewapp.api.fields import BadMessage, Fields

NAME_LENGTH = 200  # of a tool's name and of a call's id

_TEXT = frozenset({"text", "input_text", "output_text"})
_CALL = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})

_WORD = re.compile(r"[A-Za-z0-9_.-]+")


@dataclass(frozen=True)
class Block:
    """One turn to be: its text, or the placeholder of what is not text."""

    content: str
    kind: str = "text"
    tool_call_id: str = ""
    tool_name: str = ""
    is_error: bool = False
    of_result: bool = False  # stands inside a tool's result, whatever its own kind


def blocks_of(message: Fields) -> list[Block]:
    """At least one: a message without content is an empty text."""
    return [*_content(message), *_extras(message)] or [Block("")]


def _content(message: Fields) -> Iterator[Block]:
    content = message.get("content")
    if isinstance(content, str):
        if content or not any(message.get(name) for name in ("tool_calls", "function_call", "refusal", "audio")):
            yield Block(content)
    elif isinstance(content, list):
        for index, part in enumerate(content):
            yield from _part(Fields(part, message.at("content", index)))
    elif content is not None:
        raise BadMessage(message.at("content"), "A string or a list of blocks is needed here.")


def _extras(message: Fields) -> Iterator[Block]:
    """What OpenAI writes beside the content."""
    if thought := message.text("reasoning_content"):
        yield Block(thought, "reasoning")
    if refusal := message.text("refusal"):
        yield Block(refusal)
    if message.get("audio") is not None:
        yield _placeholder(message.object("audio"), "audio")
    if message.get("function_call") is not None:
        yield _openai_call(message.object("function_call"), "")
    for index, call in enumerate(message.items("tool_calls")):
        yield _tool_call(Fields(call, message.at("tool_calls", index)))


def _tool_call(call: Fields) -> Block:
    call.only(frozenset({"id", "type", "function", "custom", "index"}))
    call_id = call.label("id", longest=NAME_LENGTH)
    return _openai_call(call.object("custom" if call.get("type") == "custom" else "function"), call_id)


def _openai_call(function: Fields, call_id: str) -> Block:
    function.only(frozenset({"name", "arguments", "input"}))
    name = function.label("name", longest=NAME_LENGTH, required=True)
    return Block(function.text("arguments") or function.text("input"), "tool_call", call_id, name)


def _part(part: Fields) -> Iterator[Block]:
    type_ = _type(part)
    if type_ in _TEXT:
        part.only(frozenset({"type", "text", "cache_control", "citations", "annotations", "logprobs"}))
        yield Block(part.text("text", required=True))
    elif type_ == "refusal":
        yield Block(part.text("refusal", required=True))
    elif type_ == "thinking":
        yield Block(part.text("thinking", required=True), "reasoning")
    elif type_ in _CALL:
        yield _tool_use(part)
    elif type_ == "tool_result" or type_.endswith("_tool_result"):
        yield from _tool_result(part)
    else:
        yield _placeholder(part, type_)


def _type(part: Fields) -> str:
    """A plain word: it stands in the text of a placeholder, which is ours and not the caller's."""
    type_ = part.label("type", longest=100, required=True)
    if not _WORD.fullmatch(type_):
        raise BadMessage(part.at("type"), "A block's type is a word of letters, digits, _ . -")
    return type_


def _tool_use(part: Fields) -> Block:
    part.only(frozenset({"type", "id", "name", "input", "cache_control", "caller", "server_name"}))
    call_id = part.label("id", longest=NAME_LENGTH, required=True)
    name = part.label("name", longest=NAME_LENGTH, required=True)
    return Block(compact(part.get("input") or {}), "tool_call", call_id, name)


def _tool_result(part: Fields) -> Iterator[Block]:
    """A result's own blocks, each bound to the call; an empty result is an empty turn, so that the pair stays whole."""
    part.only(frozenset({"type", "tool_use_id", "content", "is_error", "cache_control", "caller"}))
    call_id = part.label("tool_use_id", longest=NAME_LENGTH, required=True)
    is_error, content = part.flag("is_error"), part.get("content")
    if isinstance(content, list) and part.get("type") == "tool_result":
        inner = [block for at, item in enumerate(content) for block in _inner(Fields(item, part.at("content", at)))]
    else:
        inner = [Block(content if isinstance(content, str) else compact(content) if content is not None else "")]
    for block in inner or [Block("")]:
        kind = "tool_result" if block.kind == "text" else block.kind
        yield replace(block, kind=kind, tool_call_id=call_id, is_error=is_error, of_result=True)


def _inner(part: Fields) -> Iterator[Block]:
    """A block within a result is text or a placeholder: a result can't call, think or answer another call."""
    type_ = _type(part)
    if type_ in _TEXT:
        yield Block(part.text("text", required=True))
    else:
        yield _placeholder(part, type_)


def _placeholder(part: Fields, type_: str) -> Block:
    data = compact(part.value).encode()
    return Block(f"[{type_}, {len(data)} bytes, sha256:{hashlib.sha256(data).hexdigest()}]", "placeholder")


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
