"""`stet claude-code` as Claude Code runs it: a process for each hook, against a running service."""

from __future__ import annotations

import io
import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from reviewapp.cli import claude_code
from reviewapp.cli.__main__ import main
from reviewapp.client import Client
from reviewapp.models import Compaction, Revision, Turn
from tests.api.flow import LOSSY, RULE
from tests.client.cli.conftest import ID, Stet, Transcript
from tests.client.human import Human
from tests.client.served import free_port

SESSION = f"claude-code:{ID}"


class Hook:
    def __init__(self, stet: Stet, transcript: Transcript, url: str, token: str, *options: str) -> None:
        self._stet, self._transcript, self._where = stet, transcript, {"url": url, "token": token}
        self._options = ["--wait", "0", *options]

    def __call__(self, name: str, **fields: Any) -> dict[str, Any]:
        common = {"session_id": ID, "transcript_path": str(self._transcript.path), "cwd": "/srv", "prompt_id": "p-1"}
        payload = {**common, "hook_event_name": name, **fields}
        done = self._stet("claude-code", "hook", *self._options, input=payload, **self._where)
        assert done.returncode == 0, done.stderr
        answer: dict[str, Any] = json.loads(done.stdout) if done.stdout else {}
        return answer

    def before(self, trigger: str = "manual") -> dict[str, Any]:
        return self("PreCompact", trigger=trigger, custom_instructions=None)


@pytest.fixture
def summariser(tmp_path: Path) -> str:
    """A command that always writes the same, and notes what it was given."""
    program = tmp_path / "summarise.py"
    noted = str(tmp_path / "given.jsonl")
    program.write_text(f"import sys\nopen({noted!r}, 'a').write(sys.stdin.read() + '\\n')\nprint({LOSSY!r})\n")
    return shlex.join([sys.executable, str(program)])


def given_to(tmp_path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (tmp_path / "given.jsonl").read_text().splitlines()]


def test_held_rejected_approved_and_a_new_session_starts_on_the_pins(
    server: str, secret: str, stet: Stet, transcript: Transcript, summariser: str, human: Human, tmp_path: Path
) -> None:
    hook = Hook(stet, transcript, server, secret, "--summarise", summariser)
    human.plan = [human.rejects, human.approves]
    first = hook.before()
    assert first["decision"] == "block"
    assert f"/c/{Compaction.objects.get().id}/" in first["reason"]
    stored = [(turn.role, turn.kind, turn.origin) for turn in Turn.objects.order_by("seq")]
    assert stored[:5] == [
        ("user", "text", "user"),
        ("user", "text", "harness"),
        ("assistant", "text", "agent"),
        ("assistant", "tool_call", "agent"),
        ("user", "tool_result", "tool"),
    ]
    assert len(stored) == 8
    assert "waits for review" in hook.before("auto")["reason"]
    assert len(given_to(tmp_path)) == 1
    human()
    hook.before()
    assert any(quote in RULE for quote in given_to(tmp_path)[-1]["must_keep"])
    human()
    assert "stet claude-code context" in hook.before()["reason"]
    transcript.said("user", "And the docs.")
    started = stet("claude-code", "context", str(transcript.path), url=server, token=secret)
    assert started.returncode == 0, started.stderr
    assert Client(server, secret).pins(SESSION).block in started.stdout
    assert RULE.removesuffix(".") in started.stdout
    assert LOSSY in started.stdout
    assert started.stdout.endswith("user: And the docs.\n")
    assert "I look first." not in started.stdout


