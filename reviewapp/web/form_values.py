"""Small readers of what a form or an address says."""

from __future__ import annotations

from datetime import UTC, date, datetime

from django.utils.dateparse import parse_datetime
from django.utils.timezone import is_naive
from django.utils.translation import gettext as _

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
        raise Refused("invalid", _("Enter a whole number."), 422, field)
    return int(text)


def moment(text: str) -> datetime | None:
    """A date and time of a form, in UTC as its label says; None where it was left empty."""
    if not text:
        return None
    try:
        found = parse_datetime(text)
    except ValueError:
        found = None
    if found is None or not is_naive(found):
        raise Refused("invalid", _("Give the expiry as date and time, like 2031-12-31T18:30."), 422, "expires_at")
    return found.replace(tzinfo=UTC)
