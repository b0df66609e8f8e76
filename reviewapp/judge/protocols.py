"""The two protocols that models are reached by: OpenAI-compatible chat completions and Anthropic messages."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from reviewapp.judge.prompt import TASK, prompt
from reviewapp.judge.questions import Question

MOST_TOKENS = 600  # of an answer


class Protocol(StrEnum):
    OPENAI = "openai"
    ANTHROPIC = "anthropic"


class BadAnswer(Exception):
    """The endpoint answered with something that is no answer. The text names the fault and quotes nothing."""


@dataclass(frozen=True)
class Request:
    url: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Reply:
    """`text` is what the model wrote; `model` what the endpoint says it was; tokens as the endpoint counts them."""

    text: str
    model: str
    tokens_in: int
    tokens_out: int


def request(protocol: Protocol, base: str, model: str, key: str, question: Question, nonce: str) -> Request:
    """`base`: the address up to and with the version, `https://api.example.com/v1`. Temperature 0, no tools."""
    said = [{"role": "user", "content": prompt(question, nonce)}]
    return chat(protocol, base, model, key, TASK, said, most_tokens=MOST_TOKENS)


def chat(
    protocol: Protocol,
    base: str,
    model: str,
    key: str,
    system: str,
    said: Sequence[Mapping[str, Any]],
    *,
    most_tokens: int,
    more: Mapping[str, Any] | None = None,
) -> Request:
    """A request at temperature 0 with any system text and messages; `more` is put into its body, such as tools."""
    body: dict[str, Any] = {"model": model, "temperature": 0, "max_tokens": most_tokens, **(more or {})}
    headers = {"Content-Type": "application/json"}
    if protocol is Protocol.ANTHROPIC:
        headers |= {"x-api-key": key, "anthropic-version": "2023-06-01"}
        body |= {"system": system, "messages": list(said)}
        path = "/messages"
    else:
        headers |= {"Authorization": f"Bearer {key}"} if key else {}
        body |= {"messages": [{"role": "system", "content": system}, *said]}
        path = "/chat/completions"
    return Request(base.rstrip("/") + path, headers, json.dumps(body).encode())


def reply(protocol: Protocol, body: bytes) -> Reply:
    """Raises BadAnswer where the body does not follow the protocol."""
    try:
        read = json.loads(body)
        if protocol is Protocol.ANTHROPIC:
            if read["stop_reason"] == "max_tokens":
                raise BadAnswer("cut_off")
            text = "".join(part["text"] for part in read["content"] if part["type"] == "text")
            used = (read["usage"]["input_tokens"], read["usage"]["output_tokens"])
        else:
            choice = read["choices"][0]
            if choice.get("finish_reason") == "length":
                raise BadAnswer("cut_off")
            text = choice["message"]["content"]
            used = (read["usage"]["prompt_tokens"], read["usage"]["completion_tokens"])
        model = read["model"]
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, RecursionError) as error:
        raise BadAnswer("protocol") from error
    given: list[object] = [text, model]
    if not all(isinstance(each, str) for each in given) or not all(map(_is_count, used)):
        raise BadAnswer("protocol")
    return Reply(text, model[:200], *used)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**31
