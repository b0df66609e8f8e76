"""What holds for any conversation: quotes are slices, runs repeat, a verbatim one is clean, small talk is nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bench.corpus import Case, load
from reviewapp.engine import Turn, analyse
from reviewapp.engine.types import Analysis, Finding, Severity, Span

ROLES = ("user", "assistant", "tool", "system", "memory")
SPEECH = {
    "en": (
        ("the staging database", "invoice INV-2071", "src/queue/worker.py", "the Friday release"),
        (
            "Never delete {}.",
            "Do not touch {} unless Mara agrees.",
            "You may read {} at any time.",
            "Keep {} under 5 MB, at most 3 copies.",
            "{} must be signed before 15:00 on 2026-12-04.",
            "I tried to move {}, it corrupts the index.",
            "{} is ready; 41 of 41 checks passed.",
        ),
    ),
    "de": (("der Lieferschein", "INV-2071"), ("Nur Anna darf {} ändern.", "Bitte {} nie vor 15 Uhr abschicken.")),
    "zh": (("发货单", "INV-2071"), ("{}不得修改。", "{}必须在15:00之前签字。")),
}


def said_in(language: str) -> st.SearchStrategy[str]:
    subjects, patterns = SPEECH[language]
    return st.builds(str.format, st.sampled_from(patterns), st.sampled_from(subjects))


def turns_of(language: str, roles: tuple[str, ...]) -> st.SearchStrategy[Turn]:
    return st.builds(Turn, st.sampled_from(roles), st.lists(said_in(language), min_size=1, max_size=4).map("\n".join))


def in_one_language(roles: tuple[str, ...]) -> st.SearchStrategy[list[Turn]]:
    return st.one_of([st.lists(turns_of(language, roles), min_size=1, max_size=6) for language in SPEECH])


lines = st.one_of([said_in(language) for language in SPEECH])
conversations = st.lists(st.one_of([turns_of(language, ROLES) for language in SPEECH]), min_size=1, max_size=6)
dialogues = in_one_language(tuple(role for role in ROLES if role != "tool"))
wild = st.text(max_size=200)
anything = st.lists(st.builds(Turn, st.sampled_from(ROLES), wild), max_size=5)
profile = settings(max_examples=int(os.environ.get("STET_EXAMPLES", "60")), deadline=None)


def slice_of(turns: list[Turn], summary: str, span: Span) -> str:
    text = summary if span.turn is None else turns[span.turn].content
    assert 0 <= span.start <= span.end <= len(text)
    return text[span.start : span.end]


def told(turns: list[Turn], summary: str, finding: Finding) -> tuple[str, ...]:
    """A finding without places and weights: what it says about which words."""
    sides = (slice_of(turns, summary, span) if span else "" for span in (finding.source, finding.target))
    return (finding.kind, finding.change, finding.severity, finding.rule, *sides)


def check_spans(turns: list[Turn], summary: str, got: Analysis) -> None:
    for finding in got.findings:
        assert finding.source or finding.target
        assert finding.source is None or finding.source.turn is not None
        assert finding.target is None or finding.target.turn is None
        told(turns, summary, finding)
        assert 0 <= finding.salience <= 1000
        assert finding.why
    assert 0 <= got.risk <= 100


@profile
@given(conversations, st.lists(lines, max_size=6).map("\n".join))
def test_spans_point_into_the_text_that_was_given(turns: list[Turn], summary: str) -> None:
    check_spans(turns, summary, analyse(turns, summary))


@profile
@given(anything, wild)
def test_no_text_breaks_the_engine(turns: list[Turn], summary: str) -> None:
    check_spans(turns, summary, analyse(turns, summary))


@profile
@given(dialogues)
def test_a_verbatim_summary_is_clean(turns: list[Turn]) -> None:
    """Of people and agents: what a tool permits is no permission, however exactly the summary repeats it."""
    summary = "\n".join(turn.content for turn in turns)
    loud = [told(turns, summary, f) for f in analyse(turns, summary).findings if f.severity is not Severity.NOTE]
    assert loud == []


@profile
@given(conversations, st.lists(lines, max_size=6).map("\n".join))
def test_the_same_text_gives_the_same_answer(turns: list[Turn], summary: str) -> None:
    assert analyse(turns, summary) == analyse(list(turns), str(summary))


def cases() -> list[Case]:
    return [*load("reports"), *load("fresh")]


@pytest.mark.parametrize("idle", ["Thanks!", "One moment, please."])
def test_idle_talk_changes_no_finding(idle: str) -> None:
    for case in cases()[::4]:
        turns = [Turn(turn["role"], turn["content"]) for turn in case["turns"]]
        longer = [*turns, Turn("assistant", idle)]
        before = Counter(told(turns, case["summary"], f) for f in analyse(turns, case["summary"]).findings)
        after = Counter(told(longer, case["summary"], f) for f in analyse(longer, case["summary"]).findings)
        assert before == after, case["id"]


def test_the_answer_does_not_depend_on_the_order_of_sets() -> None:
    """Hashes of strings differ from process to process: two seeds, one answer."""
    wire = "".join(
        json.dumps({key: case[key] for key in ("id", "turns", "summary", "pins")}) + "\n" for case in cases()[::5]
    )
    command = [sys.executable, "-m", "reviewapp.engine", "--jsonl"]
    answers = {
        subprocess.run(
            command, input=wire, capture_output=True, text=True, check=True, env=os.environ | {"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert len(answers) == 1
