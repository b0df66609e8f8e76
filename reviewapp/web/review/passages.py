"""The sentence that a span stands in, as a card shows it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from reviewapp.masking.secrets import Extract
from reviewapp.web.worddiff import Change, as_is

ROOM = 140  # code points of context on each side of a quote, at most to the end of its sentence
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|\n")
_SPACE = re.compile(r"\s+")


class Passage(NamedTuple):
    """Code points `start`..`end` of a text, and a sign at each end where the sentence goes on beyond it."""

    start: int
    end: int
    head: str
    tail: str

    def dress(self, changes: Iterable[Change]) -> tuple[Change, ...]:
        return (*as_is("same", Extract.of(self.head)), *changes, *as_is("same", Extract.of(self.tail)))


def passage(text: str, start: int, end: int) -> Passage:
    """The sentence around a span, within ROOM code points on each side and, where it can be, of whole words."""
    low, high = max(0, start - ROOM), min(len(text), end + ROOM)
    breaks = [found.end() for found in _SENTENCE_END.finditer(text, low, start)]
    stop = _SENTENCE_END.search(text, end, high)
    if not breaks and _is_cut(text, low):
        gap = _SPACE.search(text, low, start)
        low = gap.end() if gap else low
    if not stop and _is_cut(text, high):
        gaps = list(_SPACE.finditer(text, end, high))
        high = gaps[-1].start() if gaps else high
    first, last = (breaks[-1] if breaks else low), (stop.start() if stop else high)
    first += len(text[first:start]) - len(text[first:start].lstrip())
    head, tail = "… " if first == low > 0 else "", " …" if last == high < len(text) else ""
    return Passage(first, last, head, tail)


def _is_cut(text: str, at: int) -> bool:
    """Whether a word goes on across that place."""
    return 0 < at < len(text) and not text[at - 1].isspace() and not text[at].isspace()
