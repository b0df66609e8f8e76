"""What is over the budget of work is named and holds, and equal input leaves out equal parts."""

from __future__ import annotations

import pytest

from reviewapp.engine import Turn, analyse
from reviewapp.engine.account import State, Unit, holds
from reviewapp.engine.analyse import COMPARISONS, LONG_SENTENCE
from reviewapp.engine.binding.reading import MOST_CLAUSES, read
from reviewapp.engine.folding import MOST, folded
from reviewapp.engine.text import sentences
from reviewapp.engine.types import Change, Finding, Kind, Severity, Span
from reviewapp.engine.work import FACT, PROSE, RULE, Work, beyond

RULES = [Turn("user", "\n".join(f"Do not drop table t{n} of store s{turn}." for n in range(500))) for turn in range(20)]


def finding(rule: str, at: int, severity: Severity = Severity.WARNING, *, undecided: bool = False) -> Finding:
    return Finding(Kind.NEGATION, Change.DROPPED, severity, rule, "Why.", Span(0, at, at + 1), undecided=undecided)


def test_comparisons_are_counted() -> None:
    work = Work(10)
    assert [work.afford(units) for units in (7, 3)] == [True, True]
    assert not work.over


def test_a_comparison_too_many_is_refused_and_told() -> None:
    work = Work(10)
    assert [work.afford(units) for units in (7, 4, 3)] == [True, False, True]
    assert work.over


def test_turns_are_left_out_from_the_first_that_does_not_fit() -> None:
    cut = {0: sentences("Never push."), 1: sentences("Never pull.\n" * (PROSE // RULE)), 2: sentences("Never sleep.")}
    assert list(beyond([0, 2], cut.__getitem__)) == []
    assert FACT < RULE
    many = sentences("Never pull.\n" * 4_000)
    assert list(beyond(range(4), lambda _: many)) == [2, 3]


def test_rules_over_the_budget_are_named_listed_and_hold() -> None:
    analysis = analyse(RULES, "Drop all.")
    (skipped,) = [part for part in analysis.coverage.skipped if "over the budget of work" in part.reason]
    assert skipped.turn == PROSE // RULE // 500
    whole = [line for line in analysis.account if line.turn == 19 and line.unit is Unit.SENTENCE]
    assert [(line.start, line.end, line.state) for line in whole] == [(0, len(RULES[19].content), State.UNDECIDED)]
    assert holds(analysis.account)


def test_equal_input_leaves_out_equal_parts() -> None:
    assert analyse(RULES, "Drop all.") == analyse(RULES, "Drop all.")


def test_a_sentence_of_a_thousand_clauses_is_read_to_the_most_and_named() -> None:
    turns = [Turn("user", f"Do not paint the door{n} unless Marta {n} agrees.") for n in range(1_000)]
    told = ", ".join(f"paint the door{n} when Marta {n} agrees" for n in range(1_000)) + "."
    (sentence,) = sentences(told)
    assert len(read(sentence)) == MOST_CLAUSES
    reasons = {(part.turn, part.reason) for part in analyse(turns, told).coverage.skipped}
    assert reasons >= {(None, LONG_SENTENCE), (None, COMPARISONS)}


def test_thousands_of_ids_with_one_head_end_in_a_name_of_what_was_left_out() -> None:
    said = " ".join(f"prefix-common-head-{n:05d}" for n in range(6_000))
    told = " ".join(f"prefix-common-head-{n:05d}" for n in range(6_000, 12_000))
    assert (None, COMPARISONS) in {
        (part.turn, part.reason) for part in analyse([Turn("user", said)], told).coverage.skipped
    }


@pytest.mark.parametrize("count", [1, MOST])
def test_findings_up_to_the_most_stand_for_themselves(count: int) -> None:
    found = [finding("a", at) for at in range(count)]
    assert folded(found) == (tuple(found), tuple(range(count)))


def test_more_of_one_rule_are_told_by_one_that_says_so() -> None:
    found = [*(finding("a", at, Severity.BLOCKING) for at in range(MOST)), *(finding("a", at) for at in range(300))]
    other = finding("b", 0)
    told, places = folded([*found, other])
    assert len(told) == MOST + 1
    assert told[MOST - 1].why == "Why. And 300 more of this rule."
    assert told[MOST - 1].severity is Severity.BLOCKING
    assert places[MOST - 1 :] == (MOST - 1,) * 301 + (MOST,)


def test_an_open_one_among_them_stays_open() -> None:
    found = [*(finding("a", at) for at in range(MOST)), finding("a", 0, Severity.NOTE, undecided=True)]
    assert folded(found)[0][-1].undecided


def test_findings_that_are_told_by_others_hold() -> None:
    analysis = analyse(RULES, "Drop all.")
    rules = [finding.rule for finding in analysis.findings]
    assert max(rules.count(rule) for rule in rules) == MOST
    assert any("told by another one" in part.reason for part in analysis.coverage.skipped)
    assert all(line.finding is None or line.finding < len(rules) for line in analysis.account)
