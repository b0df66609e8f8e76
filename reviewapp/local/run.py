"""`make run`: everything on one machine, until Ctrl-C."""

from __future__ import annotations

import json
import os
import socket
import time
import urllib.request
from contextlib import ExitStack
from typing import TYPE_CHECKING

from reviewapp.local.places import LocalError, say
from reviewapp.local.prepare import environment, fill, known
from reviewapp.local.processes import Process, started
from reviewapp.local.servers import data_dir, servers
from reviewapp.local.supervise import Kept, keep

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_READY_WITHIN_S = 60
_CELERY = ("celery", "--quiet", "--app")


def run() -> int:
    folder, port = data_dir(), _port(os.environ.get("PORT") or "8000")
    url = f"http://localhost:{port}"
    _refuse_taken(port)
    with ExitStack() as stack:
        say("Starting PostgreSQL and Valkey ...")
        kept: list[Kept] = []
        urls = stack.enter_context(servers(folder, kept=kept))
        for_service = environment(folder, urls, url)
        os.environ.update(for_service, DATABASE_URL=urls.database, LOG_LEVEL="WARNING")
        say("Bringing tables and demo data up to date ...")
        fill(folder)
        os.environ.update(for_service)
        stack.enter_context(known(folder, for_service))
        say("Starting web, worker and beat ...")
        os.environ["LOG_LEVEL"] = "INFO"
        processes = [stack.enter_context(started(*each, folder / "logs")) for each in _commands(folder, port)]
        _wait_until_ready(url, processes)
        _greet(folder)
        try:
            keep([*kept, *processes])
        finally:
            say("Stopping ...")
    return 0


def _port(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text) <= 65_535:
        raise LocalError(f"PORT is {text!r}: set it to a number from 1 to 65535.")
    return int(text)


def web_command(port: int, application: str = "reviewapp.asgi:application") -> Sequence[str]:
    return ("gunicorn", "--config=python:reviewapp.serving", f"--bind=127.0.0.1:{port}", application)


def _commands(folder: Path, port: int) -> list[tuple[str, Sequence[str]]]:
    web = web_command(port)
    worker = (*_CELERY, "workers.app", "worker", "--concurrency=2", "--without-gossip", "--without-mingle")
    beat = (*_CELERY, "workers.beat", "beat", f"--schedule={folder / 'beat-schedule'}", "--pidfile=")
    return [("web", web), ("worker", worker), ("beat", beat)]


def _refuse_taken(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            raise LocalError(f"Port {port} is taken: set another, as in `PORT={port + 1} make run`.") from None


def _wait_until_ready(url: str, processes: Sequence[Process]) -> None:
    deadline = time.monotonic() + _READY_WITHIN_S
    while time.monotonic() < deadline:
        for process in processes:
            process.check()
        if _answers(f"{url}/healthz"):
            return
        time.sleep(0.1)
    raise LocalError(f"{url} did not answer within {_READY_WITHIN_S} s; see {processes[0].log}")


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:  # noqa: S310  # our own http address
            return bool(answer.status == 200)
    except OSError:  # refused, reset, or no word within five seconds: a busy machine takes longer the first time
        return False


def _greet(folder: Path) -> None:
    demo = json.loads((folder / "demo.json").read_text())
    print(f"\n  Stet    {demo['url']}\n  login   {demo['username']}\n  password {demo['password']}\n", flush=True)
    say(f"Three logins and an agent token are in {folder / 'demo.json'}, logs in {folder / 'logs'}. Ctrl-C stops it.")
