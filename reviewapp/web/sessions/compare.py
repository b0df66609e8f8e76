"""Word diff of two generations: paragraphs are aligned first, and only pairs that changed are compared by words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate

from reviewapp.masking.secrets import Extract
from reviewapp.web.worddiff import Diff, word_diff

MOST = 60_000  # characters of one changed passage that are compared by words; beyond it is shown whole


@dataclass(frozen=True, slots=True)
class Passage:
    """One run of paragraphs: the same on both sides, or changed, with the words that differ."""

    before: Extract
    after: Extract
    diff: Diff | None
    whole: bool = False  # too long to compare by words

    @property
    def same(self) -> bool:
        return self.before.text == self.after.text

    @property
    def blank(self) -> bool:
        """Empty lines alone, which show nothing."""
        return not (self.before.text.strip() or self.after.text.strip())


def compare(before: str, after: str) -> tuple[Passage, ...]:
    """The passages' sides joined by line breaks are the texts."""
    return tuple(_passages(_lines(before), _lines(after)))


def _lines(text: str) -> list[Extract]:
    lines = text.split("\n")
    starts = accumulate((len(line) + 1 for line in lines), initial=0)
    return [Extract(text, start, start + len(line)) for start, line in zip(starts, lines, strict=False)]


def _run(lines: list[Extract], first: int, stop: int) -> Extract:
    return Extract(lines[first].whole, lines[first].start, lines[stop - 1].end) if first < stop else Extract.of("")


def _passages(before: list[Extract], after: list[Extract]) -> Iterator[Passage]:
    left_lines, right_lines = [line.text for line in before], [line.text for line in after]
    for op, a, b, c, d in SequenceMatcher(None, left_lines, right_lines, autojunk=False).get_opcodes():
        left, right = _run(before, a, b), _run(after, c, d)
        yield Passage(left, right, None) if op == "equal" else _changed(left, right)


def _changed(before: Extract, after: Extract) -> Passage:
    if len(before.text) + len(after.text) > MOST:
        return Passage(before, after, None, whole=True)
    return Passage(before, after, word_diff(before, after))
