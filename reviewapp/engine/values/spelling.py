"""What one spelling of a value means: its kind, its canonical form, what it is equal to."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from reviewapp.engine.values import dates, quantities
from reviewapp.engine.values.dates import Form, Keys
from reviewapp.engine.values.moments import read_date, read_month_end, read_time
from reviewapp.engine.values.numbers import ORDINALS, SPANS, TABLES
from reviewapp.engine.values.phrases import forms_of, fraction, no_clock, read_phrase
from reviewapp.engine.values.scan import DIGITS
from reviewapp.engine.values.units import units
from reviewapp.engine.values.value import Value, made

_ACCOUNT = 7  # digits: a number that long may be written in groups
_LONGEST_HIT = 96  # characters; longer is data, not a value


_INSTANT = re.compile(r"[0-9]{4}[-/][0-9]{2}[-/][0-9]{2}[T ][0-9]{2}:")
_SIMPLE = re.compile(r"([0-9]{1,15}(?:\.[0-9]{1,2})?)[ -]?([a-z%µ]{1,12})", re.I)
_CLOCK = re.compile(r":|[点點時时]")
_DECIMAL = re.compile(r"[0-9]+[.,][0-9]+%?")
_DAY_MONTH = re.compile(r"([0-9]{1,2})\.(0[1-9]|1[0-2])")
_HOUR_MINUTE = re.compile(r"([01][0-9]|2[0-3])\.([0-5][0-9])")
_DOTTED = re.compile(r"[0-9]+(?:\.[0-9]+){2,3}")
_CODE = re.compile(
    r"(?:[0-9a-fA-F]{2}[:-]){5}[0-9a-fA-F]{2}"
    r"|\d+(?:-\d+){2,}(?<!\d{4}-\d{2}-\d{2})|\d{2,5} \d{3,4} \d{3,5}|0\d{2,4} \d{5,8}"
    r"|\d{1,3}(?:\.\d{1,3}){3}(?:[/:]\d+)?"
    r"|[A-Z]{2}\d{2}(?: ?\d{4}){3,6}(?: ?\d{1,3})?|\d{4} \d{4} \d{4} \d{4}"
    r"|\+\d{1,3}[ -]?\(?\d{1,4}\)?(?:[ -]\d{2,6}){1,4}"
)  # telephone, address: an identifier


def parse(spelling: str) -> Value | None:
    """The meaning of one spelling, at offsets 0..len; None when it is not a value after all."""
    if len(spelling) > _LONGEST_HIT:
        return None
    plain = spelling if spelling.isascii() else spelling.translate(DIGITS)
    if plain.isdigit():
        return _digits(plain) if len(plain) <= quantities.LONGEST_NUMBER else None
    if _CODE.fullmatch(plain):
        return _or_version(made(spelling, "code", (_code(plain),)), plain)
    simple = _SIMPLE.fullmatch(plain)
    if simple is not None and simple[2] != "M" and units(simple[2]):
        kind, forms = forms_of((Decimal(simple[1]),), simple[2])
        return made(plain, kind, forms, simple[2])
    if _INSTANT.match(plain):
        return None  # two values
    readers = (read_time, *_READERS) if _CLOCK.search(plain) else (_decimal,) if _DECIMAL.fullmatch(plain) else _READERS
    for read in readers:
        value = read(plain)
        if value is not None:
            return _or_version(replace(value, end=len(spelling)), plain)
    return None


def _decimal(text: str) -> Value | None:
    """`15.12` is a number, and in much of the world a day as well, `13.45` a time."""
    value, written, hour = _amount(text), _DAY_MONTH.fullmatch(text), _HOUR_MINUTE.fullmatch(text)
    if value is None:
        return None
    day = dates.day(None, int(written[2]), int(written[1])) if written else None
    times = dates.clock(int(hour[1]), int(hour[2]), "", "") if hour else ()
    forms = (*((day,) if day else ()), *times)
    offers = tuple(key for form in forms for key in form.offers[:2])
    return replace(value, offers=value.offers + offers, asks=value.asks + tuple(k for form in forms for k in form.asks))


def _digits(plain: str) -> Value:
    """Most values of a log are these: made without a detour."""
    number = plain.lstrip("0") or "0"
    held = f"*={number}"
    if len(plain) >= _ACCOUNT:
        code = f"code={plain}"
        return Value(0, len(plain), "number", number, offers=(f"-={number}", held, code), asks=((held,), (code,)))
    return Value(0, len(plain), "number", number, offers=(f"-={number}", held), asks=((held,),))


def _or_version(value: Value | None, plain: str) -> Value | None:
    """`22.1.11` may be a day or a version, `6.1.0.4` an address or a version: both readings count."""
    if value is None or value.kind == "version" or not _DOTTED.fullmatch(plain):
        return value
    key = f"version={plain}"
    return replace(value, offers=(*value.offers, key), asks=(*value.asks, (key,)))


def _code(text: str) -> Form:
    """A telephone number by its digits; an address with every mark."""
    key = "code=" + (text if "." in text else re.sub(r"[^0-9a-z]", "", text.lower()))
    return Form(text, (key,), ((key,),))


_VERSION = re.compile(r"v(\d+(?:\.\d+)*(?:[-.+]?[0-9a-z][\w.-]*)?)|(\d+(?:\.\d+){2,}(?:[-+]?[0-9a-z][\w.-]*)?)", re.I)


def _version(text: str) -> Value | None:
    m = _VERSION.fullmatch(text)
    if m is None:
        return None
    number = (m[1] or m[2]).lower()
    if not m[1] and quantities.digits(number):
        return None  # 1.200.300 is grouped digits
    offers = (f"version={number}", f"*={number}", *((f"-={number}",) if number.isdigit() else ()))
    asks = (
        (f"version={number}",),
        *(
            ((f"*={quantities.plain(Decimal(number))}",),)
            if number.count(".") <= 1 and number.replace(".", "").isdigit()
            else ()
        ),
    )
    return made(text, "version", (Form(number, offers, asks),))


_SCIENTIFIC = re.compile(r"(\d+(?:\.\d+)?)e([+-]?\d{1,2})", re.I)


def _scientific(text: str) -> Value | None:
    m = _SCIENTIFIC.fullmatch(text)
    return made(text, "number", (quantities.bare(Decimal(m[1]).scaleb(int(m[2]))),)) if m else None


_SCALE = 3  # digits after a colon: fewer are minutes
_LONGEST_DAY = 6  # characters of `24/10`
_FEW_PARTS = 10  # up to tenths, a fraction may be told in words
_RATIO = re.compile(r"(\d{1,9})([/:])(\d{1,9})")


def _ratio(text: str) -> Value | None:
    """`231/235` is held by the pair or by both numbers; `24/10` may be a day; a scale of `1:250` is one thing."""
    m = _RATIO.fullmatch(text)
    if m is None or (m[2] == ":" and len(m[3]) < _SCALE):
        return None
    one, two = (quantities.plain(Decimal(part)) for part in m.group(1, 3))
    if m[2] == ":":
        return made(text, "ratio", (Form(text, (f"{one}:{two}", f"*={two}"), ((f"{one}:{two}",),)),))
    halves = (f"*={one}", f"*={two}")
    whole = Form(f"{one}/{two}", (f"{one}/{two}", *halves, f"-={one}", f"-={two}"), ((f"{one}/{two}",), halves))
    first, second = int(m[1]), int(m[3])
    days = (dates.day(None, second, first), dates.day(None, first, second)) if len(text) < _LONGEST_DAY else ()
    share = (fraction(first, second),) if 0 < first < second <= _FEW_PARTS else ()
    return made(text, "ratio", (whole, *(form for form in days if form), *share))


_COMPOUND = re.compile(
    r"(?:(\d+)\s?h(?:ours?|rs?)?)?\s?(?:(\d+)\s?m(?:in(?:utes?|s)?)?)?\s?(?:(\d+)\s?s(?:ec(?:onds?|s)?)?)?", re.I
)
_ISO_DURATION = re.compile(r"P(?:(\d+)D)?T?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?")


def _long_duration(text: str) -> Value | None:
    """`1h30m`, `PT15M`, `half an hour`."""
    seconds = 60 * SPANS.get(text.lower(), 0)
    if m := _ISO_DURATION.fullmatch(text):
        seconds = sum(int(part or 0) * factor for part, factor in zip(m.groups(), (86400, 3600, 60, 1), strict=True))
    elif (m := _COMPOUND.fullmatch(text)) and sum(part is not None for part in m.groups()) > 1:
        seconds = sum(int(part or 0) * factor for part, factor in zip(m.groups(), (3600, 60, 1), strict=True))
    if not seconds:
        return None
    forms: tuple[Form, ...] = (quantities.measured(Decimal(seconds), ("duration", Decimal(1))),)
    if text.lower() in SPANS:  # `the last 15` may leave its minutes unsaid
        forms += (quantities.measured(Decimal(SPANS[text.lower()]), ("duration", Decimal(60))),)
    return made(text, "duration", forms, "s")


_NUMBER = r"(?:\d+|(?=\.\d))(?:[.,'’_]\d+)*(?:[ \u00a0\u202f]\d{3})*(?:[.,]\d+)?"
_AMOUNT = re.compile(
    rf"(?P<sign>(?:[^\w\s.,'’(-]|[a-z]{{1,2}}\$|rs\.?|[a-z]{{3}})\s?)?(?P<digits>{_NUMBER})(?:st|nd|rd|th|er|º|ª|-й|-го)?(?P<rest>.*)",
    re.I | re.S,
)
_SPELLED = re.compile(rf"(?P<words>[^\W\d]+(?:[ -][^\W\d]+)*?|[{quantities.IDEOGRAPHIC}]+)(?P<rest>\s?[^\s]*.*)", re.S)


def _amount(text: str) -> Value | None:
    m = _AMOUNT.fullmatch(text)
    if m is None:
        return None
    numbers = quantities.digits(m["digits"])
    factor, unit = _suffix(m["rest"])
    sign = (m["sign"] or "").strip()
    if sign and unit.lower() == "m":
        factor = 10**6  # £1m
    unit = sign or unit
    if factor is not None:
        numbers = tuple(number * factor for number in numbers)
    if unit and not units(unit):
        return None
    kind, forms = forms_of(numbers, unit)
    members = _members(m["digits"])
    if not forms and members:
        return Value(0, len(text), "number", m["digits"], offers=members, asks=(members,))
    value = made(text, kind, forms, unit)
    if value is None or not members or value.canonical.split(" ")[0].isdigit():
        return value
    return replace(value, asks=(*value.asks, members))  # a decimal comma may part a list: `1,3`


def _members(written: str) -> Keys:
    """The numbers of what may be a list: `5,6,9`, or `231 419` out of a table."""
    parts = re.split(r"[ ,\u00a0]", written)
    return tuple(f"*={quantities.plain(Decimal(part))}" for part in parts if part.isdigit()) if len(parts) > 1 else ()


def _suffix(rest: str) -> tuple[int | None, str]:
    """The magnitude and the unit of what follows the digits: `k USD`, `.5 million`, ` MB`."""
    words = rest.replace("-", " ").replace("*", " ").strip()
    if not words or words == "m":
        return None, words
    if words == "M":
        return 10**6, ""
    if units(words):
        return None, words
    head, _, tail = words.partition(" ")
    factor = quantities.magnitude(head)
    if factor is None:
        head, tail = words[:1], words[1:]
        factor = quantities.magnitude(head)
    return factor, tail.strip()


_STACKED = re.compile(r"((?:\d+[만천억万千亿億] ?)+(?:\d+)?) ?(\D*)")


def _stacked(text: str) -> Value | None:
    """`2만 5천원`: multipliers one after the other."""
    m = _STACKED.fullmatch(text)
    if m is None:
        return None
    parts = re.findall(r"(\d+)([만천억万千亿億]?)", m[1])
    number = sum(int(digits) * (quantities.magnitude(factor) or 1) for digits, factor in parts)
    kind, forms = forms_of((Decimal(number),), m[2])
    return made(text, kind, forms, m[2])


_ARTICLE = re.compile(r"an? ([a-z]+)", re.I)


def _words(text: str) -> Value | None:
    """Number words, with a unit where the last word is one."""
    article = _ARTICLE.fullmatch(text)
    if article is not None:
        kind, forms = forms_of((Decimal(1),), article[1])
        return made(text, kind, forms, article[1], spelled=True)
    if text.isupper() and text.lower() not in TABLES["en"].cardinals:
        return None  # `MIL` is short for something
    parts = re.split(r"([ -])", text)
    for cut in range(len(parts), 0, -2):
        number = quantities.spelled_out("".join(parts[:cut]))
        if number is None:
            continue
        unit = "" if parts[0].lower() in ORDINALS else "".join(parts[cut + 1 :])  # the third quarter is no duration
        if unit and not units(unit):
            return None
        kind, forms = forms_of((number,), unit)
        return made(text, kind, forms, unit, spelled=not unit)
    return _ideographs(text)


def _ideographs(text: str) -> Value | None:
    head = len(text) - len(text.lstrip(quantities.IDEOGRAPHIC))
    number = quantities.ideographic(text[:head]) if head else None
    if number is None:
        return None
    unit = text[head:].strip()
    kind, forms = forms_of((number,), unit)
    return made(text, kind, forms, unit, spelled=not unit)


_READERS = (
    *(read_date, read_month_end, _version, _scientific, _long_duration, read_phrase, _ratio, read_time),
    *(_stacked, _amount, _words, no_clock),
)
