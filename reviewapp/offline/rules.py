"""Pins that instruction files ask for: each rule with its file and line, and the rules that contradict each other."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reviewapp.engine import Origin, Pin, Turn, analyse, check_pins
from reviewapp.engine.claims.contradiction import contradict
from reviewapp.engine.text import sentences
from reviewapp.engine.types import SEVERITY_RANK, Change, Finding, Severity
from reviewapp.importers import BadTranscript
from reviewapp.offline.instructions import Passage, passages
from reviewapp.offline.suggestions import LONGEST, RULES, Keys, Suggestion, severity_of

LARGEST = 1_000_000  # bytes of one file
_AT_ONCE = 100  # passages of one analysis, which names a bounded number of findings of a rule
MOST_COMPARED = 400  # rules of which each pair is compared
_WORD = re.compile(r"\w{3,}")


class BadInstructions(BadTranscript):
    """A file that can't be read as instructions; the text says why."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two rules that can't both hold: `first` and `second` are keys."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class RuleSet:
    """`left_out` says what was not looked at, and why; empty where everything was."""

    pins: tuple[Suggestion, ...]
    conflicts: tuple[Conflict, ...]
    left_out: tuple[str, ...] = ()


def proposed(files: Sequence[tuple[str, bytes]]) -> RuleSet:
    """The rules of these files (name, content), in their order; one that stands in two files is proposed once.

    Raises BadInstructions for a file that is no text in UTF-8, holds NUL or is over a million bytes.
    """
    keys, pins, left_out = Keys(), dict[str, Suggestion](), list[str]()
    for name, content in files:
        for text, line, kind in _rules(name, content, left_out):
            if text not in pins:
                pins[text] = Suggestion(keys.key(text), text, severity_of(kind), name, line)
    found = tuple(pins.values())
    if len(found) > MOST_COMPARED:
        left_out.append(f"conflicts among {len(found):,} rules: at most {MOST_COMPARED} are compared with each other")
    return RuleSet(found, tuple(pairs(found)), tuple(left_out))


def _rules(name: str, content: bytes, left_out: list[str]) -> Iterator[tuple[str, int, str]]:
    """Text, line and kind of each rule of one file."""
    found = list(passages(_decoded(name, content)))
    turns = [Turn("system", passage.text, Origin.SYSTEM) for passage in found]
    lost: dict[tuple[int, int], Finding] = {}
    for begin in range(0, len(turns), _AT_ONCE):
        for finding in analyse(turns[begin : begin + _AT_ONCE], "").findings:
            if _is_rule(finding) and finding.source and finding.source.turn is not None:
                lost.setdefault((begin + finding.source.turn, finding.source.start), finding)
    told = set[tuple[int, str]]()
    for (turn, start), finding in sorted(lost.items()):
        text, line = _sentence(found[turn], start)
        if (turn, text) in told:
            continue  # one sentence, two rules of the engine
        told.add((turn, text))
        if len(text) > LONGEST:
            left_out.append(f"{name}, line {line}: a rule of {len(text):,} characters, more than {LONGEST:,}")
        else:
            yield text, line, str(finding.kind)


def _decoded(name: str, content: bytes) -> str:
    if len(content) > LARGEST:
        raise BadInstructions(f"{name} has more than {LARGEST:,} bytes.")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInstructions(f"{name} is no text in UTF-8.") from None
    if "\0" in text:
        raise BadInstructions(f"{name} holds NUL characters, so it is no text.")
    return text.replace("\r\n", "\n")


def _is_rule(finding: Finding) -> bool:
    return finding.kind in RULES and SEVERITY_RANK[finding.held_severity] >= SEVERITY_RANK[Severity.WARNING]


def _sentence(passage: Passage, at: int) -> tuple[str, int]:
    """The sentence around a place, on one line, and the line of the file where it begins."""
    for each in sentences(passage.text):
        if each.start <= at < each.end:
            return " ".join(each.text.split()), passage.line_of(each.start)
    return " ".join(passage.text.split()), passage.line


def pairs(pins: Sequence[Suggestion]) -> Iterator[Conflict]:
    """The pins that contradict each other; none are named where there are more than MOST_COMPARED."""
    if len(pins) > MOST_COMPARED:
        return
    for index, pin in enumerate(pins):
        for other in range(index + 1, len(pins)):
            if contradictory(pin.text, pins[other].text):
                yield Conflict(pin.key, pins[other].key)


def contradictory(first: str, second: str) -> bool:
    """Whether one turns the other round, or says another value of the same thing. Without a common word: no."""
    if not words(first) & words(second):
        return False
    return contradict(first, second) or any(
        finding.change is Change.INVERTED for finding in check_pins([], second, [Pin("first", first)])
    )


@lru_cache(maxsize=4096)
def words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))
