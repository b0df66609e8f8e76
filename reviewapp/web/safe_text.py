"""Unseen characters become labelled chips; text that would run over its neighbours is clipped, in view only.

All of it is decided here and nothing in a template: a piece carries the characters as received and what is printed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from reviewapp.masking.secrets import Extract, Secret

LONGEST_RUN = 1_000  # characters without a space that are shown as they are; of more, head and tail
FOLD_HEAD, FOLD_TAIL = 200, 100
LONG_SECRET = 40
KEPT_MARKS = 4  # combining marks shown on one letter; the rest of a storm is clipped in view

_NAMES = {
    0x00: "NUL", 0x07: "BEL", 0x08: "BS", 0x0B: "VT", 0x0C: "FF", 0x0D: "CR", 0x1B: "ESC", 0x7F: "DEL", 0x85: "NEL",
    0xAD: "SHY", 0x34F: "CGJ", 0x61C: "ALM", 0x180E: "MVS", 0x200B: "ZWSP", 0x200C: "ZWNJ", 0x200D: "ZWJ",
    0x200E: "LRM", 0x200F: "RLM", 0x2028: "LSEP", 0x2029: "PSEP", 0x202A: "LRE", 0x202B: "RLE", 0x202C: "PDF",
    0x202D: "LRO", 0x202E: "RLO", 0x2060: "WJ", 0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
    0xFEFF: "BOM",
}  # fmt: skip
_RUN = re.compile(rf"(?<!\S)\S{{{LONGEST_RUN + 1},}}")  # looked for once a word, not from each of its letters
_PLAIN = frozenset("\n\t\r \u00a0")
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Zl", "Zp", "Zs", "Co"})
_BLANK_LETTERS = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and marks that draw nothing


@dataclass(frozen=True, slots=True)
class Piece:
    """`text` as received; `shown` is printed instead of it. A chip is never plain text: it has a label and a title."""

    text: str
    shown: str
    title: str = ""
    is_fold: bool = False
    secret: bool = False

    @property
    def chip(self) -> bool:
        return bool(self.title)


def _character_class(characters: Iterator[str]) -> str:
    """A regex class body of inclusive ranges."""
    ranges: list[list[int]] = []
    for point in sorted(ord(character) for character in characters):
        if ranges and point == ranges[-1][1] + 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    return "".join(f"\\U{low:08x}-\\U{high:08x}" for low, high in ranges)


def _in_categories(categories: frozenset[str], last: int = 0x1FFFF) -> Iterator[str]:
    return (chr(point) for point in range(last + 1) if unicodedata.category(chr(point)) in categories)


_SELECTORS = "\ufe00-\ufe0e\U000e0100-\U000e01ef"
_HIDDEN = _character_class(c for c in _in_categories(_HIDDEN_CATEGORIES) if c not in _PLAIN) + _BLANK_LETTERS
_MARK = f"[{_character_class(_in_categories(frozenset({'Mn', 'Me'})))}]"
_ODD = re.compile(
    "(?P<tags>[\U000e0020-\U000e007e]+)"
    f"|(?P<selectors>[{_SELECTORS}]+|\ufe0f{{2,}})"
    rf"|(?P<hidden>[{_HIDDEN}\U000e0000-\U000e001f\U000e007f-\U000e00ff\U000e01f0-\U0010ffff]|\r(?!\n))(?P=hidden)*"
    f"|(?P<storm>(?<={_MARK * KEPT_MARKS}){_MARK}+)"
)
_ODD_ASCII = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")  # \r too, but for line ends


def pieces(text: str | Extract) -> tuple[Piece, ...]:
    """The text cut into plain stretches and chips, secrets masked; the pieces' `text` joined is the text."""
    extract = Extract.of(text) if isinstance(text, str) else text
    return with_masks(extract.text, extract.secrets)


