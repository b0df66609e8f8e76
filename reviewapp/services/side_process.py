"""Work on text that no page may wait for: done by processes beside this one, few at once, each within a deadline."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.conf import settings

from reviewapp.services.errors import BUSY, Refused


class TooSlow(Exception):
    """The deadline passed, or the process ended on its own: nothing is known of the answer."""


class SideProcess:
    """One `python -m module` that answers a line by a line. Started at the first question, ended when it is late."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._child: subprocess.Popen[str] | None = None

    def ask(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Raises TooSlow after so many seconds; the next question then goes to a new process."""
        child = self._running()
        timer = threading.Timer(seconds, child.kill)
        timer.start()
        try:
            line = self._exchange(child, json.dumps(question))
        finally:
            timer.cancel()
        if not line.endswith("\n"):
            self.close()
            raise TooSlow
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        if self._child is not None:
            self._child.kill()
            self._child.communicate()
            self._child = None

    @staticmethod
    def _exchange(child: subprocess.Popen[str], question: str) -> str:
        assert child.stdin is not None  # both are pipes
        assert child.stdout is not None
        try:
            child.stdin.write(question + "\n")
            child.stdin.flush()
            return child.stdout.readline()
        except BrokenPipeError:  # it was ended while it was still reading
            return ""

    def _running(self) -> subprocess.Popen[str]:
        if self._child is None or self._child.poll() is not None:
            self._child = subprocess.Popen(
                [sys.executable, "-m", self._module],
                cwd=settings.BASE_DIR,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,  # a traceback would quote the text
                text=True,
                encoding="utf-8",
            )
        return self._child


class SidePool:
    """At most `size` questions at once in this process, and one of each asker: who comes too many is told to wait."""

    def __init__(self, module: str, size: int) -> None:
        self._free = [SideProcess(module) for _ in range(size)]
        self._askers: set[str] = set()
        self._changed = threading.Condition()
        atexit.register(self.close)

    @contextmanager
    def place(self, asker: str, patience: float) -> Iterator[SideProcess]:
        """A process for one question; raises Refused 429 while the same asker has one, 503 where none gets free."""
        process = self._enter(asker, patience)
        try:
            yield process
        finally:
            with self._changed:
                self._free.append(process)
                self._askers.discard(asker)
                self._changed.notify()

    def close(self) -> None:
        with self._changed:
            for process in self._free:
                process.close()

    def _enter(self, asker: str, patience: float) -> SideProcess:
        with self._changed:
            if asker in self._askers:
                message = "This token's last request of this kind is still being worked on."
                raise Refused("rate_limited", message, 429, details={"retry_after": 1})
            self._askers.add(asker)
            if not self._changed.wait_for(lambda: bool(self._free), patience):
                self._askers.discard(asker)
                raise Refused(BUSY, "Others are asking for this right now; try again.", 503)
            return self._free.pop()
