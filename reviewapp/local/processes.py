"""The service's own processes: started together, stopped in reverse, each with a log."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import contextmanager
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
        self.name, self.log = name, log
        with log.open("wb") as output:
            self._child = subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=CHECKOUT,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,  # a Ctrl-C is for us, who stop them in order
            )

    def check(self) -> None:
        """Raises LocalError with the end of its log once the process has ended."""
        if self._child.poll() is not None:
            lines = self.log.read_text(errors="replace").splitlines()[-_LOG_LINES_SHOWN:]
            raise LocalError("\n".join([f"{self.name} ended by itself; the end of {self.log}:", *lines]))

    def stop(self) -> None:
        self._child.terminate()
        try:
            self._child.wait(_STOPS_WITHIN_S)
        except subprocess.TimeoutExpired:
            os.killpg(self._child.pid, 9)
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


def watch(processes: Sequence[Process]) -> None:
    """Stay until one of them ends, which raises LocalError."""
    while True:
        for process in processes:
            process.check()
        time.sleep(0.5)
