"""Characters that a person does not see, or that make other characters look different. Pure; standard library only."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

_CATEGORIES = frozenset({"Cf", "Cc", "Co", "Cn", "Zl", "Zp"})
_PLAIN = frozenset("\n\r\t ")
# Letters, marks or symbols to Unicode, and yet not seen: fillers, joiners, variation selectors, the blank of Braille.
_RANGES = (
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xE0100, 0xE01EF),
)

_JOINER, _AS_PICTURE = "\u200d", "\ufe0f"
_SKINS = frozenset(map(chr, range(0x1F3FB, 0x1F400)))


def is_hidden(character: str) -> bool:
    if character in _PLAIN:
        return False
    if unicodedata.category(character) in _CATEGORIES or unicodedata.category(character) == "Zs":
        return True
    return any(first <= ord(character) <= last for first, last in _RANGES)


def hidden_characters(text: str) -> tuple[str, ...]:
    """The hidden characters of a text as `U+XXXX NAME`, each once, in the order in which they first stand."""
    found = dict.fromkeys(character for character in text if is_hidden(character))
    return tuple(f"U+{ord(character):04X} {unicodedata.name(character, 'UNNAMED')}" for character in found)


def spelled_out(text: str) -> str:
    """A name for people: each hidden character as ‹U+XXXX›, so that no name looks like another one."""
    return "".join(f"‹U+{ord(character):04X}›" if is_hidden(character) else character for character in text)


def is_plain_line(text: str) -> bool:
    """Whether all of a name is seen as it is: one line, and nothing hidden, turned round or half a character.

    What makes one emoji of several, as keyboards write them, is seen by what it does.
    """
    seen = "".join(_without_joints(text))
    return seen.isprintable() and not hidden_characters(seen)


def _without_joints(text: str) -> Iterator[str]:
    """Leaves out joiners between two emoji, and the selector after one that asks for its picture."""
    for before, character, after in zip("\0" + text, text, text[1:] + "\0", strict=False):
        pictures = character == _AS_PICTURE and _is_symbol(before)
        joins = character == _JOINER and (_is_symbol(before) or before in _SKINS or before == _AS_PICTURE)
        if not pictures and not (joins and _is_symbol(after)):
            yield character


def _is_symbol(character: str) -> bool:
    return unicodedata.category(character) == "So" and not is_hidden(character)
