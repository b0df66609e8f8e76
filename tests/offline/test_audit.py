"""What past compactions lost, one after another: what is told where, and what is told to have been left out."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable
from typing import Any

from reviewapp.importers import read
from reviewapp.offline.losses import Audited, Tally, audit
from reviewapp.offline.suggestions import Keys, suggested

RULE = "Never delete the invoices of 2024."
OTHER = "Do not call customers after 18:00."


def plain(*entries: dict[str, Any]) -> bytes:
    return "".join(json.dumps(entry) + "\n" for entry in entries).encode()


def said(content: str, role: str = "user", **more: str) -> dict[str, Any]:
    return {"role": role, "content": content, **more}


def audited(data: bytes, limit: int = 1_000_000) -> list[Audited]:
    return list(audit(read(io.BytesIO(data), "plain").events, Tally(), limit))


def quotes(losses: Iterable[Any]) -> list[str]:
    return [loss.sentence for loss in losses if loss.binds]


def test_lost_rule_is_told_with_its_line_and_whole_sentence() -> None:
    [only] = audited(plain(said("Hello."), said(f"Tidy the archive. {RULE}"), {"summary": "The archive is tidied."}))
    [loss] = [loss for loss in only.losses if loss.sentence == RULE]
    assert (loss.line, loss.role, str(loss.severity), loss.kind) == (2, "user", "blocking", "negation")
    assert (only.number, only.line, only.first_line, only.last_line, only.turns) == (1, 3, 1, 2, 2)


def test_kept_rule_is_no_loss() -> None:
    [only] = audited(plain(said(RULE), {"summary": f"The user said: {RULE}"}))
    assert RULE not in quotes(only.losses)


def test_rule_of_the_first_stretch_that_the_second_summary_loses() -> None:
    first, second = audited(
        plain(said(RULE), {"summary": f"Rule: {RULE}"}, said("Sort the shelf."), {"summary": "The shelf is sorted."})
    )
    assert RULE not in quotes(first.losses)
    assert RULE in quotes(second.losses)


def test_loss_is_told_once_and_not_again_by_every_later_compaction() -> None:
    first, second = audited(
        plain(said(RULE), {"summary": "Nothing."}, said("Sort the shelf."), {"summary": "The shelf is sorted."})
    )
    assert RULE in quotes(first.losses)
    assert RULE not in quotes(second.losses)


def test_turn_that_stayed_word_for_word_is_not_lost() -> None:
    [only] = audited(plain(said("Hi.", id="1"), said(RULE, id="2"), {"summary": "A greeting.", "kept_from": "2"}))
    assert RULE not in quotes(only.losses)
    assert only.turns == 1


def test_turn_that_stayed_is_lost_by_the_compaction_that_drops_it() -> None:
    _, second = audited(
        plain(
            said("Hi.", id="1"),
            said(RULE, id="2"),
            {"summary": "A greeting.", "kept_from": "2"},
            {"summary": "A greeting, and more."},
        )
    )
    assert RULE in quotes(second.losses)


def test_summary_without_turns_before_it_can_not_be_reviewed() -> None:
    [only] = audited(plain({"summary": "All is well."}, said("Hello.")))
    assert only.unreadable == "the turns that it replaced are not in this file"
    assert only.losses == ()


def test_what_is_over_the_limit_is_told() -> None:
    many = [said(f"Note {number}: " + "x y " * 500) for number in range(40)]
    [only] = audited(plain(*many, {"summary": "Notes."}), limit=20_000)
    assert only.turns < 40
    assert only.cut[0].startswith(f"the oldest {40 - only.turns} turns")


def test_rule_of_a_tool_is_no_suggestion() -> None:
    compactions = audited(plain(said("Look."), said(RULE, "tool"), said(OTHER), {"summary": "Looked."}))
    assert [pin.text for pin in suggested(compactions, "f")] == [OTHER]


def test_suggested_pin_as_the_register_takes_it() -> None:
    [pin] = suggested(audited(plain(said(OTHER), {"summary": "Fine."})), "talk.jsonl")
    told = (pin.key, pin.text, pin.severity, pin.file, pin.line)
    assert told == ("do-not-call-customers-after-18-00", OTHER, "HARD_DENIAL", "talk.jsonl", 1)


def test_keys_are_unlike_each_other_and_never_empty() -> None:
    keys = Keys()
    assert [keys.key(text) for text in ("Never push.", "never push!", "禁止", "x" * 200)] == [
        "never-push",
        "never-push-2",
        "rule",
        "x" * 60,
    ]
