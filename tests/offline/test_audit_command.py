"""`stet audit` as it is called: files, standard input, three outputs, exit codes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reviewapp.importers import read
from reviewapp.offline import cores
from reviewapp.offline.losses import Audited, Held, Tally, at_once, audit
from tests.offline.transcripts import claude_code

CHECKOUT = Path(__file__).parent.parent.parent
RULE = "Never delete the invoices of 2024."
KEPT = f"The archive is tidied. {RULE}"


def stet(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "reviewapp.cli", *arguments]
    return subprocess.run(command, cwd=CHECKOUT, input=given, capture_output=True, check=False)


@pytest.fixture
def lossy(tmp_path: Path) -> str:
    turns = [{"role": "user", "content": f"Tidy the archive. {RULE}"}]
    return written(tmp_path / "lossy.jsonl", [*claude_code(turns, "The archive is tidied.")])


@pytest.fixture
def clean(tmp_path: Path) -> str:
    turns = [{"role": "user", "content": f"Tidy the archive. {RULE}"}]
    return written(tmp_path / "clean.jsonl", [*claude_code(turns, KEPT)])


def written(path: Path, lines: list[str]) -> str:
    path.write_text("\n".join(lines) + "\n")
    return str(path)


def test_text_names_loss_line_and_pin(lossy: str) -> None:
    done = stet("audit", lossy)
    told = done.stdout.decode()
    assert done.returncode == 1
    assert "Claude Code, 1 turn, 1 past compaction" in told
    assert "blocking: negation dropped, line 1, user" in told
    assert "never-delete-the-invoices-of-2024  HARD_DENIAL  (line 1)" in told


def test_clean_transcript_ends_with_zero(clean: str) -> None:
    assert stet("audit", clean).returncode == 0


@pytest.mark.parametrize(("fail_on", "code"), [("blocking", 1), ("warning", 1), ("never", 0)])
def test_severity_that_fails_is_chosen(lossy: str, fail_on: str, code: int) -> None:
    assert stet("audit", lossy, "--fail-on", fail_on).returncode == code


def test_lines_that_were_not_read_end_with_three(clean: str) -> None:
    Path(clean).write_text(Path(clean).read_text() + "{broken\n")
    done = stet("audit", clean)
    assert done.returncode == 3
    assert b"not read: not JSON" in done.stdout
    assert b"(line 4)" in done.stdout


@pytest.mark.parametrize("content", [b"", b"\0\0", b"Dear reader", b'{"a":1}\n', b"[" * 50_000])
def test_file_that_is_no_transcript_ends_with_two_and_says_why(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad").write_bytes(content)
    done = stet("audit", str(tmp_path / "bad"))
    assert done.returncode == 2
    assert done.stdout.startswith(f"{tmp_path}/bad: ".encode())
    assert b"Traceback" not in done.stderr


def test_missing_file_ends_with_two_and_the_others_are_audited(lossy: str) -> None:
    done = stet("audit", "nowhere.jsonl", lossy)
    assert done.returncode == 2
    assert b"nowhere.jsonl: can't be opened: No such file" in done.stdout
    assert b"negation dropped" in done.stdout


def test_standard_input(lossy: str) -> None:
    done = stet("audit", "-", given=Path(lossy).read_bytes())
    assert done.returncode == 1
    assert done.stdout.startswith(b"standard input: Claude Code")


def test_json_holds_the_same(lossy: str) -> None:
    [file] = json.loads(stet("audit", lossy, "--output", "json").stdout)["files"]
    [compaction] = file["compactions"]
    assert [(loss["line"], loss["sentence"]) for loss in compaction["losses"]] == [(1, RULE)]
    assert [pin["text"] for pin in file["suggested_pins"]] == [RULE]
    assert (file["turns"], file["not_read"]["count"], file["error"]) == (1, 0, None)


def test_sarif_is_what_the_standard_asks_for(lossy: str, tmp_path: Path) -> None:
    log = json.loads(stet("audit", lossy, str(tmp_path / "none"), "--output", "sarif").stdout)
    assert log["version"] == "2.1.0"
    [run] = log["runs"]
    [result] = run["results"]
    assert result["level"] in {"none", "note", "warning", "error"}
    assert result["ruleId"] in {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": 1}
    assert result["message"]["text"]
    assert result["partialFingerprints"]["stetLoss/v1"]
    [invocation] = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert [note["level"] for note in invocation["toolExecutionNotifications"]] == ["error"]


def test_words_of_a_transcript_do_not_steer_the_terminal(tmp_path: Path) -> None:
    turns = [{"role": "user", "content": "Never delete \x1b[2J\x07the\u202e invoices."}]
    told = stet(
        "audit", written(tmp_path / "sly.jsonl", [*claude_code(turns, "Nothing.")]), "--min-severity", "note"
    ).stdout.decode()
    assert not {"\x1b", "\x07", "\u202e"} & set(told)
    assert r"\x07" in told


def test_encrypted_compaction_is_named_and_never_clean(tmp_path: Path) -> None:
    lines = [
        {"type": "response_item", "payload": {"type": "message", "role": "user", "content": RULE}},
        {"type": "compacted", "payload": {"message": "", "replacement_history": [{"type": "compaction"}]}},
    ]
    done = stet("audit", written(tmp_path / "rollout.jsonl", [json.dumps(line) for line in lines]))
    assert done.returncode == 3
    assert b"can't be reviewed: the summary is encrypted by the provider" in done.stdout


def test_shared_out_over_processes_the_answers_and_their_order_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1}, raising=False)
    stretches = [[{"role": "user", "content": f"Never delete folder {n}. Keep {n + 40} copies."}] for n in range(9)]
    lines = [line for n, turns in enumerate(stretches) for line in claude_code(turns, f"Folder {n}: 7 copies.", n)]
    data = "\n".join(lines).encode()
    asked: list[int] = []

    def audited(size: int) -> list[Audited]:
        with cores.asking(size) as (ask, ahead):

            def counted(held: Held) -> Any:
                asked.append(os.getpid() if ask is at_once else 0)
                return ask(held)

            return list(audit(read(io.BytesIO(data), None).events, Tally(), ask=counted, ahead=ahead))

    alone, shared = audited(0), audited(cores.LARGE)
    assert asked == [os.getpid()] * 9 + [0] * 9
    assert sum(len(each.losses) for each in alone) >= 9
    assert shared == alone


@pytest.mark.skipif(not os.environ.get("STET_CORPUS"), reason="STET_CORPUS names no folder")
def test_real_session_written_out_as_its_program_writes_it(tmp_path: Path) -> None:
    path = Path(os.environ["STET_CORPUS"]) / "public" / "real_orig.jsonl"
    pair: dict[str, Any] = json.loads(path.read_text().splitlines()[5])
    transcript = written(tmp_path / "real.jsonl", [*claude_code(pair["turns"], pair["summary"])])
    [file] = json.loads(stet("audit", transcript, "--output", "json", "--min-severity", "note").stdout)["files"]
    [compaction] = file["compactions"]
    assert compaction["turns"] == len(pair["turns"])
    assert compaction["summary_chars"] == len(pair["summary"].strip())
    assert file["not_read"]["count"] == 0
    assert compaction["losses"]
    for loss in compaction["losses"]:
        assert loss["quote"] in (pair["turns"][loss["line"] - 1]["content"] if loss["line"] else pair["summary"])
