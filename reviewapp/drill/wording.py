"""Whether a text still lays a rule down, read from its words by the scenario alone: the engine has no part in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from reviewapp.drill.types import Scenario

_END = re.compile(r"(?<=[.!?])\s+|\n+")
_LIFTED = re.compile(
    r"\b(no longer|obsolete|lifted|expired|superseded|withdrawn|optional|"
    r"where possible|if possible|ideally|preferably|generally|usually|at your discretion)\b",
    re.IGNORECASE,
)


def sentences(text: str) -> list[str]:
    return [part.strip() for part in _END.split(text) if part.strip()]


def carries(text: str, scenario: Scenario) -> bool:
    """A sentence holds one word of each group, and no word in it lifts or softens the rule."""
    return any(_whole(sentence, scenario) and not _LIFTED.search(sentence) for sentence in sentences(text))


def _whole(sentence: str, scenario: Scenario) -> bool:
    return all(any(_stands(word, sentence) for word in group) for group in scenario.carried)


def _stands(word: str, sentence: str) -> bool:
    """As a word of its own: `500` does not stand in `1500`."""
    return re.search(rf"(?<![\w]){re.escape(word.strip())}(?![\w])", sentence, re.IGNORECASE) is not None


def texts(messages: Iterable[object]) -> Iterator[str]:
    """The text parts of chat messages, in order."""
    for message in messages:
        content = message.get("content") if isinstance(message, dict) else None
        if isinstance(content, str):
            yield content
        elif isinstance(content, list):
            yield from (
                part["text"] for part in content if isinstance(part, dict) and isinstance(part.get("text"), str)
            )
