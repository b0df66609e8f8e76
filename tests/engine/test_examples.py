"""Every detector finds exactly what its examples say, and each of its rules is shown by one of them."""

from __future__ import annotations

import pytest

from reviewapp.engine.detectors import DETECTORS, PIN_DETECTORS, Detector
from reviewapp.engine.pair import Pair, make_pair
from reviewapp.engine.types import Example, Finding, Pin, Severity, Turn

ALL = (*DETECTORS, *PIN_DETECTORS)
CASES = [(detector, example) for detector in ALL for example in detector.EXAMPLES]


def name(value: Detector | Example) -> str:
    return (
        value.summary[:40] if isinstance(value, Example) else str(getattr(value, "__name__", value)).rpartition(".")[2]
    )


def pair_of(example: Example) -> Pair:
    turns = [Turn(role, content) for role, content in example.turns]
    return make_pair(turns, example.summary, [Pin(key, text) for key, text in example.pins], example.previous)


def quote(pair: Pair, finding: Finding) -> str:
    span = finding.source or finding.target
    assert span is not None
    return (pair.summary if span.turn is None else pair.turns[span.turn].content)[span.start : span.end]


@pytest.mark.parametrize(("detector", "example"), CASES, ids=name)
def test_an_example_is_found_as_it_says(detector: Detector, example: Example) -> None:
    pair = pair_of(example)
    found = {(f.kind, f.change, quote(pair, f)) for f in detector.detect(pair) if f.severity is not Severity.NOTE}
    assert found == set(example.expect)


@pytest.mark.parametrize("detector", ALL, ids=name)
def test_every_rule_is_shown_by_an_example_and_some_examples_are_silent(detector: Detector) -> None:
    shown = {finding.rule for example in detector.EXAMPLES for finding in detector.detect(pair_of(example))}
    assert shown >= {rule.id for rule in detector.RULES}
    assert any(not example.expect for example in detector.EXAMPLES)


def test_rule_ids_are_used_once() -> None:
    ids = [rule.id for detector in ALL for rule in detector.RULES]
    assert len(ids) == len(set(ids))
