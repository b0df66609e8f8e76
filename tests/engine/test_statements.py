"""What summaries say of work, of failed attempts and of wishes: told faithfully it is silent, told wrongly it is found.

`statements.jsonl` holds short talks in ten languages, each with faithful and faulty summaries.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from reviewapp.engine import Turn, analyse
from reviewapp.engine.types import Severity

TALKS = [json.loads(line) for line in Path(__file__).with_name("statements.jsonl").read_text("utf-8").splitlines()]
FAITHFUL = [(talk["turns"], summary) for talk in TALKS for summary in talk["faithful"]]
FAULTY = [(talk["turns"], summary) for talk in TALKS for summary in talk["faulty"]]


def found(turns: list[dict[str, str]], summary: str) -> list[str]:
    """The rules that warn of what was done, tried, asked for or allowed."""
    findings = analyse([Turn(turn["role"], turn["content"]) for turn in turns], summary).findings
    loud = (finding.rule for finding in findings if finding.severity is not Severity.NOTE)
    return [rule for rule in loud if rule.startswith(("addition.", "failure."))]


@pytest.mark.parametrize(("turns", "summary"), FAITHFUL, ids=lambda value: value[:50] if isinstance(value, str) else "")
def test_a_faithful_summary_is_silent(turns: list[dict[str, str]], summary: str) -> None:
    assert found(turns, summary) == []


@pytest.mark.parametrize(("turns", "summary"), FAULTY, ids=lambda value: value[:50] if isinstance(value, str) else "")
def test_a_faulty_summary_is_found(turns: list[dict[str, str]], summary: str) -> None:
    assert found(turns, summary)
