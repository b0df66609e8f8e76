"""`make test`: every check and every test; `make check`: those that need no server.

pytest comes last, so that its verdict is the last line.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from reviewapp.local.browser import find_or_install
from reviewapp.local.places import say
from reviewapp.local.prepare import environment
from reviewapp.local.servers import CHECKOUT, data_dir, throwaway_servers

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_CHECKS = {
    "lint": ["-m", "ruff", "check", "--quiet", "--output-format=concise"],
    "format": ["-m", "ruff", "format", "--check", "--output-format=concise"],
    "types": ["-m", "mypy", "."],
    "imports": ["-c", "from importlinter.cli import lint_imports_command as lint; lint()"],
    "migrations": ["manage.py", "makemigrations", "--check", "--dry-run"],
    "deployment": ["manage.py", "check", "--deploy", "--fail-level=WARNING"],
}
_PURE = ("lint", "format", "types", "imports")
_PURE_TESTS = ("tests/engine", "tests/guard", "tests/test_house.py", "tests/test_boundaries.py", "tests/test_locale.py")
_ANYWHERE = "https://stet.example"
_MOST_AT_ONCE = 4  # each brings a PostgreSQL, a Valkey and a browser of its own


def test() -> int:
    """Run all of it; the exit code is that of the first thing that failed."""
    browser = find_or_install()
    with throwaway_servers(data_dir(), given=os.environ) as urls:
        deployed = {**os.environ, **environment(data_dir(), urls, _ANYWHERE), "LOG_LEVEL": "WARNING"}
        codes = [_check(name, words, deployed) for name, words in _CHECKS.items()]
    pages = [] if browser else ["--ignore=tests/e2e"]
    tested = {**os.environ, "CHROMIUM": browser or ""}
    codes.append(_python(["-m", "pytest", "--quiet", "--no-header", *_at_once(), *pages], tested).returncode)
    return next((code for code in codes if code), 0)


def check() -> int:
    """Lint, types and the tests of the pure packages: what to run before every commit."""
    codes = [_check(name, _CHECKS[name], os.environ) for name in _PURE]
    codes.append(_python(["-m", "pytest", "--quiet", "--no-header", *_at_once(), *_PURE_TESTS], os.environ).returncode)
    return next((code for code in codes if code), 0)


def _at_once() -> list[str]:
    """As many processes as there are cores, each on servers of its own; one on servers that were given, since tests
    empty them. A file's tests stay together: they share what is slow to make."""
    if os.environ.get("DATABASE_URL") or os.environ.get("REDIS_URL"):
        return []
    return ["--numprocesses", str(min(os.cpu_count() or 1, _MOST_AT_ONCE)), "--dist", "loadfile"]


def _check(name: str, words: Sequence[str], env: Mapping[str, str]) -> int:
    began = time.monotonic()
    done = _python(words, env, subprocess.PIPE)
    say(f"{'ok  ' if done.returncode == 0 else 'FAIL'}  {name:<12} {time.monotonic() - began:5.1f} s")
    if done.returncode != 0:
        say(done.stdout + done.stderr)
    return done.returncode


def _python(
    words: Sequence[str], env: Mapping[str, str], output: int | None = None
) -> subprocess.CompletedProcess[str]:
    """`output` as for subprocess, of both streams; None leaves them to the terminal."""
    return subprocess.run(
        [sys.executable, *words], cwd=CHECKOUT, env=env, check=False, text=True, stdout=output, stderr=output
    )
