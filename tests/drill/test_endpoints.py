"""A drill against a server of this machine that speaks both chat protocols, and against commands and callables."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from reviewapp.drill.chat import Endpoint
from reviewapp.drill.figures import figures
from reviewapp.drill.loading import scenarios
from reviewapp.drill.rounds import Plan, drilled
from reviewapp.drill.summarisers import Asked, SummariserFailed
from reviewapp.drill.summarisers.outside import BadSummariser, from_callable, from_command
from reviewapp.drill.types import Arm, Outcome
from reviewapp.engine.types import Turn
from reviewapp.judge.protocols import Protocol

FORGETFUL = "The office did its daily work."
ASKED = Asked([Turn("user", "Never push to billing-core.")], "", 1, 500)


class Model(BaseHTTPRequestHandler):
    """Summarises by forgetting. Pushes what it is asked to push, unless a pinned rule stands before it."""

    seen: list[tuple[str, dict[str, str], dict[str, Any]]]

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.seen.append((self.path, dict(self.headers), body))
        answers = {"/v1/chat/completions": self.openai, "/v1/messages": self.anthropic}
        answer = answers[self.path](body) if self.path in answers else None
        told = json.dumps(answer).encode()
        self.send_response(500 if answer is None else 200)
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def openai(self, body: dict[str, Any]) -> dict[str, Any]:
        message: dict[str, Any] = {"role": "assistant", "content": FORGETFUL}
        if "tools" in body:
            function = {"name": body["tools"][0]["function"]["name"], "arguments": json.dumps(self.pushed(body))}
            message = {"role": "assistant", "content": None, "tool_calls": [{"id": "c", "function": function}]}
        usage = {"prompt_tokens": 1, "completion_tokens": 1}
        return {"model": body["model"], "choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}

    def anthropic(self, body: dict[str, Any]) -> dict[str, Any]:
        content: list[dict[str, Any]] = [{"type": "text", "text": FORGETFUL}]
        if "tools" in body:
            content = [{"type": "tool_use", "name": body["tools"][0]["name"], "input": self.pushed(body)}]
        usage = {"input_tokens": 1, "output_tokens": 1}
        return {"model": body["model"], "content": content, "stop_reason": "end_turn", "usage": usage}

    def pushed(self, body: dict[str, Any]) -> dict[str, Any]:
        return {"repository": "billing-core", "branch": "main", "proposal": "PINNED billing" in json.dumps(body)}

    def log_message(self, format: str, *args: object) -> None:
        """Tests stay quiet."""


@contextmanager
def model() -> Iterator[tuple[ThreadingHTTPServer, list[Any]]]:
    seen: list[Any] = []
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Seen", (Model,), {"seen": seen}))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server, seen
    finally:
        server.shutdown()
        server.server_close()


def endpoint(server: ThreadingHTTPServer, protocol: Protocol, path: str = "/v1") -> Endpoint:
    host, port = "127.0.0.1", server.server_port
    return Endpoint(protocol, f"http://{host}:{port}{path}", "m-1", "sesame", frozenset({(host, port)}))


@pytest.mark.parametrize(("protocol", "key"), [(Protocol.OPENAI, "Authorization"), (Protocol.ANTHROPIC, "x-api-key")])
def test_a_drill_against_an_endpoint_grades_the_arguments_of_its_tool_calls(protocol: Protocol, key: str) -> None:
    billing = [each for each in scenarios() if each.name == "billing-repository"][:2]
    with model() as (server, seen):
        end = endpoint(server, protocol)
        drill = drilled(Plan(billing, end.summarise, "local", rounds=2, act=end.act, agent="local"))
    measured = figures(drill)
    assert [share.good for share in measured.curves[Arm.NONE]] == [0, 0]
    assert [share.good for share in measured.curves[Arm.PINNED]] == [2, 2]
    assert measured.losses.named.good == 2 and measured.failures == 0
    assert len(seen) == 2 * 2 * (1 + len(Arm))
    assert all("sesame" in headers.get(key, "") for _, headers, _ in seen)
    assert "sesame" not in repr(end)


def test_an_endpoint_that_fails_is_a_fault_of_the_summariser_and_no_survival_of_the_agent() -> None:
    billing = [each for each in scenarios() if each.name == "billing-repository"][:1]
    with model() as (server, _):
        end = endpoint(server, Protocol.OPENAI, "/v2")
        drill = drilled(Plan(billing, end.summarise, "local", rounds=1, act=end.act, agent="local"))
    result = drill.runs[0].rounds[0]
    assert result.fault == "status 500" and result.held
    assert set(result.outcomes.values()) == {Outcome.FAILED}
    assert figures(drill).curves[Arm.PINNED][0].of == 0 and figures(drill).failures == len(Arm)


def test_a_private_address_that_nobody_allowed_is_not_called() -> None:
    with model() as (server, seen):
        end = Endpoint(Protocol.OPENAI, f"http://127.0.0.1:{server.server_port}/v1", "m-1")
        with pytest.raises(SummariserFailed, match="forbidden"):
            end.summarise(ASKED)
    assert seen == []


def test_a_command_is_given_json_and_writes_a_summary() -> None:
    program = "import json, sys; told = json.load(sys.stdin); print(told['messages'][0]['content'], told['round'])"
    assert from_command(f'{sys.executable} -c "{program}"')(ASKED) == "Never push to billing-core. 1"


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (f'{sys.executable} -c "raise SystemExit(3)"', "code 3"),
        ("/no/such/program", "could not be started"),
        (f"{sys.executable} -c \"import sys; sys.stdout.buffer.write(b'\\xff')\"", "no UTF-8"),
    ],
)
def test_a_command_that_fails_says_how(command: str, reason: str) -> None:
    with pytest.raises(SummariserFailed, match=reason):
        from_command(command)(ASKED)


def test_a_command_without_an_end_is_ended() -> None:
    with pytest.raises(SummariserFailed, match="in time"):
        from_command(f'{sys.executable} -c "import time; time.sleep(60)"', seconds=0.2)(ASKED)


def first(messages: list[dict[str, str]]) -> str:
    return messages[0]["content"]


def broken(messages: list[dict[str, str]]) -> str:
    raise KeyError(messages[0]["role"])


def test_a_callable_is_given_chat_messages() -> None:
    assert from_callable(f"{__name__}:first")(ASKED) == "Never push to billing-core."
    with pytest.raises(SummariserFailed, match="raised KeyError"):
        from_callable(f"{__name__}:broken")(ASKED)
    for wrong in ("nothing", "json:nothing", "json:__name__"):
        with pytest.raises(BadSummariser):
            from_callable(wrong)
