"""Pydantic AI: a history processor whose summaries take effect once a person approved them.

reviewed = ReviewedHistory(client, "run-7", summarise, most_messages=40)
agent = Agent(model, capabilities=[ProcessHistory(reviewed.process)])
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from pydantic_ai.messages import (
    CompactionPart,
    ModelMessage,
    ModelRequest,
    ModelResponse,
    RetryPromptPart,
    SystemPromptPart,
    TextPart,
    ThinkingPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)

from reviewapp.client.client import Client
from reviewapp.client.conversation import Base
from reviewapp.client.errors import Unreviewable
from reviewapp.client.integrations import shapes
from reviewapp.client.integrations.holding import Holding
from reviewapp.client.results import MustKeep

MARK = "stet"  # in `metadata` of what came from a served context

# (messages to summarise, what the last reviewer wants kept) -> the summary
SummariseMessages = Callable[[Sequence[ModelMessage], Sequence[MustKeep]], Awaitable[str]]


class ReviewedHistory:
    """`most_messages`: with more than that behind the last context, a summary of all but `keep_last` is proposed.
    `options`: those of `Holding`.
    """

    def __init__(
        self,
        client: Client,
        session: str,
        summarise: SummariseMessages,
        *,
        most_messages: int = 40,
        keep_last: int = 6,
        **options: Any,
    ) -> None:
        self.holding = Holding(client, session, format="openai", **options)
        self._summarise = summarise
        self._most_messages = most_messages
        self._keep_last = keep_last

    async def process(self, messages: list[ModelMessage]) -> list[ModelMessage]:
        """For `ProcessHistory`: the history to send, which the run also keeps."""
        start, base = _base(messages)
        due = len(messages) - start > self._most_messages
        if not due and not self.holding.waits:
            return messages
        if any(_is_sealed(part) for message in messages[start:] for part in message.parts):
            self.holding.fails(Unreviewable("the history holds an encrypted compaction, which nobody can review"))
            return messages
        groups = [_messages(message) for message in messages[start:]]
        flat = shapes.Flat(groups)
        count = shapes.whole_end(groups, len(groups) - self._keep_last) if due else 0

        async def summarise(covered: int, must_keep: Sequence[MustKeep]) -> str:
            return await self._summarise(messages[start : start + flat.items_in(covered)], must_keep)

        look = await self.holding.settle_async(flat.messages, base, flat.messages_in(count), summarise)
        if look is None or look.context is None:
            return messages
        served = _served(look.context.messages, Base.of(look.context).as_dict())
        return [*served, *messages[start + flat.items_in(look.cut) :]]


def _base(messages: Sequence[ModelMessage]) -> tuple[int, Base]:
    marks = [(message.metadata or {}).get(MARK) for message in messages]
    start = next((index for index, mark in enumerate(marks) if not mark), len(marks))
    return start, Base.read(marks[0]) if start else Base()


def _is_sealed(part: Any) -> bool:
    return isinstance(part, CompactionPart) and not part.content


def _messages(message: ModelMessage) -> list[shapes.Message]:
    return [_message(part) for part in message.parts]


def _message(part: Any) -> shapes.Message:
    if isinstance(part, SystemPromptPart):
        return {"role": "system", "content": part.content}
    if isinstance(part, UserPromptPart):
        return _user(part)
    if isinstance(part, TextPart):
        return {"role": "assistant", "content": part.content}
    if isinstance(part, ThinkingPart):
        return {"role": "assistant", "kind": "reasoning", "content": part.content}
    if isinstance(part, ToolCallPart):
        return shapes.call(part.tool_name, part.tool_call_id, part.args_as_json_str())
    if isinstance(part, ToolReturnPart):
        return shapes.result(part.tool_name, part.tool_call_id, part.model_response_str())
    if isinstance(part, RetryPromptPart):
        told = part.model_response()
        return shapes.result(part.tool_name, part.tool_call_id, told) if part.tool_name else _said("user", told)
    return shapes.placeholder("assistant", part.part_kind, part)


def _said(role: str, text: str) -> shapes.Message:
    return {"role": role, "content": text}


def _user(part: UserPromptPart) -> shapes.Message:
    if isinstance(part.content, str):
        return _said("user", part.content)
    blocks = [
        {"type": "text", "text": item} if isinstance(item, str) else {"type": type(item).__name__, "value": repr(item)}
        for item in part.content
    ]
    return {"role": "user", "content": blocks}


def _served(messages: Sequence[Mapping[str, Any]], mark: Mapping[str, Any]) -> list[ModelMessage]:
    """A served context, each message on its own so that no part of it loses its place."""
    names: dict[str, str] = {}
    return [_model_message(message, {MARK: dict(mark)}, names) for message in messages]


def _model_message(message: Mapping[str, Any], metadata: dict[str, Any], names: dict[str, str]) -> ModelMessage:
    text, role = shapes.text_of(message), message["role"]
    if role == "assistant":
        calls = message.get("tool_calls", ())
        names.update({made["id"]: made["function"]["name"] for made in calls})
        made = [ToolCallPart(one["function"]["name"], one["function"]["arguments"], one["id"]) for one in calls]
        return ModelResponse(parts=[*([TextPart(text)] if text or not calls else []), *made], metadata=metadata)
    if role == "tool":
        call_id = message["tool_call_id"]
        return ModelRequest(parts=[ToolReturnPart(names.get(call_id, ""), text, call_id)], metadata=metadata)
    part = SystemPromptPart(text) if role == "system" else UserPromptPart(text)
    return ModelRequest(parts=[part], metadata=metadata)
