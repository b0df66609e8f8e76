"""Values that people say in a phrase: `a quarter`, `two and a half hours`, `half a litre`, `weekly`."""

from __future__ import annotations

import re
from decimal import Decimal

from reviewapp.engine.values import quantities
from reviewapp.engine.values.dates import Form, clock
from reviewapp.engine.values.numbers import CARDINALS, HALF_A, HALVES, RATES, SHARES
from reviewapp.engine.values.units import units
from reviewapp.engine.values.value import Value, made

_KINDS = {"bytes": "size", "working": "duration", "months": "duration"}


def forms_of(numbers: tuple[Decimal, ...], unit: str) -> tuple[str, tuple[Form, ...]]:
    """The kind of a number with this unit, and its readings."""
    readings = units(unit) if unit else ()
    if not readings:
        return "number", tuple(map(quantities.bare, numbers))
    kind = readings[0][0].split()[0]
    forms = tuple(quantities.measured(number, reading) for number in numbers for reading in readings)
    return _KINDS.get(kind, kind), forms


_HALF_A = sorted(HALF_A, key=len, reverse=True)
_HALF_DAY = 12  # hours
_ARTICLE = re.compile(r"(?:an?|une?|uma?|una|eine?) (.+)")
_VULGAR = {"½": "0.5", "¼": "0.25", "¾": "0.75"}
_WITH_VULGAR = re.compile(r"(\d{0,3}) ?([½¼¾])[ -]?(.*)")
_LIKE_A_CLOCK = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?: ?[ap]\.?m\.?)?(?: ?[a-z]{1,4})?", re.I)


def read_phrase(text: str) -> Value | None:
    low = text.lower()
    return _share(low) or _rate(low) or _vulgar(low) or _with_a_half(low) or _half_a(low)


def _share(text: str) -> Value | None:
    """`a quarter` for 25 %. Only evidence that a value was kept: as a word it may mean much else."""
    percent = SHARES.get(text)
    if percent is None:
        return None
    forms: tuple[Form, ...] = (fraction(percent, 100),)
    article = _ARTICLE.fullmatch(text)
    if article is not None and units(article[1]):
        forms += forms_of((Decimal(1),), article[1])[1]
    return made(text, "percent", forms, "%", spelled=True)


def fraction(part: int, whole: int) -> Form:
    """A share in whole percent."""
    key = f"{round(100 * part / whole)} percent"
    return Form(key, (key,), ((key,),))


def _rate(text: str) -> Value | None:
    """`weekly` for every seven days: evidence too."""
    number, _, unit = RATES.get(text, "").partition(" ")
    if not unit:
        return None
    kind, forms = forms_of((Decimal(number),), unit)
    return made(text, kind, tuple(Form(f.canonical, f.offers[:1], f.asks[:1]) for f in forms), unit, spelled=True)


def _vulgar(text: str) -> Value | None:
    m = _WITH_VULGAR.fullmatch(text)
    return _measured(text, Decimal(m[1] or 0) + Decimal(_VULGAR[m[2]]), m[3]) if m else None


def _with_a_half(text: str) -> Value | None:
    """`two and a half hours`, `dos horas y media`, `zweieinhalb Stunden`, `a day and a half`."""
    for phrase, extra in HALVES.items():
        head, found, tail = text.partition(phrase)
        if not found:
            continue
        number, _, unit = _counted(head.strip())
        value = _measured(text, number + Decimal(extra), unit or tail.strip(" -")) if number is not None else None
        if value is not None:
            return value
    return None


def _counted(head: str) -> tuple[Decimal | None, str, str]:
    """The number at the head of a phrase and the unit after it."""
    article = _ARTICLE.fullmatch(head)
    if article is not None:
        return Decimal(1), " ", article[1]
    word, space, unit = head.partition(" ")
    return Decimal(word) if word.isdigit() else quantities.spelled_out(word), space, unit


def _half_a(text: str) -> Value | None:
    """`half a litre`; of what is no unit it is a share."""
    phrase = next((phrase for phrase in _HALF_A if text.startswith((phrase + " ", phrase + "-"))), "")
    if not phrase or text in CARDINALS:
        return None
    unit = text[len(phrase) + 1 :]
    if units(unit):
        return _measured(text, Decimal("0.5"), unit)
    hour = CARDINALS.get(unit, 0)
    if phrase == "half" and 0 < hour <= _HALF_DAY:
        return made(text, "time", clock(hour, 30, "", "", vague=True))  # as the British say it
    return None if " " in unit else made(text, "percent", (fraction(1, 2),), "%", spelled=True)


def _measured(text: str, number: Decimal, words: str) -> Value | None:
    """The number in the unit that the words name, thousands and millions before it included."""
    head, _, rest = words.partition(" ")
    factor = quantities.magnitude(head) if head and not units(words) else None
    unit = rest if factor else words
    if unit and not units(unit):
        return None
    kind, forms = forms_of((number * (factor or 1),), unit)
    return made(text, kind, forms, unit)


def no_clock(text: str) -> Value | None:
    """`17:89:58`: a time that no clock shows is equal to itself."""
    if _LIKE_A_CLOCK.fullmatch(text) is None:
        return None
    return made(text, "time", (Form(text, (f"time?{text}",), ((f"time?{text}",),)),))
