"""The measure of a judge: what goes out holds no label, and recorded answers meet the product's own checks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench import judge
from bench.corpus import load, set_aside


@pytest.fixture(scope="module")
def found() -> list[judge.Item]:
    return judge.sampled(list(judge.items(["fresh", "clean"])), None)


def test_only_what_is_set_aside_is_exported(found: list[judge.Item]) -> None:
    aside = {case["id"] for name in ("fresh", "clean") for case in load(name) if set_aside(case)}
    assert found and {item.case for item in found} <= aside
    assert {item.lost for item in found} == {True, False}


def test_an_export_holds_prompts_and_no_labels(found: list[judge.Item], tmp_path: Path) -> None:
    judge.export(found[:20], tmp_path / "q.jsonl", contrary=False)
    lines = [json.loads(line) for line in (tmp_path / "q.jsonl").read_text().splitlines()]
    assert len(lines) == 20 and all(set(line) == {"id", "system", "prompt"} for line in lines)
    assert [line["id"] for line in lines] == [item.question.id for item in found[:20]]


def test_answers_are_scored_through_the_checks(found: list[judge.Item]) -> None:
    """One that calls everything lost finds all that is lost, and flags all that is kept."""
    lost = json.dumps({"verdict": "lost", "summary_quote": "", "differing_words": "", "because": "x"})
    table = judge.score(found, {item.question.id: lost for item in found})
    counts = table.counts
    assert counts["lost, called lost"] == counts["lost"] > 0 and counts["kept, called lost"] == counts["kept"] > 0
    kept = json.dumps({"verdict": "kept", "summary_quote": "made up", "differing_words": "", "because": "x"})
    table = judge.score(found, {item.question.id: kept for item in found})
    assert table.faults["quote"] == table.asked == len(found) and not table.counts["lost, called kept"]
