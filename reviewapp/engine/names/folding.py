"""Names folded so that equal ones are equal: `agentName`, `agent-name` and `agent_name` have one form."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Set

_COUNT = 3  # digits: fewer letters than that a word has
Ends = tuple[int, str, str]
CUT = 6  # a shorter beginning of a name says nothing
_KEPT = b"abcdefghijklmnopqrstuvwxyz0123456789_-."
_TO_SPACE = bytes(c if c in _KEPT or c in b"\n" or c >= 128 else 32 for c in range(256))
# Marks, and letters of scripts that write no spaces: `INS-902` ends where a Korean particle begins.
_ODD = re.compile(r"[^\x00-\x7f\u00c0-\u024f\u0370-\u052f\u0600-\u06ff\u0900-\u097f]+")


def folded_lines(text: str) -> list[str]:
    """The lines in lower case, without `_` and `-`, every other mark but a dot inside a part as a space."""
    low = text.lower()
    if not low.isascii():
        low = _ODD.sub(" ", low)
    plain = b"\n" + low.encode().translate(_TO_SPACE, b"_-") + b"\n"
    for edge, bare in ((b". ", b" "), (b" .", b" "), (b".\n", b"\n"), (b"\n.", b"\n")):
        plain = plain.replace(edge, bare)
    return plain[1:-1].decode().split("\n")


def pieces(parts: tuple[str, ...]) -> set[str]:
    """The parts, and what stands on either side of a dot in them."""
    return {piece for part in parts for piece in (part, *part.split("."))}


def begun(words: list[str], part: str) -> list[str]:
    """The first of the sorted words that goes on where `part` ends."""
    at = bisect_left(words, part)
    return words[at : at + 1] if len(part) >= CUT and at < len(words) and words[at].startswith(part) else []


def counted(short: str, ends: Set[Ends]) -> bool:
    """Is it a word with its inner letters counted, `a11y` for accessibility, among words of these lengths and ends?"""
    inner = short[1:-1]
    if not (inner.isdigit() and len(inner) < _COUNT and short[0].isalpha() and short[-1].isalpha()):
        return False
    return (int(inner) + 2, short[0], short[-1]) in ends


def ends_of(words: Iterable[str]) -> frozenset[Ends]:
    """The lengths of the words, each with its first and its last letter."""
    return frozenset((len(word), word[0], word[-1]) for word in words if word)