def excerpt(extract: Extract, most: int) -> tuple[Piece, ...]:
    """Its beginning, with a sign where more follows."""
    sign = (Piece("…", "…"),) if extract.end - extract.start > most else ()
    return (*pieces(extract.cut(0, most)), *sign)


def with_masks(text: str, secrets: Iterable[Secret]) -> tuple[Piece, ...]:
    shown: list[Piece] = []
    at = 0
    for secret in secrets:
        shown += [*unmasked(text[at : secret.start]), masked(text[secret.start : secret.end], secret)]
        at = secret.end
    return (*shown, *unmasked(text[at:]))


def folded(parts: Iterable[Piece]) -> tuple[Piece, ...]:
    """Long runs without a space as their beginning, a chip that says how much is folded, and their end: no person reads
    them, and a browser takes its time to lay them out. For views that offer the whole beside it."""
    return tuple(piece for part in parts for piece in ([part] if part.chip else _fold(part.text)))


def has_long_run(text: str) -> bool:
    return len(text) > LONGEST_RUN and _RUN.search(text) is not None


def left_out(n: int) -> str:
    """What stands in the place of so many characters."""
    return _("⋯ %(n)s characters ⋯") % {"n": number_format(n, force_grouping=True)}


def _fold(text: str) -> Iterator[Piece]:
    at = 0
    for match in _RUN.finditer(text) if len(text) > LONGEST_RUN else ():
        start, end = match.start() + FOLD_HEAD, match.end() - FOLD_TAIL
        hidden = text[start:end]
        title = _("characters without a space, folded in view only and analysed in full")
        yield Piece(text[at:start], text[at:start])
        yield Piece(hidden, left_out(len(hidden)), title, is_fold=True)
        at = end
    if at < len(text):
        yield Piece(text[at:], text[at:])


def masked(text: str, secret: Secret) -> Piece:
    """A secret or a part of one as a chip that does not say it, but how long it is where few secrets are so long: what
    is told to be one may be an order to the agent, and nobody should approve that unseen."""
    title = _("A secret, masked in view. Who may decide can reveal it in the transcript, and in a summary with Edit")
    size = f" {left_out(len(text))}" if len(text) > LONG_SECRET else ""
    return Piece(text, f"•••• {secret.label}{size}", title, secret=True)


def unmasked(text: str) -> tuple[Piece, ...]:
    """Like `pieces`, with secrets readable: for who asked to see them."""
    if text.isascii() and not _ODD_ASCII.search(text.replace("\r\n", "\n")):  # most text, and twenty times quicker
        return (Piece(text, text),) if text else ()
    return tuple(_pieces(text))


def _pieces(text: str) -> Iterator[Piece]:
    at = 0
    for match in _ODD.finditer(text):
        if match.start() > at:
            yield Piece(text[at : match.start()], text[at : match.start()])
        yield _chip(match)
        at = match.end()
    if at < len(text):
        yield Piece(text[at:], text[at:])


def _chip(match: re.Match[str]) -> Piece:
    run = match.group()
    if match["tags"]:
        spelled = "".join(chr(ord(character) - 0xE0000) for character in run)
        return Piece(run, f"TAGS {spelled}", _("%(n)s invisible tag characters that spell this") % {"n": len(run)})
    if match["selectors"]:
        return Piece(run, f"VS ×{len(run)}", _("%(n)s variation selectors, which draw nothing") % {"n": len(run)})
    if match["storm"]:
        told = _("%(n)s more combining marks on this letter, clipped in view only") % {"n": len(run)}
        return Piece(run, f"+{len(run)} marks", told)
    return Piece(run, _label(run[0]) + (f" ×{len(run)}" if len(run) > 1 else ""), _title(run[0]))


def _label(character: str) -> str:
    return _NAMES.get(ord(character), f"U+{ord(character):04X}")


def _title(character: str) -> str:
    name = unicodedata.name(character, "control character").lower()
    return _("U+%(code)s %(name)s, not visible by itself") % {"code": f"{ord(character):04X}", "name": name}
