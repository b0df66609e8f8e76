"""Days and times of day as they are written."""

from __future__ import annotations

import re
from decimal import Decimal

from reviewapp.engine.values import dates, quantities
from reviewapp.engine.values.dates import Form
from reviewapp.engine.values.numbers import CARDINALS, EVENING, HOURS, MONTH_ENDS, MORNING
from reviewapp.engine.values.value import Value, made

_ISO = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})")
_DMY = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})")
_DM = re.compile(r"(\d{1,2})\.(\d{1,2})\.")
_DAY_MONTH = re.compile(
    r"(\d{1,2})(?:st|nd|rd|th|er|º|\.)?,?\s?(?:of |de |d')?([^\W\d_]+)\.?"
    r"(?:,?\s?(?:de |del )?(\d{4}))?(?:\s?г\.?|\s?года)?",
    re.I,
)
_MONTH_DAY = re.compile(r"([^\W\d_]+)\.?\s(\d{1,2})(?:st|nd|rd|th)?(?:,?\s(\d{4}))?", re.I)
_MONTH_YEAR = re.compile(r"([^\W\d_]+)\.?,?\s(?:de |of )?(\d{4})", re.I)
_MONTH_IN_YEAR = re.compile(r"(\d{1,2})/((?:19|20)\d{2})")
_ENDS = "|".join(sorted(MONTH_ENDS, key=len, reverse=True))
_MONTH_END = re.compile(rf"(?:{_ENDS}) ([^\W\d_]+)\.?(?:,? (?:de |del )?(\d{{4}}))?", re.I)
_EAST_DAY = re.compile(r"(?:(\d{4})\s?[年년]\s?)?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日号號일]")


def read_date(text: str) -> Value | None:
    if (m := _ISO.fullmatch(text)) is not None:
        return _day(text, int(m[1]), int(m[3]), int(m[4]))
    if (m := _EAST_DAY.fullmatch(quantities.western(text))) is not None:
        return _day(text, int(m[1]) if m[1] else None, int(m[2]), int(m[3]))
    if (m := _DMY.fullmatch(text)) is not None:
        return _numeric_date(text, m)
    if (m := _DM.fullmatch(text)) is not None:
        return _short_date(text, int(m[1]), int(m[2]))
    for pattern, month_at, day_at, year_at in ((_DAY_MONTH, 2, 1, 3), (_MONTH_DAY, 1, 2, 3)):
        m = pattern.fullmatch(text)
        month = dates.named_month(m[month_at]) if m else None
        if m is not None and month is not None:
            return _day(text, int(m[year_at]) if m[year_at] else None, month, int(m[day_at]))
    if (m := _MONTH_IN_YEAR.fullmatch(text)) is not None:
        return made(text, "date", tuple(form for form in (dates.month(int(m[2]), int(m[1])),) if form))
    m = _MONTH_YEAR.fullmatch(text)
    month = dates.named_month(m[1]) if m else None
    form = dates.month(int(m[2]), month) if m and month else None
    return made(text, "date", (form,)) if form else None


def _day(text: str, year: int | None, month: int, number: int) -> Value | None:
    form = dates.day(year, month, number)
    return made(text, "date", (form,)) if form else None


def read_month_end(text: str) -> Value | None:
    """`end of June`: its last day; February has two."""
    m = _MONTH_END.fullmatch(text)
    if m is None:
        return None
    month, year = dates.named_month(m[1]), int(m[2]) if m[2] else None
    days = {2: (28, 29), 4: (30,), 6: (30,), 9: (30,), 11: (30,)}.get(month or 0, (31,)) if month else ()
    forms = tuple(form for day in days if month and (form := dates.day(year, month, day)))
    whole = dates.month(year, month) if month and year else None
    return made(text, "date", (*forms, *((whole,) if whole else ())))


def _short_date(text: str, number: int, month: int) -> Value | None:
    """`24.10.` is a day, or a number or a time at the end of a sentence."""
    form = dates.day(None, month, number)
    bare = quantities.bare(quantities.digits(text[:-1])[0])
    times = dates.clock(number, month, "", "") if len(text) == len("13.45.") else ()
    return made(text, "date", (form, bare)) if form else made(text, "number", (bare, *times))


