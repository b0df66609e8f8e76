"""Real worker and beat processes on the test's own database and broker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

from redis import Redis

from reviewapp.local import Urls

CHECKOUT = Path(__file__).parents[2]
PATIENCE_S = 60
SOON = {"STET_LEASE_SECONDS": "2", "STET_SWEEP_SECONDS": "1", "STET_RETRY_SECONDS": "1"}


Process = AbstractContextManager[subprocess.Popen[bytes]]


@contextmanager
def celery(role: str, *options: str, env: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """`worker` or `beat`, in a process group of its own."""
    command = [
        sys.executable,
        "-m",
        "celery",
        "--app",
        "workers.beat" if role == "beat" else "workers.app",
        "--quiet",
        role,
        *options,
    ]
    process = subprocess.Popen(
        command,
        cwd=CHECKOUT,
        env={**env, **SOON},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        kill(process)


def worker(env: Mapping[str, str]) -> Process:
    return celery("worker", "--concurrency=1", "--without-gossip", "--without-mingle", env=env)


def beat(env: Mapping[str, str], folder: Path) -> Process:
    return celery("beat", f"--schedule={folder / 'schedule'}", "--pidfile=", env=env)


def kill(process: subprocess.Popen[bytes]) -> None:
    """SIGKILL to the whole group: no handler runs and no message is given back."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def empty_broker(urls: Urls) -> None:
    """What a Redis does that restarts without a file, or that somebody flushes."""
    with Redis.from_url(urls.redis) as broker:
        broker.flushall()


def until(holds: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < deadline, f"waited in vain for: {what}"
        time.sleep(0.1)
