"""One rule in many words: a faithful rewording is silence, a loss is found.

In the table R is a rule; `=` keeps it, D drops, S softens, I turns round, A alters it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from reviewapp.engine import Turn, analyse
from reviewapp.engine.types import Change, Kind, Severity

RULE_KINDS = {Kind.NEGATION, Kind.OBLIGATION, Kind.PERMISSION}
CHANGES = {"D": Change.DROPPED, "S": Change.SOFTENED, "I": Change.INVERTED, "A": Change.ALTERED}
TABLE = Path(__file__).with_name("wordings.txt")


def cases() -> Iterator[tuple[str, str, str]]:
    rule = ""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        mark, _, text = line.partition(" ")
        if mark == "R":
            rule = text
        elif mark:
            yield rule, mark, text


def changes(rule: str, summary: str) -> set[Change]:
    findings = analyse([Turn("user", rule), Turn("assistant", "OK.")], summary).findings
    return {f.change for f in findings if f.kind in RULE_KINDS and f.held_severity is not Severity.NOTE and f.source}


@pytest.mark.parametrize(("rule", "summary"), [(rule, text) for rule, mark, text in cases() if mark == "="])
def test_a_faithful_rewording_is_silence(rule: str, summary: str) -> None:
    assert changes(rule, summary) == set()


@pytest.mark.parametrize(
    ("rule", "summary", "change"), [(rule, text, CHANGES[mark]) for rule, mark, text in cases() if mark in CHANGES]
)
def test_a_loss_is_found(rule: str, summary: str, change: Change) -> None:
    assert changes(rule, summary), f"nothing said; {change} expected"
