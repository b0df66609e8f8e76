"""What the account says of single lines, and that it is the same after it was packed."""

from __future__ import annotations

import pytest

from reviewapp.engine import Origin, Turn, analyse
from reviewapp.engine.account import Account, BadBlock, Line, State, Unit, digest, holds, joined, pack, unpack

RULE = "Never push to the main branch."


def lines(*turns: Turn, summary: str) -> list[Line]:
    return list(analyse(turns, summary).account)


def states(said: str, summary: str) -> list[State]:
    """What became of each sentence of a user's turn."""
    told = lines(Turn("user", said), summary=summary)
    return [line.state for line in told if line.unit is Unit.SENTENCE and line.turn is not None]


def passes(said: str, summary: str) -> bool:
    analysis = analyse([Turn("user", said)], summary)
    return not holds(analysis.account, not_analysed=len(analysis.coverage.skipped))


def test_a_line_says_where_it_is_kept() -> None:
    (line,) = lines(Turn("user", RULE), summary=f"Rules:\n- {RULE}")
    assert line == Line(Unit.SENTENCE, 0, 0, len(RULE), Origin.USER, State.KEPT, 9, 9 + len(RULE))


@pytest.mark.parametrize(
    "told",
    [
        "never push to the main branch",
        "**Never push to the main branch!**",
        "Rules:\n1. Never  push to the `main` branch",
        "User messages (verbatim):\n> Never push to the main branch.",
        "Rule: Never push to the main branch.",
        "[[turn:0]] Never push to the main branch.",
    ],
)
def test_spelling_and_layout_change_nothing(told: str) -> None:
    assert states(RULE, told) == [State.KEPT]
    assert passes(RULE, told)


@pytest.mark.parametrize(
    "told",
    [
        "Never push to the main branch?",
        "Never push to the main branch...",
        "~~Never push to the main branch.~~",
        '"Never push to the main branch."',
        "> Never push to the main branch.",
        "No longer valid:\n- Never push to the main branch.",
        "# Done\n- Never push to the main branch.",
        "- [x] Never push to the main branch.",
        "```\nNever push to the main branch.\n```",
        "Suggestion: Never push to the main branch.",
        "Never push to the main branch. This ended on Monday.",
        "<!--\nNever push to the main branch.\n-->",
        "Never push to the Main branch.",
    ],
)
def test_what_is_set_around_a_rule_can_change_it(told: str) -> None:
    assert not passes(RULE, told)


def test_equal_values_are_one() -> None:
    assert states("Wait 5 minutes between the calls.", "Wait five min between the calls.") == [State.KEPT]
    assert not passes("Wait 5 minutes between the calls.", "Wait 6 minutes between the calls.")


def test_rules_on_the_same_thing_keep_their_order() -> None:
    said = "Pushing to main is forbidden. Pushing to main is fine from Monday on."
    assert passes(said, said)
    assert not passes(said, "Pushing to main is fine from Monday on. Pushing to main is forbidden.")


def test_a_sentence_that_leans_on_another_has_to_follow_it() -> None:
    said = "The staging database is full of old data. Drop it on Sunday night. The live one stays untouched."
    assert passes(said, said)
    moved = "The live one stays untouched. Drop it on Sunday night. The staging database is full of old data."
    assert not passes(said, moved)


def test_an_answer_without_its_question_is_open() -> None:
    turns = [Turn("assistant", "Shall I drop the table?"), Turn("user", "Yes, on Monday.")]
    account = analyse(turns, "Yes, on Monday.").account
    assert [hold.state for hold in holds(account)] == [State.UNDECIDED]


@pytest.mark.parametrize(
    ("before", "said", "kept"),
    [
        ("The tests are red.", "Run the suite.", True),
        ("Which suite shall I run?", "Run the suite.", False),
        ("Say which one:", "The smoke suite.", False),
        ("The report is done.", "Fine, carry on.", False),
        ("I could deploy on Friday.", "Never on Fridays.", False),
        ("I could delete the backups.", "Never delete backups.", True),
        ("Ich könnte jetzt starten.", "Einverstanden, Kollege.", False),
        ("I could delete it.", "Delete it now.", False),
    ],
)
def test_a_few_words_are_kept_where_they_say_what_they_are_about(before: str, said: str, *, kept: bool) -> None:
    account = analyse([Turn("assistant", before), Turn("user", said)], said).account
    assert (not holds(account)) is kept


def test_a_word_that_points_ahead_leans_on_nothing() -> None:
    said = "Pin this: Deploys go to eu-west-3 only."
    assert passes(said, said)


def test_a_heading_that_forbids_has_to_stay() -> None:
    said = "Not allowed:\n- pushing to the main branch"
    assert passes(said, said)
    assert not passes(said, "Rules:\n- pushing to the main branch")


def test_what_nobody_said_holds_with_its_values() -> None:
    told = lines(Turn("user", RULE), summary=f"{RULE} The gate closes at 17:45.")
    new = [(line.unit, line.state) for line in told if line.turn is None]
    assert new == [(Unit.SENTENCE, State.UNDECIDED), (Unit.NUMBER, State.UNDECIDED)]


def test_values_of_tools_are_listed_and_never_hold() -> None:
    turns = [Turn("user", RULE), Turn("tool", "commit 77ab3f1 p99 22.7 ms at 0x7FF8, batch MB-20417")]
    analysis = analyse(turns, RULE)
    text = turns[1].content
    listed = {text[line.start : line.end] for line in analysis.account if line.turn == 1}
    assert listed >= {"77ab3f1", "22.7 ms", "0x7FF8", "MB-20417"}
    assert {line.state for line in analysis.account if line.turn == 1} == {State.MISSING}
    assert holds(analysis.account) == ()


def test_a_finding_is_named_by_its_line() -> None:
    analysis = analyse([Turn("user", RULE)], "Pushing to the main branch is fine.")
    line = analysis.account[0]
    assert (line.state, line.finding) == (State.CHANGED, 0)
    assert analysis.findings[0].source is not None


def test_parts_that_were_not_analysed_hold() -> None:
    assert [hold.of for hold in holds(Account(), not_analysed=2)] == ["coverage"]


def test_an_account_is_the_same_after_it_was_packed() -> None:
    turns = [Turn("user" if turn % 3 else "tool", f"Keep {turn} files in src/part_{turn}.py.") for turn in range(2_500)]
    account = analyse(turns, "Keep 7 files in src/part_7.py. Keep 9 of them.").account
    blocks = list(pack(account))
    assert [block.first for block in blocks] == [0, 1_000, 2_000, None]
    assert joined(blocks) == account
    assert digest(joined(blocks)) == digest(account)
    assert {line.turn for line in unpack(blocks[1].data)} == set(range(1_000, 2_000))
    assert sum(block.lines for block in blocks) == len(account)


@pytest.mark.parametrize("data", [b"", b"no block", next(pack(analyse([Turn("user", RULE)], RULE).account)).data[:-1]])
def test_bytes_that_are_no_block_are_refused(data: bytes) -> None:
    with pytest.raises(BadBlock):
        unpack(data)
