"""An answer counts only as far as code can hold it against the summary."""

from __future__ import annotations

import json
from typing import Any

import pytest

from reviewapp.judge.checks import Fault, Verdict, judged, read, wants_contrary
from reviewapp.judge.masked import SIGN
from reviewapp.judge.questions import Question

RULE = "Never deploy to host db-07 before 18:00."
SAID = "Deploying to db-07 before 18:00 is forbidden."
ASKED = Question(RULE, "user", 2, f"Plan made. {SAID} Key {SIGN} is set.")


def answer(verdict: str = "kept", quote: str = SAID, differing: str = "", **more: Any) -> str:
    fields = {"verdict": verdict, "summary_quote": quote, "differing_words": differing, "because": "so", **more}
    return json.dumps(fields)


NO = answer("lost", "")


def test_a_kept_rule_holds_with_its_quote_and_its_contrary_denied() -> None:
    found = judged(ASKED, answer(), NO)
    assert (found.holds, found.verdict, found.quote) == (True, Verdict.KEPT, SAID)


def test_kept_without_the_second_question_counts_for_nothing() -> None:
    assert judged(ASKED, answer()).fault is Fault.ALONE


def test_a_judge_that_calls_the_rule_and_its_contrary_kept_has_read_neither() -> None:
    assert judged(ASKED, answer(), answer()).fault is Fault.BOTH


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (answer(quote="Deploying to db-07 before 18:00 is Forbidden."), Fault.QUOTE),
        (answer(quote=""), Fault.QUOTE),
        (answer("lost", SAID), Fault.QUOTE),
        (answer("changed", "no such words", "no"), Fault.QUOTE),
        (answer("changed", SAID, ""), Fault.WORDS),
        (answer("changed", SAID, "words of nobody"), Fault.WORDS),
        (answer(quote=f"Key {SIGN} is set."), Fault.MASKED),
        (answer(quote="Plan made."), Fault.VALUES),
        (answer(quote="is forbidden"), Fault.VALUES),
    ],
)
def test_what_code_cannot_confirm_is_thrown_away(text: str, fault: Fault) -> None:
    assert judged(ASKED, text, NO).fault is fault


@pytest.mark.parametrize(
    "summary", ["Deploying to db-08 before 18:00 is forbidden.", "Deploying to db-07 before 16:00 is forbidden."]
)
def test_kept_with_another_name_or_number_is_thrown_away(summary: str) -> None:
    asked = Question(RULE, "user", 2, summary)
    assert judged(asked, answer(quote=summary), NO).fault is Fault.VALUES


@pytest.mark.parametrize(
    "text",
    [
        "kept", "", "{}", "[]", "null", "```json\n{}\n```", '{"verdict": "kept"', answer("fine"), answer(extra=1),
        answer(summary_quote=None), answer(because=["x"]), "[" * 100_000, answer(because="x" * 5_000),
    ],
)  # fmt: skip
def test_an_answer_of_another_form_is_none(text: str) -> None:
    assert read(text) is None and judged(ASKED, text, NO).fault is Fault.FORM


def test_a_lost_or_changed_rule_needs_no_second_question() -> None:
    assert judged(ASKED, NO).holds and judged(ASKED, answer("changed", SAID, "before 18:00")).holds
    assert wants_contrary(ASKED, answer()) and not wants_contrary(ASKED, NO)
    assert not wants_contrary(ASKED, answer(quote="made up")), "what is thrown away anyhow costs no second question"
