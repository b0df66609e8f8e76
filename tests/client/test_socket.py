"""Once over a real socket: the server process, urllib, and bytes that no client library would send."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path
from uuid import UUID

import pytest

from reviewapp.client import Client, NotReached
from reviewapp.guard.digest import context_digest
from reviewapp.guard.verify import Fault
from reviewapp.models import Compaction
from reviewapp.services.compactions import analysis, approval_checks
from reviewapp.services.review import actions
from tests.api.agents import People, bearer, people
from tests.api.flow import LOSSY, TURNS, approve, pin_first_loss
from tests.client.served import free_port

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "hold_and_apply.py"


@pytest.fixture
def ours(transactional_db: None) -> People:
    return people("ours")


def decide(of: People, id_: UUID) -> None:
    compaction = Compaction.objects.get(id=id_)
    pin_first_loss(of, compaction)
    for key in approval_checks.gate(compaction).blocking:
        actions.dismiss(team=of.team, user=of.lead, compaction_id=id_, finding_key=key, reason_code="obsolete")
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


def test_the_example_applies_what_was_approved(ours: People, server: str, tmp_path: Path) -> None:
    told = {**os.environ, "STET_URL": server, "STET_TOKEN": bearer(ours)}
    command = [sys.executable, str(EXAMPLE), "--session", "e-1", "--timeout", "60", "--save", str(tmp_path)]
    with subprocess.Popen(command, env=told, stdout=subprocess.PIPE, text=True) as process:
        while not (compaction := Compaction.objects.filter(session__external_id="e-1").first()):
            time.sleep(0.1)
            assert process.poll() is None, process.communicate()
        analysis.analyse(compaction_id=compaction.id)
        decide(ours, compaction.id)
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 0, output
    assert "Approved and applied" in output
    assert "One byte flipped: refused" in output
    assert guard(tmp_path).returncode == 0
    context = tmp_path / "context.json"
    context.write_text(context.read_text().replace("HARD_DENIAL", "HARD_DENIAK", 1))
    assert guard(tmp_path).returncode == Fault.MISMATCH


def guard(folder: Path) -> subprocess.CompletedProcess[bytes]:
    """The offline verifier, as the example tells to run it."""
    files = [
        str(folder / "receipt.json"),
        "--keys",
        str(folder / "keys.json"),
        "--context",
        str(folder / "context.json"),
    ]
    return subprocess.run([sys.executable, "-m", "reviewapp.guard", "verify", *files], capture_output=True, check=False)


def raw(server: str, request: bytes) -> bytes:
    host, port = server.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=10) as line:
        line.sendall(request)
        return line.recv(65_536)


@pytest.mark.usefixtures("ours")
def test_bytes_that_no_client_library_sends(server: str) -> None:
    head = b"POST /api/v1/compactions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    refused_by_headers = {
        b"Content-Length: 999999999": b"413",
        b"Transfer-Encoding: chunked": b"411",
        b"Content-Length: 700": b"401",
    }
    for header, status in refused_by_headers.items():
        assert raw(server, head + header + b"\r\n\r\n").startswith(b"HTTP/1.1 " + status), header
    for path in (b"/api/v1/compactions?q=\xff", b"/api/v1/\xff", b"/api/v1/%ff?%ff=%00"):
        answer = raw(server, b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert answer.startswith(b"HTTP/1.1 4"), (path, answer[:80])


def test_nobody_there() -> None:
    with pytest.raises(NotReached):
        Client(f"http://127.0.0.1:{free_port()}", "stet_x", sleep=lambda _seconds: None).status("c")
