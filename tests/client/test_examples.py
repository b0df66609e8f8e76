"""Each example as a process of its own against a running service, with a person who decides."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from reviewapp.client import Client
from reviewapp.models import Compaction
from tests.client.human import Human

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
Running = Mapping[str, "subprocess.Popen[str]"]
AGENTS = ("langchain", "openai_agents", "pydantic_ai", "adk")
SHELL = ("claude_code/hook.sh", "curl/hold.sh")
WITHIN = 120  # seconds


@pytest.fixture(autouse=True)
def plain_findings() -> None:
    """Not here: the examples are read by the engine that reads what people send."""


def commands() -> dict[str, Sequence[str]]:
    agents: dict[str, Sequence[str]] = {name: (sys.executable, str(EXAMPLES / name / "agent.py")) for name in AGENTS}
    return {**agents, **{name.partition("/")[0]: ("sh", str(EXAMPLES / name)) for name in SHELL}}


def told(server: str, secret: str, folder: Path) -> dict[str, str]:
    where = {"STET_URL": server, "STET_TOKEN": secret, "XDG_STATE_HOME": str(folder)}
    path = os.pathsep.join([str(EXAMPLES.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, **where, "PYTHON": sys.executable, "PYTHONPATH": path}


def test_each_ends_with_what_a_person_approved(server: str, secret: str, human: Human, tmp_path: Path) -> None:
    with started(told(server, secret, tmp_path)) as running:
        decided(running, human)


@contextmanager
def started(env: dict[str, str]) -> Iterator[Running]:
    with ExitStack() as stack:
        running = {}
        for name, command in commands().items():
            process = subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            running[name] = stack.enter_context(process)
            stack.callback(process.kill)
        yield running


def decided(running: Running, human: Human) -> None:
    """Approves what is open until all have ended."""
    end = time.monotonic() + WITHIN
    while any(process.poll() is None for process in running.values()) and time.monotonic() < end:
        for compaction in Compaction.objects.open():
            print(
                "DBG",
                compaction.session.external_id,
                compaction.state,
                list(Compaction.objects.values_list("session__external_id", "state", "attempt")),
                list(compaction.session.turns.values_list("seq", "role"))
                if hasattr(compaction.session, "turns")
                else "",
            )
            human.approves(compaction)
        time.sleep(0.1)


def test_mcp_lists_its_tools(server: str, secret: str, tmp_path: Path) -> None:
    Client(server, secret).append_turns("mcp", [{"role": "user", "content": "Go on."}])
    command = [sys.executable, str(EXAMPLES / "mcp" / "ask.py"), "mcp"]
    env = told(server, secret, tmp_path)
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False, timeout=WITHIN)
    assert done.returncode == 0, done.stderr
    assert "read_pinned_block" in done.stdout
    assert Client(server, secret).pins("mcp").block in done.stdout
