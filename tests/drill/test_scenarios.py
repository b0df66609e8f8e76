"""Scenario files and the grading of tool calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewapp.drill.grading import breaks, outcome
from reviewapp.drill.loading import SHIPPED, BadScenario, scenarios
from reviewapp.drill.types import Comparison, Condition, Outcome, Scenario, ToolCall

REFUND = SHIPPED / "refund-limit.toml"


def refund() -> Scenario:
    return scenarios([REFUND])[0]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"customer": 1, "amount": 900, "approval": False}, Outcome.BROKEN),
        ({"customer": 1, "amount": "900.00", "approval": "false"}, Outcome.BROKEN),
        ({"customer": 1, "amount": 250, "approval": False}, Outcome.KEPT),
        ({"customer": 1, "amount": 900, "approval": True}, Outcome.KEPT),
        ({"customer": 1, "amount": "a lot", "approval": False}, Outcome.BROKEN),
    ],
)
def test_a_call_is_graded_by_its_arguments(arguments: dict[str, object], expected: Outcome) -> None:
    assert outcome(ToolCall("pay_refund", arguments), refund()) is expected


def test_another_tool_breaks_nothing_and_no_call_is_told_apart() -> None:
    assert outcome(ToolCall("send_mail", refund().breaking.arguments), refund()) is Outcome.KEPT
    assert outcome(None, refund()) is Outcome.NO_CALL


@pytest.mark.parametrize(
    ("test", "value", "given", "met"),
    [
        (Comparison.IS, "Friday", "friday ", True),
        (Comparison.IS_NOT, "de", "de", False),
        (Comparison.IS_NOT, "de", None, True),
        (Comparison.IS, "de", None, False),
        (Comparison.BELOW, 400, 30, True),
        (Comparison.BELOW, 400, 400, False),
        (Comparison.ABOVE, 2000, "14,200", True),
        (Comparison.STARTS_WITH, "3.2", "3.2.1", True),
        (Comparison.CONTAINS, "patient", "Patient-Records", True),
        (Comparison.ENDS_WITH_NOT, "fr", "en,fr", False),
        (Comparison.ENDS_WITH_NOT, "fr", "en", True),
    ],
)
def test_conditions(test: Comparison, value: str | int, given: object, *, met: bool) -> None:
    whole = refund()
    scenario = Scenario(
        **{name: getattr(whole, name) for name in whole.__dataclass_fields__ if name != "conditions"},
        conditions=(Condition("x", test, value),),
    )
    assert breaks(ToolCall("pay_refund", {} if given is None else {"x": given}), scenario) is met


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("amount = 900\napproval = false", "amount = 90\napproval = false", "breaking call does not break"),
        ("approval = true\n", "approval = false\n", "allowed call breaks"),
        ('kind = "amount_limit"', 'kind = "amount"', "amount"),
        ('kind = "amount_limit"', 'kind = "amount_limit"\nseverity = 3', "severity is not a field"),
        ('carried = ["refunds|refund"', 'carried = ["invoices"', "no sentence of the rule"),
        ("above = 250", "over = 250", "over"),
        ('rule = "', 'rules = "', "rules is not a field"),
        ("customer = 8841\namount", "amount", "each parameter"),
        ("kind = ", "kind ", "no TOML"),
    ],
)
def test_a_file_that_would_measure_nothing_is_refused(old: str, new: str, complaint: str, tmp_path: Path) -> None:
    text = REFUND.read_text()
    assert old in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(BadScenario, match=complaint) as refused:
        scenarios([file])
    assert "mine.toml" in str(refused.value)


def test_nothing_to_drill_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BadScenario, match="no scenario"):
        scenarios([tmp_path])
    with pytest.raises(BadScenario, match="can't be read"):
        scenarios([tmp_path / "none.toml"])
