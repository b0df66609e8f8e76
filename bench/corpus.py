"""Labelled pairs and what the engine says about them.

The sets in `OWN` lie in `tests/corpus`; the public ones are read where STET_CORPUS says.
A third of every set is set aside by the hash of its ids: its scores are printed, its errors never.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

Case = dict[str, Any]
Found = dict[str, list[Case]]  # id of the case -> its findings, the most important first

CASES = Path(__file__).resolve().parent.parent / "tests" / "corpus"
OWN = ("reports", "fresh", "blind", "voices", "counted", "blind2", "blind3", "blind4", "untried", "clean")
PUBLIC = ("planted", "condaqa_core", "condaqa_lexical", "compint", "real_planted", "real_orig", "injection", "judged")
SEEN = ("warning", "blocking")  # what a reviewer is shown unfolded


def corpus() -> Path:
    """The folder of the public sets; a plain message and exit code 2 where it is not there."""
    named = os.environ.get("STET_CORPUS")
    if not named:
        sys.exit(
            "Set STET_CORPUS to the folder with public/*.jsonl and public/score.py, or use --sets reports,fresh,blind."
        )
    folder = Path(named)
    if not (folder / "public" / "score.py").is_file():
        sys.exit(f"STET_CORPUS={named} has no public/score.py.")
    return folder


def path_of(name: str) -> Path:
    return CASES / f"{name}.jsonl" if name in OWN else corpus() / "public" / f"{name}.jsonl"


def load(name: str) -> list[Case]:
    with path_of(name).open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def set_aside(case: Case) -> bool:
    return int(hashlib.sha256(case["id"].encode()).hexdigest(), 16) % 3 == 0


def run_engine(cases: Iterable[Case]) -> Found:
    """Every finding of any severity, through the same command that other people's evaluations use."""
    fields = ("id", "turns", "summary", "pins", "previous_summary")
    wire = "".join(
        json.dumps({key: case[key] for key in fields if case.get(key)} | {"summary": case["summary"]}) + "\n"
        for case in cases
    )
    command = [sys.executable, "-m", "reviewapp.engine", "--jsonl", "--min-severity", "note"]
    done = subprocess.run(command, input=wire, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"the engine's command failed with {done.returncode}:\n{done.stderr[-2000:]}")
    return {answer["id"]: answer["findings"] for answer in map(json.loads, done.stdout.splitlines())}


def shown(findings: Sequence[Case]) -> list[Case]:
    return [finding for finding in findings if finding["severity"] in SEEN]
