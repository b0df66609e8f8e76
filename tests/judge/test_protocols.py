"""Both protocols, as far as they can be read without a server."""

from __future__ import annotations

import json
from typing import Any

import pytest

from reviewapp.judge.protocols import BadAnswer, Protocol, reply, request
from reviewapp.judge.questions import Question

ASKED = Question("Never.", "user", 1, "Fine.")
CHAT: dict[str, Any] = {
    "model": "m-1",
    "choices": [{"message": {"role": "assistant", "content": "{}"}, "finish_reason": "stop"}],
    "usage": {"prompt_tokens": 7, "completion_tokens": 3},
}
MESSAGES: dict[str, Any] = {
    "model": "m-1",
    "content": [{"type": "text", "text": "{}"}],
    "stop_reason": "end_turn",
    "usage": {"input_tokens": 7, "output_tokens": 3},
}


@pytest.mark.parametrize(
    ("protocol", "path", "key"),
    [
        (Protocol.OPENAI, "/v1/chat/completions", ("Authorization", "Bearer k")),
        (Protocol.ANTHROPIC, "/v1/messages", ("x-api-key", "k")),
    ],
)
def test_a_request_asks_at_temperature_zero_and_offers_no_tools(
    protocol: Protocol, path: str, key: tuple[str, str]
) -> None:
    made = request(protocol, "https://api.example.com/v1/", "m-1", "k", ASKED, "n")
    body = json.loads(made.body)
    assert made.url == f"https://api.example.com{path}" and key in made.headers.items()
    assert (body["temperature"], body["model"]) == (0, "m-1") and "tools" not in body
    assert "k" not in body.values()


@pytest.mark.parametrize(("protocol", "body"), [(Protocol.OPENAI, CHAT), (Protocol.ANTHROPIC, MESSAGES)])
def test_a_reply_names_its_model_and_what_it_cost(protocol: Protocol, body: dict[str, Any]) -> None:
    read = reply(protocol, json.dumps(body).encode())
    assert (read.text, read.model, read.tokens_in, read.tokens_out) == ("{}", "m-1", 7, 3)


@pytest.mark.parametrize(
    ("protocol", "body"),
    [
        (Protocol.OPENAI, b"<html>"),
        (Protocol.OPENAI, b"[]"),
        (Protocol.OPENAI, b'{"choices": []}'),
        (Protocol.OPENAI, json.dumps({**CHAT, "usage": None}).encode()),
        (Protocol.OPENAI, json.dumps({**CHAT, "usage": {"prompt_tokens": -1, "completion_tokens": 1}}).encode()),
        (Protocol.OPENAI, json.dumps({**CHAT, "choices": [{"message": {"content": None}}]}).encode()),
        (
            Protocol.OPENAI,
            json.dumps({**CHAT, "choices": [{**CHAT["choices"][0], "finish_reason": "length"}]}).encode(),
        ),
        (Protocol.ANTHROPIC, json.dumps(CHAT).encode()),
        (Protocol.ANTHROPIC, json.dumps({**MESSAGES, "stop_reason": "max_tokens"}).encode()),
        (Protocol.ANTHROPIC, b"\xff\xfe"),
        (Protocol.ANTHROPIC, b"[" * 100_000),
    ],
)
def test_a_body_that_does_not_follow_the_protocol_is_no_reply(protocol: Protocol, body: bytes) -> None:
    with pytest.raises(BadAnswer):
        reply(protocol, body)
