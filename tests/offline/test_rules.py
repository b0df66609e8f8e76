"""Pins from instruction files: which sentences become one, from which line, and which can't hold together."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from reviewapp.offline.rules import LARGEST, MOST_COMPARED, BadInstructions, RuleSet, proposed
from reviewapp.offline.rules_command import as_json

CHECKOUT = Path(__file__).parent.parent.parent


def rules(text: str) -> RuleSet:
    return proposed([("CLAUDE.md", text.encode())])


def lines(text: str) -> list[tuple[str, int]]:
    return [(pin.text, pin.line) for pin in rules(text).pins]


def test_rule_is_the_sentence_without_marks_and_with_its_line() -> None:
    text = "# Shop\n\nThis is a web shop.\n\n- Some words. Do **not** edit\n  `migrations/` by [hand](x).\n"
    assert lines(text) == [("Do not edit `migrations/` by hand.", 5)]


def test_line_of_a_sentence_within_a_paragraph() -> None:
    assert lines("The shop is old.\nIt has tests.\nNever push to main.\n") == [("Never push to main.", 3)]


def test_code_comments_and_front_matter_are_no_rules() -> None:
    text = (
        "---\nnote: Never read this.\n---\n<!-- Never read this. -->\n```\nNever read this.\n```\nNever push to main.\n"
    )
    assert lines(text) == [("Never push to main.", 8)]


@pytest.mark.parametrize("lead_in", ["Never:\n", "Never:\n\n", "## Never\n\n"])
def test_lead_in_is_joined_to_each_item_under_it(lead_in: str) -> None:
    found = rules(f"{lead_in}- push to main\n- Commit secrets\n")
    assert [(pin.text, pin.severity) for pin in found.pins] == [
        ("Never push to main", "HARD_DENIAL"),
        ("Never commit secrets", "HARD_DENIAL"),
    ]


def test_lead_in_ends_with_its_list() -> None:
    found = [
        text for text, _ in lines("Never:\n- push to main\n- commit secrets\n\n- Run the tests before each commit.\n")
    ]
    assert found == ["Never push to main", "Never commit secrets", "Run the tests before each commit."]


def test_numbered_policy_in_plain_text_and_windows_line_ends() -> None:
    text = "Policy\r\n\r\n1. Refunds above 60 EUR must be approved by Marta.\r\n2. Staff may not refund gift cards.\r\n"
    assert [line for _, line in lines(text)] == [3, 4]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Do not use npm for installs.", "Use npm for installs."),
        ("You may deploy on Fridays.", "Do not deploy on Fridays."),
        ("Refunds above 60 EUR need approval by Marta.", "Refunds above 80 EUR need approval by Marta."),
    ],
)
def test_rules_that_contradict_each_other_are_named(first: str, second: str) -> None:
    found = rules(f"- {first}\n- Never push to main.\n- {second}\n")
    [conflict] = found.conflicts
    texts = {pin.key: pin.text for pin in found.pins}
    assert (texts[conflict.first], texts[conflict.second]) == (first, second)


def test_rules_that_agree_are_no_conflict() -> None:
    assert rules("- Never push to main.\n- Run the tests before you push.\n- Never push tags.\n").conflicts == ()


def test_more_rules_than_are_compared_is_told() -> None:
    found = rules("".join(f"- Never delete bucket b{number}x.\n" for number in range(MOST_COMPARED + 1)))
    assert len(found.pins) == MOST_COMPARED + 1
    assert found.left_out[0].startswith(f"conflicts among {MOST_COMPARED + 1:,} rules")


def test_rule_of_two_files_is_one_pin_of_the_first() -> None:
    found = proposed([("CLAUDE.md", b"Never push to main."), ("AGENTS.md", b"Never push to main.\nNever push tags.")])
    assert [(pin.file, pin.key) for pin in found.pins] == [
        ("CLAUDE.md", "never-push-to-main"),
        ("AGENTS.md", "never-push-tags"),
    ]


@pytest.mark.parametrize("content", [b"\xff\xfe", b"Never\0push.", b"x" * (LARGEST + 1)])
def test_what_is_no_text_is_refused_by_name(content: bytes) -> None:
    with pytest.raises(BadInstructions, match=r"policy\.txt"):
        proposed([("policy.txt", content)])


def test_document_is_the_registers_own_form() -> None:
    document = json.loads(as_json(rules("Never push to main.")))
    pin = {"key": "never-push-to-main", "text": "Never push to main.", "severity": "HARD_DENIAL"}
    assert (document["format"], document["pins"]) == ("stet-register/1", [pin])
    assert document["sources"] == {"never-push-to-main": {"file": "CLAUDE.md", "line": 1}}


@pytest.mark.parametrize(
    ("content", "code", "told"),
    [
        (b"Never push to main.", 0, b"HARD_DENIAL  never-push-to-main"),
        (b"Never push to main.\n\nPush to main.", 1, b"can't both hold"),
        (b"\xff", 2, b"is no text in UTF-8"),
        (None, 2, b"can't be opened: No such file"),
    ],
)
def test_command_and_its_exit_codes(tmp_path: Path, content: bytes | None, code: int, told: bytes) -> None:
    path = tmp_path / "CLAUDE.md"
    if content is not None:
        path.write_bytes(content)
    command = [sys.executable, "-m", "reviewapp.cli", "rules", str(path)]
    done = subprocess.run(command, cwd=CHECKOUT, capture_output=True, check=False)
    assert done.returncode == code
    assert told in done.stdout
