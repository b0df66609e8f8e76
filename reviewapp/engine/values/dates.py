"""Days and times of day in their canonical forms. A part that is not said (a year, a zone) matches any."""

from __future__ import annotations

from dataclasses import dataclass

from reviewapp.engine.values.numbers import CLOCK, EVENING, MONTHS, MORNING

Keys = tuple[str, ...]
_MINUTES = {
    0: "Z UTC GMT WET",
    60: "CET BST WEST",
    120: "CEST EET",
    180: "EEST MSK",
    330: "IST",
    480: "SGT HKT",
    540: "JST KST",
    600: "AEST",
    -240: "EDT",
    -300: "EST CDT",
    -360: "CST MDT",
    -420: "MST PDT",
    -480: "PST",
}
# A name without its season stays a name.
ZONES = {name: f"{minutes:+}" for minutes, names in _MINUTES.items() for name in names.split()} | {
    name: name for name in ("ET", "CT", "MT", "PT")
}


@dataclass(frozen=True, slots=True)
class Form:
    """One reading: the keys it offers to a question, and the questions (any of them, all keys of one) it asks."""

    canonical: str
    offers: Keys
    asks: tuple[Keys, ...]


def day(year: int | None, month: int, number: int) -> Form | None:
    """A calendar day; None where there is no such day."""
    if not (1 <= month <= 12 and 1 <= number <= 31):
        return None
    short = f"{month:02}-{number:02}"
    if year is None:
        return Form(f"--{short}", (f"day-={short}", f"day*={short}", f"*={number}"), ((f"day*={short}",),))
    full = f"{year:04}-{short}"
    offers = (f"day={full}", f"day*={short}", f"month={year:04}-{month:02}", f"*={number}", f"*={year}")
    return Form(full, offers, ((f"day={full}",), (f"day-={short}",)))


def month(year: int, number: int) -> Form | None:
    if not 1 <= number <= 12:
        return None
    text = f"{year:04}-{number:02}"
    return Form(text, (f"month={text}", f"*={year}"), ((f"month={text}",),))


def full_year(digits: str) -> int:
    """Two digits are of this century, or of the last one from 70 on."""
    year = int(digits)
    return year if len(digits) > 2 else year + (1900 if year >= 70 else 2000)


def clock(hour: int, minute: int, marker: str, zone: str, *, vague: bool = False) -> tuple[Form, ...]:
    """A time of day. `marker` is am or pm in any language; a `vague` hour may be in either half of the day."""
    hours = _hours(hour, marker.lower(), vague=vague)
    if not hours or minute > 59:
        return ()
    return tuple(_time(h * 60 + minute, offset(zone)) for h in hours)


def _hours(hour: int, marker: str, *, vague: bool) -> tuple[int, ...]:
    if marker in EVENING:
        return (hour % 12 + 12,) if hour <= 12 else (hour,) if hour < 24 else ()
    if marker in MORNING:
        return (hour % 12,) if hour <= 12 else ()
    if hour > 24:
        return ()
    return (hour % 24, (hour + 12) % 24) if vague and 0 < hour <= 12 else (hour % 24,)


def _time(minutes: int, zone: str) -> Form:
    text = f"{minutes // 60:02}:{minutes % 60:02}"
    if not zone:
        return Form(text, (f"time-={minutes}", f"time*={minutes}"), ((f"time*={minutes}",),))
    return Form(
        f"{text} {zone}",
        (f"time={minutes}@{zone}", f"time*={minutes}"),
        ((f"time={minutes}@{zone}",), (f"time-={minutes}",)),
    )


def minutes_of(canonical: str) -> int:
    """Minutes since midnight of the canonical form of a time."""
    hour, minute = canonical.split(" ")[0].split(":")[:2]
    return int(hour) * 60 + int(minute)


def offset(zone: str) -> str:
    """A zone by its minutes from UTC, or its own name where that depends on the season."""
    name = zone.strip().upper()
    for prefix in ("UTC", "GMT"):
        if name.startswith(prefix) and len(name) > 3:
            name = name[3:].strip()
    if name in ZONES or not name:
        return ZONES.get(name, "")
    digits = name[1:].replace(":", "")
    if name[0] not in "+-" or not digits.isdigit():
        return ""
    minutes = int(digits) * 60 if len(digits) <= 2 else int(digits[:-2]) * 60 + int(digits[-2:])
    return f"{name[0] if minutes else '+'}{minutes}"


def named_month(word: str) -> int | None:
    return MONTHS.get(word.lower().rstrip("."))


def named_time(word: str) -> tuple[Form, ...]:
    minutes = CLOCK.get(word.lower())
    return () if minutes is None else (_time(minutes, ""),)