def test_verified_and_the_pins_are_put_back(
    server: str, secret: str, stet: Stet, transcript: Transcript, human: Human
) -> None:
    hook = Hook(stet, transcript, server, secret)
    human.plan = [human.approves]
    assert hook.before() == {}
    none_yet = hook("SessionStart", source="compact")["hookSpecificOutput"]["additionalContext"]
    assert none_yet.endswith("\n" + Client(server, secret).pins(SESSION).block)
    told = hook("PostCompact", trigger="auto", compact_summary=f"<analysis>Hm.</analysis>\n<summary>{LOSSY}</summary>")
    compaction = Compaction.objects.get()
    assert Revision.objects.get().summary == LOSSY
    assert f"/c/{compaction.id}/" in told["systemMessage"]
    again = hook("PostCompact", trigger="auto", compact_summary="Another.")
    assert "not proposed" in again["systemMessage"]
    human()
    added = hook("SessionStart", source="compact")["hookSpecificOutput"]
    assert added["hookEventName"] == "SessionStart"
    assert added["additionalContext"].endswith("\n" + Client(server, secret).pins(SESSION).block)
    assert RULE.removesuffix(".") in added["additionalContext"]
    assert hook("SessionStart", source="startup") == {}
    transcript.said("user", "And the docs.")
    hook("PostCompact", trigger="auto", compact_summary="The docs follow.")
    first, second = Compaction.objects.order_by("received_at")
    assert second.from_seq == first.to_seq + 1


def test_without_a_server_nothing_is_compacted(stet: Stet, transcript: Transcript) -> None:
    nobody = f"http://127.0.0.1:{free_port()}"
    hook = Hook(stet, transcript, nobody, "stet_x")
    answer = hook.before()
    assert answer["decision"] == "block"
    assert "NotReached" in answer["reason"]
    assert "Do nothing that can't be undone" in hook("SessionStart", source="compact")["systemMessage"]
    allowed = Hook(stet, transcript, nobody, "stet_x", "--allow-on-error").before("auto")
    assert "decision" not in allowed
    assert "NotReached" in allowed["systemMessage"]


@pytest.mark.parametrize("input", ["{", "[]", '{"hook_event_name": "PreToolUse"}'])
def test_what_it_does_not_understand_blocks(stet: Stet, input: str) -> None:
    done = stet("claude-code", "hook", input=input, url="http://127.0.0.1:9", token="stet_x")
    assert done.returncode == 2
    assert done.stderr.startswith("Stet: ")


def test_a_fault_of_its_own_blocks_too(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def broken() -> Client:
        raise RuntimeError("broken")

    monkeypatch.setattr(claude_code, "connected", broken)
    assert main(["claude-code", "hook"], io.StringIO()) == 2
    assert "broken" in capsys.readouterr().err


def test_without_its_settings_it_blocks_and_names_them(stet: Stet) -> None:
    done = stet("claude-code", "hook", input={"hook_event_name": "PreCompact"})
    assert done.returncode == 2
    assert "STET_URL" in done.stderr


def test_it_installs_itself_beside_what_is_there(stet: Stet, tmp_path: Path) -> None:
    settings = tmp_path / "settings.json"
    other = {"type": "command", "command": "say done"}
    before = {"model": "opus", "hooks": {"PreCompact": [{"matcher": "manual", "hooks": [other]}]}}
    settings.write_text(json.dumps(before))
    for options in (["--auto-verify"], ["--summarise", "write it"]):
        assert stet("claude-code", "install", "--settings", str(settings), *options).returncode == 0
    written = json.loads(settings.read_text())
    ours = written["hooks"]["PreCompact"][1]["hooks"][0]
    assert len(written["hooks"]["PreCompact"]) == 2
    assert shlex.split(ours["command"])[1:] == [
        *("-m", "reviewapp.cli", "claude-code", "hook", "--summarise", "write it", "--wait", "10")
    ]
    assert set(written["hooks"]) == {"PreCompact", "SessionStart", "PostCompact"}
    assert stet("claude-code", "remove", "--settings", str(settings)).returncode == 0
    assert json.loads(settings.read_text()) == before


@pytest.mark.parametrize("text", ["{", "[]", '{"hooks": {"PreCompact": "x"}}'])
def test_settings_that_are_none_stay_as_they_are(stet: Stet, tmp_path: Path, text: str) -> None:
    settings = tmp_path / "settings.json"
    settings.write_text(text)
    done = stet("claude-code", "install", "--settings", str(settings))
    assert done.returncode == 2
    assert str(settings) in done.stderr
    assert settings.read_text() == text
