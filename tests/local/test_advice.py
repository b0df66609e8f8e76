"""What stops `make run` is said in a sentence with the setting to change, never as a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from reviewapp.local import servers


def run(folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "reviewapp.local", "run"]
    env = {**os.environ, "STET_DATA_DIR": str(folder), "PORT": "0", **settings}
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("port", ["abc", "0", "99999", "-1", "8000.5"])
def test_a_port_that_is_none(tmp_path: Path, port: str) -> None:
    done = run(tmp_path / "data", PORT=port)
    assert done.returncode == 1
    assert "set it to a number from 1 to 65535" in done.stderr and "Traceback" not in done.stderr


def test_a_data_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = run(tmp_path / "file", PORT="59321")
    assert done.returncode == 1
    assert "set STET_DATA_DIR" in done.stderr and "Traceback" not in done.stderr


def test_a_database_that_does_not_answer(tmp_path: Path) -> None:
    done = run(tmp_path / "data", PORT="59322", DATABASE_URL="postgres://u:p@127.0.0.1:1/x")
    assert done.returncode == 1
    assert "Look at DATABASE_URL" in done.stderr and "Traceback" not in done.stderr


def test_a_closed_terminal_leaves_no_server_behind(folder: Path) -> None:
    command = [sys.executable, "-m", "reviewapp.local", "db"]
    env = {**os.environ, "STET_DATA_DIR": str(folder)}
    usual = lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL)  # noqa: E731  # whoever runs the tests may ignore it
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True, preexec_fn=usual) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("export DATABASE_URL")
        process.send_signal(signal.SIGHUP)
        assert process.wait(timeout=30) == 0
    with servers(folder, throwaway=True, given={}) as urls:  # raises where one of the old ones still holds its files
        assert urls.redis