def _numeric_date(text: str, m: re.Match[str]) -> Value | None:
    """Day first; with slashes the month may come first, and both readings count."""
    year, first, second = dates.full_year(m[4]), int(m[1]), int(m[3])
    forms = [dates.day(year, second, first)]
    if m[2] != "." or forms[0] is None:
        forms.append(dates.day(year, first, second))
    return made(text, "date", tuple(form for form in forms if form))


_SPOKEN = re.compile(r"(?:(?:a )?(half|quarter|viertel|[a-z-]+)(?: minutes)? (past|to|nach|vor)|(halb)) ([^\W\d_]+)")
_PARTS = {"half": 30, "quarter": 15, "viertel": 15}


def _spelled_time(text: str) -> Value | None:
    """`acht Uhr`, `seven pm`, `half past ten`, `halb neun`."""
    spoken = _SPOKEN.fullmatch(text.lower())
    if spoken is not None:
        return _spoken(text, *spoken.groups())
    word, _, marker = text.lower().partition(" ")
    if word not in CARDINALS or marker not in HOURS | EVENING | MORNING:
        return None
    return made(text, "time", dates.clock(CARDINALS[word], 0, marker, ""))


def _spoken(text: str, part: str | None, side: str | None, halb: str | None, word: str) -> Value | None:
    """Which half of the day is not said."""
    hour, minutes = CARDINALS.get(word, 99), 30 if halb else _PARTS.get(part or "", CARDINALS.get(part or "", 60))
    if hour > 12 or minutes > 59:
        return None
    if halb or side in ("to", "vor"):
        hour, minutes = (hour - 1) % 12 or 12, minutes if halb else 60 - minutes
    return made(text, "time", dates.clock(hour, minutes, "", "", vague=True))


_MARKERS = "|".join(re.escape(word) for word in sorted(MORNING | EVENING, key=len, reverse=True))
_TIME = re.compile(
    rf"(?P<before>{_MARKERS})?\s?(?P<hour>\d{{1,2}})(?P<mark>[:.]|\s?h\s?|\s?(?:[点點]钟?|[時时시])\s?)?(?P<minute>\d{{2}}|半|반|\d{{1,2}}(?=\s?[分분]))?(?:\s?[分분])?(?::\d{{2}}(?:[.,]\d+)?)?"
    rf"\s?(?P<after>{_MARKERS}|uhr|h|o'clock)?\s?(?P<zone>[a-z]{{1,4}}(?:[+-]\d{{1,2}})?|[+-]\d{{2}}:?\d{{2}})?",
    re.I,
)


def read_time(text: str) -> Value | None:
    named = dates.named_time(text)
    if named:
        return made(text, "time", named)
    m = _TIME.fullmatch(quantities.western(text.strip()))
    if m is None:
        return _spelled_time(text)
    marker = (m["before"] or m["after"] or "").lower()
    mark = (m["mark"] or "").strip()
    military = len(m["hour"]) == 2 and m["minute"] and (m["zone"] or "").upper() in ("Z", "UTC", "GMT")  # 0512Z
    if (not mark and not marker and not military) or (mark in (".", "h") and not m["minute"]):
        return None
    if (mark == "." and marker in ("", "h")) or (not mark and marker == "h"):
        return None
    minute = 30 if m["minute"] in ("半", "반") else int(m["minute"] or 0)
    vague = mark == ":" and not marker and not m["zone"] and len(m["hour"]) == 1
    if mark and mark not in ":.h" and not marker:
        vague = True
    if marker == "o'clock":
        marker, vague = "", True
    forms = dates.clock(int(m["hour"]), minute, marker, m["zone"] or "", vague=vague)
    return made(text, "time", forms + (_length(int(m["hour"]), minute) if "h" in (mark, marker) else ()))


def _length(hours: int, minutes: int) -> tuple[Form, ...]:
    """`1 h 20` may be eighty minutes."""
    return (quantities.measured(Decimal(60 * hours + minutes), ("duration", Decimal(60))),)
