"""`make run` as a user sees it: it serves, a worker works, Ctrl-C leaves nothing behind."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import psutil
import pytest

from reviewapp.local import run
from reviewapp.local.servers import CHECKOUT

BODY = {
    "session": "first",
    "turns": [{"role": "user", "content": "Clean up the buckets. Never delete anything in acme-prod-logs."}],
    "summary": "The user wants the buckets cleaned up.",
}


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        number: int = probe.getsockname()[1]
        return number


def start(folder: Path, port: int) -> subprocess.Popen[str]:
    """Returns once it printed its greeting, or ended."""
    kept = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    process = subprocess.Popen(
        [sys.executable, "-m", "reviewapp.local", "run"],
        cwd=CHECKOUT,
        env={**kept, "STET_DATA_DIR": str(folder), "PORT": str(port)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    while (line := process.stdout.readline()) and "password" not in line:
        pass
    return process


def ask(demo: dict[str, Any], path: str, body: object = None) -> Any:
    request = urllib.request.Request(
        f"{demo['url']}/api/v1/{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {demo['agent_token']}", "Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=40) as answer:
        return json.load(answer)


def analysed(demo: dict[str, Any], compaction: str) -> Any:
    while (answer := ask(demo, f"compactions/{compaction}?wait=1"))["state"] in {"received", "analysing"}:
        pass
    return answer


def manage(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """As a person types it beside `make run`: with no setting but the folder, if it is another than the checkout's."""
    none = {name: value for name, value in os.environ.items() if name in {"PATH", "HOME"}}
    command = [sys.executable, "manage.py", *words]
    env = {**none, "STET_DATA_DIR": str(folder)}
    return subprocess.run(command, cwd=CHECKOUT, env=env, capture_output=True, text=True, check=True)


def parts(folder: Path, process: subprocess.Popen[str]) -> list[psutil.Process]:
    """Web, worker, beat, database and broker, as they run now."""
    started = psutil.Process(process.pid).children()
    servers = [folder / "postgres" / "postmaster.pid", folder / "valkey" / "pid"]
    return [
        *(child for child in started if {"reviewapp.asgi:application", "worker", "beat"} & set(child.cmdline())),
        *(psutil.Process(int(file.read_text().splitlines()[0])) for file in servers),
    ]


def again(folder: Path, port: int, process: subprocess.Popen[str], victim: psutil.Process) -> None:
    """Waits until it was said, and all five run under the numbers that they have now."""
    assert process.stderr is not None
    while "is started again" not in process.stderr.readline():
        pass
    victim.wait(30)
    while True:
        with suppress(psutil.NoSuchProcess, FileNotFoundError, ValueError, IndexError):
            running = parts(folder, process)
            if len(running) == 5 and run._answers(f"http://localhost:{port}/healthz"):
                return
        time.sleep(0.1)


def test_it_serves_restarts_what_dies_and_stops_without_a_trace(folder: Path, port: int) -> None:
    process = start(folder, port)
    demo = json.loads((folder / "demo.json").read_text())
    assert demo["url"] == f"http://localhost:{port}"
    submitted = ask(demo, "compactions", BODY)
    assert analysed(demo, submitted["id"])["state"] == "in_review"

    assert "lead logs in as mara" in manage(folder, "create_team", "ops", "Operations", "mara").stdout
    for victim in parts(folder, process):
        victim.kill()
        again(folder, port, process, victim)
    submitted = ask(demo, "compactions", {**BODY, "session": "after"})
    assert analysed(demo, submitted["id"])["state"] == "in_review"

    children = psutil.Process(process.pid).children(recursive=True)
    assert len(children) >= 4  # web, worker and its child, beat; PostgreSQL is nobody's child
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 0
    assert psutil.wait_procs(children, timeout=10)[1] == []
    assert not (folder / "postgres" / "postmaster.pid").exists()
    with pytest.raises(urllib.error.URLError):
        ask(demo, "pins")
    assert not (folder / "environment.json").exists()


def test_taken_port_is_said_before_anything_starts(folder: Path, port: int) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port))
        taken.listen()
        process = start(folder, port)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert f"Port {port} is taken" in said
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("silence", [TimeoutError, ConnectionRefusedError, urllib.error.URLError("reset")])
def test_a_server_that_is_slow_to_come_up_is_waited_for(silence: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_args: object, **_more: object) -> None:
        raise silence

    monkeypatch.setattr("urllib.request.urlopen", never)
    assert run._answers("http://localhost:1/healthz") is False
