"""Pins worth having: rules of people that a compaction lost, or that an instruction file lays down."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from reviewapp.engine.types import Change, Kind, Severity
from reviewapp.offline.losses import Audited, Loss

RULES = frozenset({Kind.NEGATION, Kind.OBLIGATION, Kind.PERMISSION})
_LOST = frozenset({Change.DROPPED, Change.SOFTENED, Change.INVERTED, Change.ALTERED})
_WORD = re.compile(r"[a-z0-9]+")
KEY_LENGTH = 60
LONGEST = 2_000  # characters of a pin's text that are proposed without asking


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A pin as the register takes it, and where its words stand."""

    key: str
    text: str
    severity: str
    file: str
    line: int


class Keys:
    """Keys made of the first words of a text, each given out once."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def key(self, text: str, fallback: str = "rule") -> str:
        words = _WORD.findall(text.lower().replace("'", "").replace("’", ""))
        stem = ""
        for word in words:
            longer = f"{stem}-{word}" if stem else word[:KEY_LENGTH]
            if len(longer) > KEY_LENGTH:
                break
            stem = longer
        stem = stem or fallback
        key, number = stem, 1
        while key in self._taken:
            number += 1
            key = f"{stem}-{number}"
        self._taken.add(key)
        return key


def severity_of(kind: str) -> str:
    """A prohibition is a denial, whatever else is asked for is advice; a person decides otherwise when it is pinned."""
    return "HARD_DENIAL" if kind == Kind.NEGATION else "ADVISORY"


def suggested(audited: Iterable[Audited], file: str) -> Iterator[Suggestion]:
    """One pin for each lost rule of somebody who may bind; a rule that was lost twice is one pin."""
    keys, seen = Keys(), set[str]()
    for compaction in audited:
        for loss in compaction.losses:
            text = loss.sentence.strip()
            if _is_lost_rule(loss) and text not in seen and len(text) <= LONGEST:
                seen.add(text)
                yield Suggestion(keys.key(text), text, severity_of(loss.kind), file, loss.line)


def _is_lost_rule(loss: Loss) -> bool:
    counted = loss.severity is not Severity.NOTE
    return loss.binds and counted and loss.kind in RULES and loss.change in _LOST and bool(loss.quote.strip())
