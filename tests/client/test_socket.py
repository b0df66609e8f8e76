"""Once over a real socket: the server process, urllib, and bytes that no client library would send."""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from uuid import UUID

import pytest

from reviewapp.client import Client, NotReached
from reviewapp.guard.digest import context_digest
from reviewapp.models import Compaction
from reviewapp.services import analysis, gate, review
from tests.api.agents import People, bearer, people
from tests.api.flow import LOSSY, TURNS, approve, pin_first_loss

STARTS_WITHIN = 60  # seconds


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture
def server(process_env: dict[str, str]) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "reviewapp.asgi:application", f"--port={port}", "--no-access-log"]
    with subprocess.Popen(command, env=process_env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}/healthz")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def wait_for(url: str) -> None:
    end = time.monotonic() + STARTS_WITHIN
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):  # noqa: S310  # our own server
                return
        except (urllib.error.URLError, ConnectionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.1)


@pytest.fixture
def ours(transactional_db: None) -> People:
    return people("ours")


def decide(of: People, id_: UUID) -> None:
    compaction = Compaction.objects.get(id=id_)
    pin_first_loss(of, compaction)
    for key in gate.gate(compaction).blocking:
        review.dismiss(team=of.team, user=of.lead, compaction_id=id_, finding_key=key, reason_code="obsolete")
    approve(of, compaction)


def test_a_session_from_submission_to_effect(ours: People, server: str) -> None:
    client = Client(server, bearer(ours))
    submission = client.submit("s-1", LOSSY, turns=TURNS)
    analysis.analyse(compaction_id=UUID(submission.id))
    seen: list[str] = []
    waiting = threading.Thread(target=lambda: seen.append(client.wait(submission.id, timeout=60).state))
    waiting.start()
    decide(ours, UUID(submission.id))
    waiting.join()
    assert seen == ["approved"]
    context = client.context(submission.id, format="openai")
    assert context.signed
    assert context_digest(context.messages).hex() == context.digest
    client.applied(context)
    client.assert_pinned("s-1", context.messages)


def raw(server: str, request: bytes) -> bytes:
    host, port = server.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as line:
        line.sendall(request)
        return line.recv(65_536)


def test_a_refusal_by_headers_needs_no_body(ours: People, server: str) -> None:
    head = b"POST /api/v1/compactions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    assert raw(server, head + b"Content-Length: 999999999\r\n\r\n").startswith(b"HTTP/1.1 413 ")
    assert raw(server, head + b"Transfer-Encoding: chunked\r\n\r\n").startswith(b"HTTP/1.1 411 ")
    assert raw(server, head + b"Content-Length: 700\r\n\r\n").startswith(b"HTTP/1.1 401 ")


@pytest.mark.parametrize("path", [b"/api/v1/compactions?q=\xff", b"/api/v1/\xff", b"/api/v1/%ff?%ff=%00"])
def test_an_address_of_any_bytes_is_no_failure(ours: People, server: str, path: bytes) -> None:
    answer = raw(server, b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 4"), answer[:80]


def test_nobody_there() -> None:
    with pytest.raises(NotReached):
        Client(f"http://127.0.0.1:{free_port()}", "stet_x", sleep=lambda _seconds: None).status("c")
