"""The sentence that a person reads first about a finding: a message by its id, so that it can be translated."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from reviewapp.engine.types import Finding, Kind, Said, Severity

MESSAGES = Path(__file__).with_name("said.json")
LONGEST = 60  # characters of the words that a sentence repeats
_ANY_LOSS = {Kind.NUMERAL: "value-left-out", Kind.IDENTIFIER: "name-left-out", Kind.ADDITION: "not-said"}
_CONFIDENCE = {Severity.BLOCKING: 900, Severity.WARNING: 600, Severity.NOTE: 300}
_OPEN = 400


@lru_cache(maxsize=1)
def _tables() -> tuple[dict[str, str], dict[str, str]]:
    told = json.loads(MESSAGES.read_text(encoding="utf-8"))
    return told["messages"], told["rules"]


def messages() -> Mapping[str, str]:
    """Every message in English by its id; `{words}` stands for what the turn says, `{stated}` for the summary's."""
    return _tables()[0]


def message_of(rule: str, kind: Kind) -> str:
    """The id of the message for a rule; a rule that has none of its own is told by the kind of its loss."""
    rules = _tables()[1]
    return rules.get(rule) or rules.get(rule.partition(".")[2]) or _ANY_LOSS.get(kind, "check-rule")


def said_of(finding: Finding, words: str, stated: str) -> Said:
    """The message for a finding whose source and target are these words."""
    given = {"words": words, "stated": stated}
    message = message_of(finding.rule, finding.kind)
    used = {name: _short(text) for name, text in given.items() if f"{{{name}}}" in messages()[message]}
    return Said(message, tuple(used.items()))


def sentence(said: Said) -> str:
    """The message in English."""
    return messages()[said.message].format(**dict(said.parameters))


def confidence_of(finding: Finding) -> int:
    """How sure a finding is of which the learned order says nothing, 0..1000, as its severity tells it."""
    return _OPEN if finding.undecided else _CONFIDENCE[finding.severity]


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
