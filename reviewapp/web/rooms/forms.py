"""Small readers of what a form or an address says."""

from __future__ import annotations

from datetime import date

from reviewapp.services.errors import Refused

LARGEST = 2**31 - 1


def number(text: str | None, *, default: int) -> int:
    """A positive whole number of an address; anything else is the default, since an address is no input form."""
    if text is None or not text.isascii() or not text.isdecimal() or len(text) > 10:
        return default
    return min(max(int(text), 1), LARGEST)


def day(text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None


def whole(text: str, field: str) -> int:
    """A whole number of a form; anything else is refused with the field's name."""
    if not text.isascii() or not text.isdecimal() or len(text) > 10:
        raise Refused("invalid", "Enter a whole number.", 422, field)
    return int(text)
