"""The command `stet` as a process, and a session of Claude Code in the file that it writes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.api.flow import RULE

Stet = Callable[..., subprocess.CompletedProcess[str]]
ID = "5f0c0b4e-9f2d-4a35-8a3b-2f1f8b1f6a11"


class Transcript:
    """Lines as Claude Code writes them, each with an id of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.count = 0

    def writes(self, **entry: Any) -> None:
        self.count += 1
        common = {"uuid": f"u-{self.count}", "sessionId": ID, "isSidechain": False, "version": "2.1.332", "cwd": "/srv"}
        with self.path.open("a") as file:
            file.write(json.dumps({**common, "timestamp": "2026-02-14T10:00:00.000Z", **entry}) + "\n")

    def said(self, role: str, content: Any, **entry: Any) -> None:
        self.writes(type=role, message={"role": role, "content": content}, **entry)


@pytest.fixture
def transcript(tmp_path: Path) -> Transcript:
    """A rule, a call with its result, a picture, what the program wrote, and a sub-agent's line."""
    made = Transcript(tmp_path / f"{ID}.jsonl")
    made.writes(type="file-history-snapshot")
    made.writes(type="user", message={"role": "user"})
    made.said("user", f"Move the cluster to the new VPC. {RULE}")
    made.said("user", "Caveat: the messages below were made by a local command.", isMeta=True)
    call = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "ls"}, "new_field": 1}
    made.said("assistant", [{"type": "text", "text": "I look first."}, call])
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": [{"type": "text", "text": "plan.md"}]}
    made.said("user", [result])
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AA=="}}
    made.said("user", [{"type": "text", "text": "Keep me posted."}, picture])
    made.said("user", "Sub-agent, count the files.", isSidechain=True)
    made.said("assistant", [{"type": "text", "text": "I will plan the move."}])
    return made


@pytest.fixture
def stet(tmp_path: Path) -> Stet:
    """`stet(*arguments, input=..., url=..., token=...)`: the finished process."""

    def run(*arguments: str, input: Any = "", url: str = "", token: str = "") -> subprocess.CompletedProcess[str]:
        given = input if isinstance(input, str) else json.dumps(input)
        told = {"STET_URL": url, "STET_TOKEN": token, "XDG_STATE_HOME": str(tmp_path / "state")}
        command = [sys.executable, "-m", "reviewapp.cli", *arguments]
        env = {**os.environ, **told}
        return subprocess.run(command, input=given, capture_output=True, text=True, env=env, check=False, timeout=120)

    return run
