"""Characters that a person does not see, or that make other characters look different. Pure; standard library only."""

from __future__ import annotations

import unicodedata

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


def is_plain_line(text: str) -> bool:
    """Whether all of a name is seen as it is: one line, and nothing hidden, turned round or half a character."""
    return text.isprintable() and not hidden_characters(text)
