"""Tries, pauses and answers that are none."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

from reviewapp.client import Client, Garbled, HistoryStays, NotReached, Refused, Request, Response, StetError

STATUS: dict[str, object] = {
    "id": "c",
    "session": "s",
    "state": "approved",
    "must_keep": [],
    "findings": None,
    "decision": None,
}
GOOD = Response(200, json.dumps(STATUS).encode())
BUSY = Response(503, b'{"error":{"code":"busy","message":"Wait.","field":null}}', {"retry-after": "7"})


class Line:
    """Gives these answers one after the other; an exception is raised."""

    def __init__(self, answers: Iterable[Response | Exception]) -> None:
        self.answers = list(answers)
        self.sent: list[Request] = []
        self.pauses: list[float] = []

    def send(self, request: Request) -> Response:
        self.sent.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def client(self) -> Client:
        return Client("https://stet.example/", "stet_x", send=self.send, sleep=self.pauses.append)


def test_it_asks_again_when_the_line_is_dead_or_the_server_busy() -> None:
    line = Line([NotReached("dead"), BUSY, GOOD])
    assert line.client().status("c").approved
    assert len(line.sent) == 3
    assert 0 <= line.pauses[0] <= 0.5
    assert line.pauses[1] == 7, "as long as the server asks for"


def test_every_try_is_the_same_request() -> None:
    submitted = Response(201, b'{"id":"c","session":"s","submission_digest":"00"}')
    line = Line([NotReached("dead"), submitted])
    line.client().submit("s", "x")
    assert line.sent[0] == line.sent[1]
    assert line.sent[0].headers["Idempotency-Key"]


def test_it_gives_up_in_the_end() -> None:
    with pytest.raises(NotReached):
        Line([NotReached("dead")] * 4).client().status("c")
    with pytest.raises(Refused) as caught:
        Line([BUSY] * 4).client().status("c")
    assert caught.value.status == 503


def test_a_refusal_is_not_asked_again() -> None:
    line = Line([Response(404, b'{"error":{"code":"not_found","message":"No.","field":null}}')])
    with pytest.raises(Refused):
        line.client().status("c")
    assert len(line.sent) == 1


@pytest.mark.parametrize("code", ["history_stays", "superseded", "pins_not_held"])
def test_history_stays_is_a_kind_of_its_own(code: str) -> None:
    told = {"error": {"code": code, "message": "No.", "field": None, "details": {"superseded_by": "d"}}}
    with pytest.raises(HistoryStays) as caught:
        Line([Response(409, json.dumps(told).encode())]).client().context("c")
    assert caught.value.details == {"superseded_by": "d"}


@pytest.mark.parametrize(
    "answer",
    [
        Response(200, b"<html>"),
        Response(200, b"[]"),
        Response(200, b"{}"),
        Response(200, b'{"id":"c","id":"d"}'),
        Response(200, b'{"id":NaN}'),
        Response(200, b'{"id":1,"session":"s","state":"approved","must_keep":[]}'),
        Response(200, b"\xff"),
        Response(200, b""),
        Response(302, b"", {"Location": "https://evil.example"}),
        Response(500, b"<html>"),
        Response(400, b"[]"),
        Response(400, b'{"error":"no"}'),
    ],
)
def test_an_answer_that_this_api_does_not_give(answer: Response) -> None:
    with pytest.raises(Garbled):
        Line([answer]).client().status("c")


@pytest.mark.parametrize(
    "call",
    [
        lambda client: client.status("c"),
        lambda client: client.context("c"),
        lambda client: client.submit("s", "x"),
        lambda client: client.append_turns("s", []),
        lambda client: client.assert_pinned("s", []),
        lambda client: client.withdraw("c"),
        lambda client: client.pins("s"),
    ],
)
@pytest.mark.parametrize(
    "answer", [NotReached("dead"), BUSY, Response(200, b"{}"), Response(200, b"7"), Response(418, b"")]
)
def test_every_failure_is_a_stet_error(call: Callable[[Client], object], answer: Response | Exception) -> None:
    with pytest.raises(StetError):
        call(Line([answer] * 4).client())


def test_whatever_fails_the_history_comes_back() -> None:
    history = [{"role": "user", "content": "x"}]
    for answer in (NotReached("dead"), BUSY, Response(200, b"{}"), Response(500, b"")):
        replaced = Line([answer] * 4).client().replaced(history, "c", sent=0)
        assert replaced.messages is history
        assert replaced.error is not None


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://x", "stet.example"])
def test_only_http_is_spoken(url: str) -> None:
    with pytest.raises(ValueError, match="http"):
        Client(url, "t")


class Redirects(BaseHTTPRequestHandler):
    """Sends every request on to another address of its own, and remembers who came."""

    asked: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.asked.append(self.path)
        self.send_response(302)
        self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


def test_a_token_is_not_carried_to_another_address() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Redirects) as server:
        threading.Thread(target=server.serve_forever).start()
        try:
            with pytest.raises(Garbled):
                Client(f"http://127.0.0.1:{server.server_port}", "stet_x").status("c")
        finally:
            server.shutdown()
    assert Redirects.asked == ["/api/v1/compactions/c?wait=0"]
