"""One chat endpoint, as a summariser and as an agent that calls tools. Goes out through the outbound client alone."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reviewapp.drill.summarisers.asked import Asked, SummariserFailed
from reviewapp.drill.types import Scenario, Tool, ToolCall
from reviewapp.judge.protocols import BadAnswer, Protocol, Request, chat, reply
from reviewapp.outbound import Limits, OutboundError, post

LIMITS = Limits(connect=5, total=120, answer_bytes=1_000_000)
ANSWER_TOKENS = 2_000


class AgentFailed(Exception):
    """The agent did not answer. The text is a short reason for a report."""


@dataclass(frozen=True)
class Endpoint:
    """`base`: the address up to and with the version. `allowed`: private hosts that may be called."""

    protocol: Protocol
    base: str
    model: str
    key: str = field(default="", repr=False)
    allowed: frozenset[tuple[str, int | None]] = frozenset()
    limits: Limits = LIMITS

    def summarise(self, asked: Asked) -> str:
        """The conversation goes in as one message of data, so that no turn of it is taken for the task."""
        said = [{"role": "user", "content": f"The conversation as JSON:\n{json.dumps(asked.messages)}"}]
        try:
            return reply(self.protocol, self._answer(self._request(asked.task, said))).text.strip()
        except (OutboundError, BadAnswer, BadStatus) as error:
            raise SummariserFailed(_reason(error)) from error

    def act(self, context: Sequence[Mapping[str, Any]], scenario: Scenario) -> ToolCall | None:
        """The first tool call that the model answers the closing request with, in this context."""
        system = "\n\n".join(each["content"] for each in context if each["role"] == "system")
        told = [f"{each['role']}: {each['content']}" for each in context if each["role"] != "system"]
        said = [{"role": "user", "content": "\n".join([*told, scenario.request])}]
        offered = {"tools": [_offered(self.protocol, scenario.tool)]}
        try:
            return called(self.protocol, self._answer(self._request(system, said, offered)))
        except (OutboundError, BadAnswer, BadStatus) as error:
            raise AgentFailed(_reason(error)) from error

    def _request(
        self, system: str, said: Sequence[Mapping[str, Any]], more: Mapping[str, Any] | None = None
    ) -> Request:
        return chat(self.protocol, self.base, self.model, self.key, system, said, most_tokens=ANSWER_TOKENS, more=more)

    def _answer(self, made: Request) -> bytes:
        answer = post(made.url, body=made.body, headers=made.headers, allowed=self.allowed, limits=self.limits)
        if answer.status != 200:
            raise BadStatus(answer.status)
        if not answer.complete:
            raise BadAnswer("too long")
        return answer.body


class BadStatus(Exception):
    """The endpoint answered, with another status than 200."""

    def __init__(self, status: int) -> None:
        super().__init__(f"status {status}")


def _reason(error: Exception) -> str:
    return error.code if isinstance(error, OutboundError) else str(error)


def _offered(protocol: Protocol, tool: Tool) -> dict[str, Any]:
    schema = {
        "type": "object",
        "properties": {name: {"type": kind} for name, kind in tool.parameters.items()},
        "required": list(tool.parameters),
    }
    if protocol is Protocol.ANTHROPIC:
        return {"name": tool.name, "description": tool.description, "input_schema": schema}
    function = {"name": tool.name, "description": tool.description, "parameters": schema}
    return {"type": "function", "function": function}


def called(protocol: Protocol, body: bytes) -> ToolCall | None:
    """The first tool call of an answer; None where it calls nothing.

    Raises:
        BadAnswer: The body does not follow the protocol, or the arguments are no object.
    """
    try:
        read = json.loads(body)
        if protocol is Protocol.ANTHROPIC:
            calls = [(part["name"], part["input"]) for part in read["content"] if part["type"] == "tool_use"]
        else:
            functions = [call["function"] for call in read["choices"][0]["message"].get("tool_calls") or []]
            calls = [(each["name"], json.loads(each["arguments"])) for each in functions]
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise BadAnswer("protocol") from error
    if not calls:
        return None
    name, arguments = calls[0]
    if not isinstance(name, str) or not isinstance(arguments, dict):
        raise BadAnswer("protocol")
    return ToolCall(name, arguments)
