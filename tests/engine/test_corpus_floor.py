"""Floors under the figures of the hand-labelled cases: a change that costs quality can't pass unseen."""

from __future__ import annotations

import pytest

from bench.corpus import OWN, load, run_engine
from bench.scoring import Score, score


@pytest.fixture(scope="module")
def scores() -> dict[str, Score]:
    return {name: score(cases, run_engine(cases)) for name in OWN for cases in (load(name),)}


@pytest.mark.parametrize(
    ("name", "recall", "alarms_per_case", "noisy_clean"),
    [
        ("reports", 0.78, 0.12, 0.15),
        ("fresh", 0.6, 0.1, 0.06),
        ("blind", 0.8, 0.25, 0.2),
        ("voices", 0.62, 0.4, 0.15),
        ("counted", 0.6, 0.3, 0.15),
        ("blind2", 0.72, 0.42, 0.15),
        ("blind3", 0.55, 0.25, 0.15),
        ("blind4", 0.58, 0.45, 0.25),
        ("untried", 0.38, 0.25, 0.35),
        ("clean", 0, 0.05, 0.05),
    ],
)
def test_the_hand_labelled_cases_keep_their_floor(
    scores: dict[str, Score], name: str, recall: float, alarms_per_case: float, noisy_clean: float
) -> None:
    got = scores[name]
    assert got.hit >= recall * got.gold
    assert got.alarms / got.cases <= alarms_per_case
    assert got.clean_hit / got.clean <= noisy_clean


def test_the_scorer_tells_a_hit_a_miss_and_an_alarm_apart() -> None:
    case = {
        "id": "x",
        "turns": [{"role": "user", "content": "Never restart the broker. Keep 3 replicas."}],
        "summary": "Keep 3 replicas.",
        "expected": [{"kind": "negation", "change": "dropped", "quote": "Never restart the broker.", "turn": 0}],
        "must_not_flag": ["Keep 3 replicas."],
    }
    seen = {
        "kind": "negation",
        "change": "dropped",
        "quote": "restart the broker",
        "turn": 0,
        "severity": "warning",
        "rule": "r",
    }
    false = {
        "kind": "numeral",
        "change": "dropped",
        "quote": "3 replicas",
        "turn": 0,
        "severity": "warning",
        "rule": "r",
    }
    got = score([case], {"x": [seen, false]})
    assert (got.hit, got.alarms, got.certified) == (1, 1, [])
    folded = score([case], {"x": [seen | {"severity": "note"}]})
    assert (folded.hit, folded.certified) == (0, [])
    silent = score([case], {"x": []})
    assert (silent.hit, silent.certified) == (0, [("x", False, "Never restart the broker.")])
