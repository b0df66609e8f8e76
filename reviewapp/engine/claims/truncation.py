"""Does a text stop in the middle? Told from its last line."""

from __future__ import annotations

import re

from reviewapp.engine.pair import Pair

TAIL = 2_000  # characters of the last line that are looked at

_MARKER = re.compile(
    r"(?i)(?:\[\s*(?:truncated|continued|cut|output truncated)\b[^\]]{0,40}\]|<\s*truncated\s*>|\w(?:\.\.\.|…))\s*\Z"
)
_OPEN_TAG = re.compile(r"<(/?)([a-z][a-z0-9_]{2,40})>")
_LAST_WORD = re.compile(r"([^\W\d_][\w']*)\s*\Z")
_PAIRED = (("(", ")"), ("[", "]"), ("{", "}"))
_OPENING_WORDS = """
an the and or but nor of to from into onto if because than whose while with for by
be is are was were been has have had must should will would shall may might could its their his her our your my
der die das und oder für dass bei von les des et ou du pour avec que est sont doit
los las para por debe com в на для что
"""  # verb-final languages keep their auxiliaries out of the list: those do end sentences
_DANGLING = frozenset(_OPENING_WORDS.split())
_ENDINGS = "s es ed d ing ings er ers ly ion ions ation ations ment ments ness able al ally en"
_INFLECTIONS = frozenset(_ENDINGS.split())


def why_cut(pair: Pair) -> str:
    """How one sees that the summary is cut off; empty where it is not."""
    text = pair.summary.rstrip()
    line = text[text.rfind("\n") + 1 :][-TAIL:]
    last = _LAST_WORD.search(line[-TAIL:])
    word = last[1] if last else ""
    if _MARKER.search(text[-TAIL:]):
        return "It ends in a mark that says more was to come."
    if text.count("```") % 2 or line.replace("```", "").count("`") % 2:
        return "It ends inside a piece of code."
    if any(line.rfind(opening) > line.rfind(closing) for opening, closing in _PAIRED) and not line.endswith(
        (":(", ";(")
    ):
        return "It ends inside a bracket."
    if text[-1] in ",:(" or (word in _DANGLING and len(line.split()) > 2):
        return "It ends in a word or mark that can't end a sentence."
    return _open_tag(text) or (_half_a_word(pair, word) if word else "")


def _open_tag(text: str) -> str:
    """A summary in tags whose outermost tag never closes."""
    first = _OPEN_TAG.match(text.lstrip())
    if first is None or first[1] or f"</{first[2]}>" in text:
        return ""
    return f"It opens <{first[2]}> and never closes it."


def _half_a_word(pair: Pair, last: str) -> str:
    """The sentences before it are finished, and nobody knows the last word, but a word of the turns begins like it."""
    word = last.lower()
    finished = [
        sentence.text[-1] in ".!?" for sentence in pair.sentences[:-1] if sentence.shape is pair.sentences[-1].shape
    ]
    if len(word) < 3 or not word.isascii() or not finished or not all(finished):
        return ""
    # The search for one word in any case is slow: only where it stands at all.
    holding = [turn.content for turn in pair.turns if word in turn.content.casefold()]
    grown = {match[1] for text in holding for match in re.finditer(rf"\b{word}(\w*)", text, re.I)}
    known = "" in grown or re.search(rf"\b{word}\b.*\b{word}\b", pair.folded, re.S)
    return "" if known or not grown or grown & _INFLECTIONS else "It ends in half a word."
