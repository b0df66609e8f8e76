"""Word diff of two generations: paragraphs are aligned first, and only pairs that changed are compared by words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from reviewapp.web.worddiff import Diff, word_diff

MOST = 60_000  # characters of one changed passage that are compared by words; beyond it is shown whole


@dataclass(frozen=True, slots=True)
class Passage:
    """One run of paragraphs: the same on both sides, or changed, with the words that differ."""

    before: str
    after: str
    diff: Diff | None
    whole: bool = False  # too long to compare by words

    @property
    def same(self) -> bool:
        return self.before == self.after


def compare(before: str, after: str) -> tuple[Passage, ...]:
    """The passages' sides joined by line breaks are the texts."""
    return tuple(_passages(before.split("\n"), after.split("\n")))


def _passages(before: list[str], after: list[str]) -> Iterator[Passage]:
    for op, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        left, right = "\n".join(before[a:b]), "\n".join(after[c:d])
        yield Passage(left, right, None) if op == "equal" else _changed(left, right)


def _changed(before: str, after: str) -> Passage:
    if len(before) + len(after) > MOST:
        return Passage(before, after, None, whole=True)
    return Passage(before, after, word_diff(before, after))
