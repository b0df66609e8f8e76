"""The service as a process of its own, on a free port of this machine."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager

STARTS_WITHIN = 60  # seconds


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(env: dict[str, str]) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "reviewapp.asgi:application", f"--port={port}", "--no-access-log"]
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            wait_for(f"http://127.0.0.1:{port}/healthz")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def wait_for(url: str) -> None:
    end = time.monotonic() + STARTS_WITHIN
    while True:
        try:
            with urllib.request.urlopen(url, timeout=5):  # our own server
                return
        except (urllib.error.URLError, ConnectionError):
            if time.monotonic() > end:
                raise
            time.sleep(0.1)
