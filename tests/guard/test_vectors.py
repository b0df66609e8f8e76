"""The golden vectors: two verifiers, written apart, give every one of them its exit code."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from reviewapp.guard.__main__ import main
from tests.guard import make_vectors

GIVEN = json.loads(make_vectors.PATH.read_text())
VECTORS = GIVEN["vectors"]
EXPECTED = {vector["name"]: vector["exit"] for vector in VECTORS}
ROOT = Path(__file__).resolve().parents[2]


def test_the_code_still_writes_these_vectors() -> None:
    assert make_vectors.PATH.read_text() == make_vectors.text()


def test_every_fault_is_there_and_refusals_are_many() -> None:
    assert set(EXPECTED.values()) == {0, 1, 2, 3, 4, 5}
    assert sum(code > 0 for code in EXPECTED.values()) >= 20


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_command_gives_the_exit_code(vector: dict[str, Any], tmp_path: Path) -> None:
    assert main(command(vector, tmp_path)) == vector["exit"]


def command(vector: dict[str, Any], folder: Path) -> list[str]:
    def file(name: str, content: str) -> str:
        (folder / name).write_text(content, newline="")
        return str(folder / name)

    words = ["verify", file("receipt", vector["receipt"])]
    words += ["--keys", file("keys", json.dumps(vector.get("keys", GIVEN["keys"])))]
    words += ["--context", file("context", json.dumps(vector["context"]))] if "context" in vector else []
    words += ["--audit", file("audit", vector["audit"])] if "audit" in vector else []
    for number, checkpoint in enumerate(vector.get("checkpoints", ())):
        words += ["--checkpoint", file(f"checkpoint-{number}", checkpoint)]
    for name in ("team", "kind"):
        words += [f"--{name}", vector[name]] if name in vector else []
    return words


def test_a_second_verifier_agrees() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node on this machine: the second verifier did not run")
    script = str(Path(__file__).with_name("verify.mjs"))
    told = subprocess.run([node, script, str(make_vectors.PATH)], check=True, capture_output=True, text=True).stdout
    assert json.loads(told) == EXPECTED


def test_it_runs_without_django_and_without_a_network(tmp_path: Path) -> None:
    words = command(VECTORS[0], tmp_path)
    script = (
        "import runpy, socket, sys\n"
        "def closed(*_): raise AssertionError('no network here')\n"
        "socket.socket.connect = socket.getaddrinfo = closed\n"
        f"sys.argv = ['guard', *{words!r}]\n"
        "try: runpy.run_module('reviewapp.guard', run_name='__main__')\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "assert not {'django', 'celery', 'reviewapp.engine'} & set(sys.modules)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert "with 2 pins in place" in run.stdout


@pytest.mark.parametrize("module", ["digest", "pinned", "render", "assertion", "formats", "chain", "states", "hidden"])
def test_what_the_client_imports_needs_the_standard_library_alone(module: str) -> None:
    script = (
        f"import sys, reviewapp.guard.{module}\n"
        "own = {name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names)\n"
        "print(sorted(name for name in own if not name.startswith('_')))"
    )
    command = [sys.executable, "-S", "-c", script]  # -S: without the installed packages
    told = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert told.strip() == "['reviewapp']"


def test_a_missing_file_is_said_plainly(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = command(VECTORS[0], tmp_path)
    words[1] = str(tmp_path / "nowhere")
    assert main(words) == 2
    assert "nowhere can't be read" in capsys.readouterr().err


def test_a_whole_answer_is_verified_with_its_context(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vector = VECTORS[0]
    words = command(vector, tmp_path)
    answer = {"compaction": "4f1d", "messages": vector["context"], "receipt": json.loads(vector["receipt"])}
    Path(words[1]).write_text(json.dumps(answer))
    assert main(words[:4]) == 0
    assert "with 2 pins in place" in capsys.readouterr().out
    Path(words[1]).write_text(json.dumps({**answer, "messages": vector["context"][1:]}))
    assert main(words[:4]) == 5
    Path(words[1]).write_text(json.dumps({**answer, "receipt": "gone"}))
    assert main(words[:4]) == 2


def test_checkpoints_may_come_in_one_file(tmp_path: Path) -> None:
    vector = next(vector for vector in VECTORS if vector["name"] == "audit-anchored-twice")
    words = command(vector, tmp_path)
    first, second = vector["checkpoints"]
    log = tmp_path / "log"
    log.write_text(f"{first}\n{second}\n")
    assert main([*words[: words.index("--checkpoint")], "--checkpoint", str(log)]) == 0
    log.write_text(json.dumps(json.loads(first), indent=2))
    assert main([*words[: words.index("--checkpoint")], "--checkpoint", str(log)]) == 0
    log.write_text(f"{first}\n{{}}\n")
    assert main([*words[: words.index("--checkpoint")], "--checkpoint", str(log)]) == 2


def test_a_checkpoint_alone_is_no_proof(tmp_path: Path) -> None:
    words = command(VECTORS[0], tmp_path)
    assert main([*words, "--checkpoint", words[1]]) == 2


def test_an_audit_export_is_checked_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vector = next(vector for vector in VECTORS if vector["name"] == "audit-holds-it")
    words = command(vector, tmp_path)
    audit, keys, checkpoint = (words[words.index(name) + 1] for name in ("--audit", "--keys", "--checkpoint"))
    assert main(["audit", audit, "--keys", keys, "--checkpoint", checkpoint]) == 0
    assert main(["audit", audit, "--keys", keys]) == 0
    assert "would not show" in capsys.readouterr().out
    Path(audit).write_text(vector["audit"].replace("t-1", "t-2", 1))
    assert main(["audit", audit, "--keys", keys]) == 5
