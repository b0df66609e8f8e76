"""What a strike takes out of a text: what says something, whole, so that what stays says something too."""

from __future__ import annotations

import re

from reviewapp.engine.text import Shape, sentences
from reviewapp.models import Finding
from reviewapp.services.compactions.judging import FALSE

BARE = frozenset({"numeral", "identifier"})  # kinds whose spans are a value or a name, not what is said of it
_OF_VALUES = ("numeral.", "identifier.", "addition.person")  # rules that find such spans whatever kind they report
_SAYS = 3  # words; fewer of a sentence say nothing by themselves
_WORD = re.compile(r"\S*\w\S*")
_EMPTIED = frozenset({"()", "[]", "{}", '""', "“”", "„“", "‘’", "''", "``", "**", "__"})  # around nothing
_FULL_STOPS = (".", "!", "?")
_JOINING = "and|or|but|nor|und|oder|aber"  # a capital begins a sentence behind the span, which is none of its joints
_GAP = r"[ \t]*\n?[ \t]*"
_JOINT_BEFORE = re.compile(rf"(?:[,;–—]|(?<![\w-])(?i:{_JOINING})){_GAP}\Z")
_JOINT_AFTER = re.compile(rf"{_GAP}(?:[,;–—]|(?:{_JOINING})(?![\w-]))")
_LONGEST_JOINT = 40  # code points, with the space around it
_PARTS = re.compile("[;–—]")  # what parts more than a comma does
_ENDS = re.compile(r"[ \t]*(?:\Z|[.!?)\]}]|\n(?![ \t]*[a-zà-ÿ]))")
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
    return finding.change in FALSE and finding.summary_start is not None


def without_the_false(summary: str, finding: Finding) -> str:
    span = struck_span(finding, summary) if is_false(finding) else None
    return cut(summary, *span) if span else summary


def _says(words: str) -> bool:
    return len(_WORD.findall(words)) >= _SAYS


def cut(text: str, start: int, end: int) -> str:
    """The text without a span, and without what it leaves: a joint that joins nothing, a second space, a blank line, an
    empty list item."""
    low, high, mark = seam(text, start, end)
    before, after = text[:low], text[high:]
    if not after.partition("\n")[0].strip():
        before = _LIST_MARK.sub("", before)
    left, right = before.rstrip(), after.lstrip()
    if not left or not right:
        return left + mark + right
    gaps = (before[len(left) :], after[: len(after) - len(right)])
    gap = max(gaps, key=lambda each: (each.count("\n"), len(each)))
    touching = right[0] in ".,;:!?)]}" or left[-1] in "([{"
    return left + mark + ("" if touching and "\n" not in gap else gap) + right


def seam(text: str, start: int, end: int) -> tuple[int, int, str]:
    """What goes with a span, from where to where, and the mark that then ends the sentence before it.

    Only joints go, the commas and conjunctions that held the span to its neighbours: of the two around it the weaker
    one, and both where the sentence begins or ends with the span. No other word does.
    """
    while start and text[start - 1 : start] + text[end : end + 1] in _EMPTIED:
        start, end = start - 1, end + 1
    own = text[end - 1 : end] if text[end - 1 : end] in _FULL_STOPS else ""
    low, high = _over_joints_before(text, start), end if own else _over_joints_after(text, end)
    ends = bool(own) or _ENDS.match(text, high) is not None
    if _begins(text, low, ends=ends):
        return (low if ends else start), high, ""
    if ends:
        return len(text[:low].rstrip(" \t:")), high, own
    if low == start or high == end:
        return start, end, ""
    return (start, high, "") if _PARTS.search(text, low, start) else (low, end, "")


def _over_joints_before(text: str, at: int) -> int:
    while found := _JOINT_BEFORE.search(text, max(0, at - _LONGEST_JOINT), at):
        at = found.start()
    return at


def _over_joints_after(text: str, at: int) -> int:
    while found := _JOINT_AFTER.match(text, at, at + _LONGEST_JOINT):
        at = found.end()
    return at


def _begins(text: str, at: int, *, ends: bool) -> bool:
    """Whether a sentence begins there: what stands before it is another one, another paragraph, or a list's mark. A
    colon leads to it too, but to nothing where the sentence also `ends`."""
    before = text[:at]
    left = before.rstrip()
    gap = before[len(left) :]
    if not left or gap.count("\n") > 1 or _LIST_MARK.search(before):
        return True
    return left[-1] in ".!?([{" or (left[-1] == ":" and ("\n" in gap or not ends))
