"""The service's own processes: started together, stopped in reverse, each with a log."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from reviewapp.local.places import LocalError
from reviewapp.local.servers import CHECKOUT

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_STOPS_WITHIN_S = 20
_LOG_LINES_SHOWN = 15


class Process:
    def __init__(self, name: str, command: Sequence[str], log: Path) -> None:
        self.name, self.log, self._command = name, log, command
        self._child = self._spawn("wb")

    def _spawn(self, mode: str) -> subprocess.Popen[bytes]:
        with self.log.open(mode) as output:
            return subprocess.Popen(
                [sys.executable, "-m", *self._command],
                cwd=CHECKOUT,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # a Ctrl-C is for us, who stop them in order
            )

    def start(self) -> None:
        """Start it again, its log going on. What it left behind of its own is ended first."""
        with suppress(ProcessLookupError):
            os.killpg(self._child.pid, signal.SIGKILL)
        self._child = self._spawn("ab")

    def ended(self) -> str | None:
        """The end of its log, once the process has ended."""
        if self._child.poll() is None:
            return None
        lines = self.log.read_text(errors="replace").splitlines()[-_LOG_LINES_SHOWN:]
        return "\n".join([f"The end of {self.log}:", *lines])

    def check(self) -> None:
        """Raises LocalError with the end of its log once the process has ended."""
        why = self.ended()
        if why is not None:
            raise LocalError(f"{self.name} ended by itself. {why}")

    def stop(self) -> None:
        self._child.terminate()
        try:
            self._child.wait(_STOPS_WITHIN_S)
        except subprocess.TimeoutExpired:
            os.killpg(self._child.pid, signal.SIGKILL)
            self._child.wait()


@contextmanager
def started(name: str, command: Sequence[str], logs: Path) -> Iterator[Process]:
    """Run `python -m command` until the end of the block."""
    logs.mkdir(parents=True, exist_ok=True)
    process = Process(name, command, logs / f"{name}.log")
    try:
        yield process
    finally:
        process.stop()
