"""Every finding says why, in a sentence that needs no knowledge of the engine."""

from __future__ import annotations

from string import Formatter

import pytest

from reviewapp.engine import Turn, analyse
from reviewapp.engine.detectors import DETECTORS, PIN_DETECTORS
from reviewapp.engine.saying import LONGEST, message_of, messages, sentence
from reviewapp.engine.types import Example, Finding, Kind

RULES = [rule.id for detector in (*DETECTORS, *PIN_DETECTORS) for rule in detector.RULES]
EXAMPLES = [example for detector in DETECTORS for example in detector.EXAMPLES]


def findings(*said: str, summary: str) -> tuple[Finding, ...]:
    return analyse([Turn("user", text) for text in said], summary).findings


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_has_a_message_of_its_own(rule: str) -> None:
    told = {message_of(rule, kind) for kind in Kind}
    assert len(told) == 1
    assert told <= messages().keys()


@pytest.mark.parametrize("message", messages())
def test_a_message_names_nothing_that_is_not_given(message: str) -> None:
    named = {name for _, name, _, _ in Formatter().parse(messages()[message]) if name is not None}
    assert named <= {"words", "stated"}


def test_no_message_is_left_over() -> None:
    assert {message_of(rule, Kind.PIN) for rule in RULES} | {"bad-citation", "value-left-out", "name-left-out"} == set(
        messages()
    )


def test_a_lost_ban_says_so() -> None:
    (found,) = findings("Never drain the carp pond in winter.", summary="The carp pond can be drained in winter.")
    assert found.said is not None
    assert sentence(found.said) == "The summary says the opposite of this."
    (found,) = findings("Under no circumstances may you drain the carp pond.", summary="The neighbours are invited.")
    assert found.said is not None
    assert sentence(found.said) == "The summary leaves this rule out."


def test_cues_point_at_their_words() -> None:
    said = "We met on Monday. Never drain the carp pond unless Ines agrees."
    found = findings(said, summary="The carp pond can be drained.")[0]
    assert found.because is not None
    read = {cue.cue: said[cue.span.start : cue.span.end] for cue in found.because.cues if cue.span.turn == 0}
    assert (read["not"], read["unless"]) == ("Never", "unless")
    assert found.because.aligned is not None


@pytest.mark.parametrize("example", EXAMPLES)
def test_what_a_finding_says_fits_its_words(example: Example) -> None:
    turns = [Turn(role, content) for role, content in example.turns]
    for found in analyse(turns, example.summary, example.previous or None).findings:
        assert found.because is not None
        assert found.because.row == found.rule
        assert 0 < found.confidence <= 1000
        assert found.said is not None
        assert all(0 < len(text) <= LONGEST for _, text in found.said.parameters)
        for cue in found.because.cues:
            text = example.summary if cue.span.turn is None else turns[cue.span.turn].content
            assert text[cue.span.start : cue.span.end].strip()
