"""Every number, amount, day and time of a text, found in one linear pass and reduced to a canonical form."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from reviewapp.engine.lang import LANGUAGES
from reviewapp.engine.values import dates, quantities
from reviewapp.engine.values.dates import Form
from reviewapp.engine.values.numbers import CARDINALS, HALVES, NEARLY, POINTERS
from reviewapp.engine.values.scan import hits
from reviewapp.engine.values.spelling import parse
from reviewapp.engine.values.value import Value, answered, made

__all__ = ["Sighting", "Value", "answered", "find_values"]

_NOUN = re.compile(r"[ \t\u00a0]+[\"'*_`]{0,2}([^\W\d_][^\W\d_]{2,}(?:-[^\W\d_]+)?)(?![=:][^\s])")
_LABEL = re.compile(
    r"(?:([^\W\d_][\w-]{0,30})[\"'*`]{0,3}[ \t]*[:=][ \t]*|\b([A-Z][A-Z0-9]{1,11})[ \t]{1,4})[\"'*`]{0,3}$"
)
_POINTER = re.compile(r"([^\W\d_]+)\.? $")
_LABEL_ENDS = frozenset("=: \t\"'*`")
_NEARLY = tuple(sorted(f" {word}" for word in NEARLY))
_SIGNS_OF_NEARLY = frozenset("~\u2248\u2243\u00b1")
_OR_SO = re.compile(r"\s?(?:or so|or thereabouts|-ish\b|左右|上下|前後|程度|정도|쯤)", re.I)
RANGE = re.compile(
    r"[ \u00a0]?(?:-|–|—|~|\.{2,3}|to|and|until|till|through|bis|und|à|y|a|e|até|до|至|到|から|부터)[ \u00a0]?", re.I
)
THROUGH = re.compile(  # the same without the words for "and", which also end a list
    r"[ \u00a0]?(?:-|–|—|~|\.{2,3}|to|until|till|through|bis|à|a|até|до|至|到|から|부터)[ \u00a0]?", re.I
)
_DASHES, _LAST_HOUR, _HALF_DAY = ("-", "\u2013", " - ", " \u2013 ", " to ", " bis ", " till "), 24, 12
_HOUR = re.compile(r"([0-9]{1,2})(?: ?h)?")
_AT = (
    "at|by|until|till|before|after|from|between|um|ab|bis|von|vor|nach|zwischen|à|dès|vers|entre|de|a las|às|das"
    "|с|до|в|между"
)
_AND = "and|to|till|until|und|bis|et|à|y|a|e|и|до|по"
_THE = "the|las?|l?os|as|den|dem|die|les?"
_SAID_HOUR = r"[0-9]{1,2}(?:[:.][0-9]{2})?(?: ?h)?"
_AT_HOUR = re.compile(rf"(?:^|\s)(?:{_AT})\s(?:(?:{_THE})\s)?(?:{_SAID_HOUR}\s(?:{_AND})\s(?:(?:{_THE})\s)?)?$", re.I)
_OF_DAY = re.compile(
    r"\s(?:in the (?:morning|afternoon|evening)|at night|morgens|vormittags|nachmittags|abends|du (?:matin|soir)"
    r"|de l'après-midi|de la (?:mañana|tarde|noche)|da (?:manhã|tarde|noite)|утра|дня|вечера|ночи)",
    re.I,
)
_DOTTED_HOUR = re.compile(r"([0-9]{1,2})\.([0-5][0-9])\.?")
_MINUTES_TO = re.compile(r"\b(five|ten|twenty|twenty-five) to $", re.I)
_NO_NOUNS = """
the and for with from that this are was were has have had will may can must not but per each all more than time times
"""
_EMPTY_LABELS = frozenset(_NO_NOUNS.split())
_EMPTY_NOUNS = _EMPTY_LABELS.union(word for language in LANGUAGES for word in language.stop.split())
# A number that only counts off a list: `2.` or `3)` before its item.
_ITEM = re.compile(r"(?:^|\n)[ \t>*-]*\(?$|[.;:,] ?\(?$|\($")
_ITEM_END = re.compile(r"[.)]\s+[^\W\d_]")


_AND_NUMBER = re.compile(r"(\w+) and ")
_HALVES = tuple(sorted((f" {phrase}" for phrase in HALVES), key=len, reverse=True))
_GOES_ON = frozenset((*(phrase[:2] for phrase in _HALVES), *"½¼¾b"))  # where a half may follow
_TWO_WORDS = re.compile(r"[ -]([^\W\d_]+)(?: ([^\W\d_]+))?")
SIGNED = frozenset({"celsius", "fahrenheit", "degree", "money", "percent"})  # what may be below zero
_BELOW_ZERO = re.compile(r"(?:^|[\s(:=])(?:[-\u2212]|(?:minus|moins|menos|meno|минус) )$", re.I)
_INSTANT = re.compile(r"[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}[T ][0-9]{2}:")
_LONGEST_DAY = 2  # digits
_DAY = len("2026-10-24")
Sighting = tuple[int, int, Value]  # where it stands, and what it means
_LONGEST_REMEMBERED = 64  # characters: hardly a longer spelling comes twice


def find_values(text: str) -> list[Value]:
    """The values of `text` in order, with unit, noun and approximation. Offsets are code points."""
    return in_context(text, sightings(text))


def sightings(text: str) -> list[Sighting]:
    """Where values stand and what they mean, without their surroundings: cheap enough for megabytes."""
    found = []
    for start, end in _whole(text, hits(text)):
        value = _meant(text[start:end])
        if value is not None:
            found.append((start, end, value))
        elif _INSTANT.match(text, start, end):
            found += _both(text, start, end)
    return found


def in_context(text: str, found: Iterable[Sighting]) -> list[Value]:
    """The values found in the text, with what stands around them."""
    values = [value.at(start, end) for start, end, value in found]
    return [_in_context(text, value) for value in _ranges(text, values) if not _counts_off(text, value)]


def _whole(text: str, found: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """`two` goes on in `two and a half hours`; `five and ten` are two numbers."""
    last = 0
    for start, end in found:
        if start < last:
            continue  # a part of the phrase before
        last, parted = end, None
        if text[end : end + 2] in _GOES_ON or text[end - 1] in _GOES_ON:
            last = _with_half(text, start, end) or end
        if last == end and text[start].isalpha():
            parted = _AND_NUMBER.search(text, start, end)
        if parted is not None and parted[1].lower() in CARDINALS:
            yield start, parted.end(1)
            start = parted.end()
        yield start, last


def _with_half(text: str, start: int, end: int) -> int:
    """Where a number with a half ends, with the unit that may follow; 0 where there is no half."""
    at = end
    if text.startswith(_HALVES, end):
        at += len(next(phrase for phrase in _HALVES if text.startswith(phrase, end)))
    elif text[end - 1] not in "½¼¾" and not text.startswith("einhalb", end - 7):
        return 0
    more = _TWO_WORDS.match(text, at)
    ends = (more.end(2), more.end(1), at) if more else (at,)
    return next((stop for stop in ends if stop > 0 and _meant(text[start:stop]) is not None), 0)


def _both(text: str, start: int, end: int) -> list[Sighting]:
    """A day and a time of day in one: `2026-10-24T09:40Z`."""
    parts = ((start, start + _DAY), (start + _DAY + 1, end))
    read = ((left, right, _meant(text[left:right])) for left, right in parts)
    return [(left, right, value) for left, right, value in read if value is not None]


def _meant(spelling: str) -> Value | None:
    """Remembered, so that a log line of a thousand repeats is parsed once."""
    return _remembered(spelling) if len(spelling) <= _LONGEST_REMEMBERED else parse(spelling)


_remembered = lru_cache(maxsize=1 << 14)(parse)


def _ranges(text: str, found: list[Value]) -> Iterator[Value]:
    """`5 to 7 pm`, `10-15 s`: the first takes the unit of the second; `May 3-14`: the second the month of the first."""
    for i, value in enumerate(found):
        after = found[i + 1] if i + 1 < len(found) else None
        before = found[i - 1] if i else None
        if value.kind != "number":
            yield value
        elif after and RANGE.fullmatch(text, value.end, after.start):
            yield _begun(text, value, after)
        elif before and RANGE.fullmatch(text, before.end, value.start):
            yield _continued(text, value, before)
        else:
            yield value


def _begun(text: str, value: Value, after: Value) -> Value:
    if after.kind != "number":
        return _borrowed(text, value, text[after.start : after.end]) or value
    return _or_hour(text, value) if text[value.end : after.start] in _DASHES else value


def _or_hour(text: str, value: Value) -> Value:
    """`9-17` and `7.30 to 16.00` may be hours: the number is equal to the time too."""
    dotted = _DOTTED_HOUR.fullmatch(text, value.start, value.end)
    if dotted is not None:
        hours = dates.clock(int(dotted[1]), int(dotted[2]), "", "")
    elif value.canonical.isdigit() and int(value.canonical) <= _LAST_HOUR:
        hours = dates.clock(int(value.canonical), 0, "", "", vague=True)
    else:
        return value
    offers = tuple(key for form in hours for key in form.offers)
    asks = tuple(keys for form in hours for keys in form.asks)
    return replace(value, offers=value.offers + offers, asks=value.asks + asks)


def _borrowed(text: str, value: Value, model: str) -> Value | None:
    """`value` read as if it were written like `model`, with its own digits in front."""
    own = text[value.start : value.end]
    m = re.search(r"\d+(?:[.,:]\d+)*", model)
    if m is not None and m.end() - m.start() > _LONGEST_DAY and model[m.end() : m.end() + 1] in ("-", "/"):
        return None  # a year does not make a number a day
    guess = parse(model[: m.start()] + own + model[m.end() :]) if m else None
    return replace(guess, start=value.start, end=value.end, offers=(*guess.offers, *value.offers)) if guess else None


def _continued(text: str, value: Value, before: Value) -> Value:
    """`May 3-14` ends in May, `9:30-11` at eleven."""
    if before.kind == "date":
        return _same_month(value, before) or value
    if before.kind == "number":
        return _or_hour(text, value) if text[before.end : value.start] in _DASHES else value
    if before.kind != "time" or not value.canonical.isdigit() or value.end - value.start > 2:
        return value
    forms = dates.clock(int(value.canonical), 0, "", "", vague=":" in text[before.start : before.end])
    hour = made(text[value.start : value.end], "time", forms)
    return replace(hour, start=value.start, end=value.end) if hour else value


def _same_month(value: Value, date: Value) -> Value | None:
    year, _, rest = date.canonical.rpartition("-")[0].rpartition("-")
    if not value.canonical.isdigit() or not rest.isdigit():
        return None
    form = dates.day(int(year) if year.isdigit() else None, int(rest), int(value.canonical))
    return (
        replace(value, kind="date", canonical=form.canonical, offers=(*form.offers, *value.offers), asks=form.asks)
        if form
        else None
    )


def _in_context(text: str, value: Value) -> Value:
    """The value with what stands around it: approximation, the noun it counts, an hour said as a bare number."""
    before = text[max(0, value.start - 40) : value.start]
    nearly = _is_after_nearly(before) or _OR_SO.match(text, value.end) is not None
    hours = _hours(text, value, before)
    noun = noun_at(text, value.start, value.end) if value.kind in ("number", "percent") else ""
    below = value.kind in SIGNED and _BELOW_ZERO.search(before) is not None
    if not (nearly or hours or noun or below):
        return value
    offers = value.offers + tuple(key for form in hours for key in form.offers)
    asks = value.asks + tuple(keys for form in hours for keys in form.asks)
    return replace(value, approximate=nearly, negative=below, noun=noun, offers=offers, asks=asks)


def _hours(text: str, value: Value, before: str) -> tuple[Form, ...]:
    """The time of day that a number may be: `from 9`, `at 10.45`, `ten to twelve`."""
    if value.kind not in ("number", "duration"):
        return ()
    to = _MINUTES_TO.search(before) if value.spelled and value.canonical.isdigit() else None
    if to is not None and 0 < int(value.canonical) <= _HALF_DAY:
        minutes = int(quantities.spelled_out(to[1]) or 0)
        return dates.clock((int(value.canonical) - 1) or _HALF_DAY, 60 - minutes, "", "", vague=True)
    if not _AT_HOUR.search(before) and not _OF_DAY.match(text, value.end):
        return ()
    dotted = _DOTTED_HOUR.fullmatch(text, value.start, value.end)
    if dotted is not None:
        return dates.clock(int(dotted[1]), int(dotted[2]), "", "", vague=len(dotted[1]) == 1)
    hour = _HOUR.fullmatch(text, value.start, value.end)
    return dates.clock(int(hour[1]), 0, "", "", vague=value.kind == "number") if hour else ()


def _is_after_nearly(before: str) -> bool:
    lead = before.rstrip()
    return lead[-1:] in _SIGNS_OF_NEARLY or (" " + lead.replace("(", " ").lower()).endswith(_NEARLY)


def noun_at(text: str, start: int, end: int) -> str:
    """The word that a number at `start`..`end` counts or is labelled with: `3 failed`, `lr=3e-5`, `EM 63.8`."""
    before = text[max(0, start - 40) : start] if text[start - 1 : start] in _LABEL_ENDS else ""
    pointer = _POINTER.search(before)
    if pointer and pointer[1].lower() in POINTERS:
        return pointer[1].lower()
    after = _NOUN.match(text, end)
    if after and after[1].lower() not in _EMPTY_NOUNS:
        return after[1].lower()
    label = _LABEL.search(before)
    word = (label[1] or label[2]).lower() if label else ""
    return "" if word in _EMPTY_LABELS else word


def _counts_off(text: str, value: Value) -> bool:
    """`1)` anywhere, `1.` only at the start of a line."""
    if value.kind != "number" or not value.canonical.isdigit() or value.end - value.start > 2:
        return False
    before = text[max(0, value.start - 12) : value.start]
    place = _ITEM.search(before if value.start > 12 else "\n" + before)
    if place is None or _ITEM_END.match(text, value.end) is None:
        return False
    return text[value.end] == ")" or "\n" in place.group()
