"""What a strike takes out of a text: what says something, whole, so that what stays says something too."""

from __future__ import annotations

import re

from reviewapp.engine.text import Shape, sentences
from reviewapp.engine.types import Change
from reviewapp.models import Finding

BARE = frozenset({"numeral", "identifier"})  # kinds whose spans are a value or a name, not what is said of it
_OF_VALUES = ("numeral.", "identifier.", "addition.person")  # rules that find such spans whatever kind they report
_FALSE = frozenset({Change.ALTERED, Change.INVERTED})
_SAYS = 3  # words; fewer of a sentence say nothing by themselves
_WORD = re.compile(r"\S*\w\S*")
_LIST_MARK = re.compile(r"^[ \t]*(?:[-*+•]|\d+[.)])[ \t]*\Z", re.MULTILINE)


def sentence_around(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence, or the sentences, that a span stands in: of a value alone a reader does not learn what it is of.
    Of a cell, the row."""
    around = [each for each in sentences(text) if each.start < end and start < each.end]
    first, last = min([start, *(each.start for each in around)]), max([end, *(each.end for each in around)])
    if any(each.shape is Shape.CELL for each in around):
        below = text.find("\n", last)
        return text.rfind("\n", 0, first) + 1, len(text) if below < 0 else below
    return first, last


def struck_span(finding: Finding, summary: str) -> tuple[int, int] | None:
    """What a strike of the finding cuts: its span, or the sentence around it where either would say nothing alone, as
    in "The limit is ." and "The user ."."""
    start, end = finding.summary_start, finding.summary_end
    if start is None or end is None or start == end:
        return None
    first, last = sentence_around(summary, start, end)
    bare = finding.kind in BARE or finding.rule.startswith(_OF_VALUES) or not _says(summary[start:end])
    return (first, last) if bare or not _says(f"{summary[first:start]} {summary[end:last]}") else (start, end)


def is_false(finding: Finding) -> bool:
    """Whether the summary says something else in its place: the true words beside it would leave the agent both."""
    return finding.change in _FALSE and finding.summary_start is not None


def without_the_false(summary: str, finding: Finding) -> str:
    span = struck_span(finding, summary) if is_false(finding) else None
    return cut(summary, *span) if span else summary


def _says(words: str) -> bool:
    return len(_WORD.findall(words)) >= _SAYS


def cut(text: str, start: int, end: int) -> str:
    """The text without a span, and without what it leaves: a second space, a blank line, an empty list item, a comma
    at the head of a sentence."""
    before, after = text[:start], text[end:]
    if not after.partition("\n")[0].strip():
        before = _LIST_MARK.sub("", before)
    left = before.rstrip()
    if not left or left[-1] in ".!?:":
        after = after.lstrip(",;")
    right = after.lstrip()
    if not left or not right:
        return left + right
    gaps = (before[len(left) :], after[: len(after) - len(right)])
    gap = max(gaps, key=lambda each: (each.count("\n"), len(each)))
    return left + ("" if right[0] in ".,;:!?" and "\n" not in gap else gap) + right
