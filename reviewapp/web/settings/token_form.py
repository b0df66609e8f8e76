"""When a new token ends, from the day that a form names."""

from __future__ import annotations

from datetime import datetime, time

from django.utils import timezone
from django.utils.dateparse import parse_date
from django.utils.translation import gettext as _

from reviewapp.services.errors import Refused


def expiry(text: str) -> datetime | None:
    """The end of that day; None without a day."""
    if not text:
        return None
    try:
        chosen = parse_date(text)
    except ValueError:
        chosen = None
    if chosen is None:
        raise Refused("invalid", _("Give the last day as YYYY-MM-DD."), 422, "expires")
    return timezone.make_aware(datetime.combine(chosen, time.max))
