"""From a framework's history to messages as the server takes them: one item may be several, and calls stay whole."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from reviewapp.client.errors import BaseMoved

Message = dict[str, Any]


class Flat:
    """Items of a framework as messages, in order. `ends`: after each item, how many messages there are."""

    def __init__(self, groups: Iterable[Sequence[Message]]) -> None:
        kept = [list(group) for group in groups]
        self.messages: list[Message] = [message for group in kept for message in group]
        self.ends = list(accumulate(len(group) for group in kept))

    def messages_in(self, items: int) -> int:
        """How many messages the first items are."""
        return self.ends[items - 1] if items > 0 else 0

    def items_in(self, messages: int) -> int:
        """How many items the first messages are; raises BaseMoved where that ends within one."""
        items = bisect_right(self.ends, messages)
        if self.messages_in(items) != messages:
            raise BaseMoved("what was approved ends in the middle of a message of this history")
        return items


def whole_end(groups: Sequence[Sequence[Message]], wanted: int) -> int:
    """The last place up to `wanted` at which no call is cut off from its result."""
    waiting: set[str] = set()
    end = 0
    for index, group in enumerate(groups[:wanted], 1):
        for message in group:
            call = str(message.get("tool_call_id", ""))
            if message.get("kind") == "tool_call":
                waiting.add(call)
            elif message.get("role") == "tool":
                waiting.discard(call)
        if not waiting:
            end = index
    return end


def call(name: str, call_id: str, arguments: Any) -> Message:
    text = arguments if isinstance(arguments, str) else as_json(arguments)
    return {"role": "assistant", "kind": "tool_call", "content": text, "tool_call_id": call_id, "tool_name": name}


def result(name: str, call_id: str, content: Any) -> Message:
    text = content if isinstance(content, str) else as_json(content)
    return {"role": "tool", "content": text, "tool_call_id": call_id, "tool_name": name}


def placeholder(role: str, type_: str, value: Any) -> Message:
    """What is not text: the server lists it as not compared, so that such a summary always waits for a person."""
    return {"role": role, "content": [{"type": type_, "value": as_json(value)}]}


def as_json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, default=str)


def text_of(message: Mapping[str, Any]) -> str:
    """The text of a message in OpenAI's form, whose parts are all text in a served context."""
    content = message.get("content")
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content)
    return str(content or "")
