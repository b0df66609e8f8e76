"""Names of people and firms: capitalised words inside a running sentence; headings and sentence starts do not count."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter

from reviewapp.engine.text import LONGEST_WORD, Sentence, Shape

_WORD = r"[A-ZÀ-ÖØ-Þ][\w'’-]*[a-zß-öø-ÿ][\w'’-]*"
_TITLE = r"(?:Dr|Mr|Mrs|Ms|Prof|Sir|Dame|Herr|Frau|Mme|Sra?)\.?"
_FORM = r"(?:GmbH|AG|KG|SE|Inc|Ltd|LLC|PLC|Corp|Co|SA|SARL|SAS|SpA|BV|NV|AB|Oy|AS|ApS|Pty|LLP|Lda|SL)\b\.?"
_LINK = r"(?:van|von|de|der|den|da|dos|la|le|al|bin|of|the)"
# A run of capitals is no name from any of its letters: it is taken whole, not tried at each of them.
_CAPITALS = r"[A-ZÀ-ÖØ-Þ](?:(?![a-zß-öø-ÿ])[\w'’-])*+"
_NAME = re.compile(rf"((?:{_TITLE} )?{_WORD}(?: {_LINK} {_WORD}| {_WORD}| [A-Z]\.)*(?: {_FORM})?)|{_CAPITALS}")
_TITLED = re.compile(rf"{_TITLE} ")
_FORMED = re.compile(rf" {_FORM}$")
_RUNNING = re.compile(r"(?<![a-zà-ÿ])[a-zà-ÿ]{2,}+ (?:\S+ )?[a-zà-ÿ]{2}")


def names(sentence: Sentence) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Spans in the text that the sentence was cut from, and the name's own words, folded."""
    lead_in = sentence.text.rstrip("*_ ").endswith(":")
    if lead_in or sentence.shape in (Shape.HEADING, Shape.CODE, Shape.CELL) or not _RUNNING.search(sentence.text):
        return
    for match in filter(itemgetter(1), _NAME.finditer(sentence.text)):
        own = tuple(
            word.strip(".'’").removesuffix("'s").removesuffix("’s").lower()
            for word in match[0].split()
            if word[:1].isupper()
        )
        marked = _TITLED.match(match[0]) or _FORMED.search(match[0])
        if marked or (len(own) > 1 and _within(sentence.text, match.start())):
            yield sentence.start + match.start(), sentence.start + match.end(), own


def _within(text: str, start: int) -> bool:
    """Preceded by a word of the same sentence: capitals there are not those of a beginning."""
    before = text[max(0, start - LONGEST_WORD) : start].rstrip()
    return bool(before) and (before[-1].isalnum() or before[-1] in ",&") and before.split()[-1].rstrip(",&").islower()
