"""What one written number says: digits, words, magnitudes and units, in every reading it allows."""

from __future__ import annotations

import re
from decimal import Decimal

from reviewapp.engine.values.dates import Form
from reviewapp.engine.values.numbers import CARDINALS, MULTIPLIERS, ORDINALS
from reviewapp.engine.values.units import Unit

LONGEST_NUMBER = 40  # digits; a longer run is data, not a quantity
_IDEOGRAPHS = {c: i for i, c in enumerate("〇一二三四五六七八九")} | {"零": 0, "两": 2}
_INNER = {"十": 10, "百": 100, "千": 1_000}
_OUTER = {"万": 10**4, "亿": 10**8, "億": 10**8}
IDEOGRAPHIC = "".join((*_IDEOGRAPHS, *_INNER, *_OUTER))
_IDEOGRAPHIC_RUN = re.compile(f"[{IDEOGRAPHIC}]+")
_SUFFIX = {"k": 10**3, "m": 10**6, "b": 10**9, "bn": 10**9, "mm": 10**6}


def plain(number: Decimal) -> str:
    """One text per magnitude: no exponent, no trailing zero."""
    text = format(number, "f")
    return (text.rstrip("0").rstrip(".") if "." in text else text) or "0"


def western(text: str) -> str:
    """`十月二十四日` as `10月24日`: each run of ideographic digits by its number."""
    return _IDEOGRAPHIC_RUN.sub(lambda run: plain(ideographic(run.group()) or Decimal(0)), text)


def digits(blob: str) -> tuple[Decimal, ...]:
    """The readings of digits with separators: `1.200` is twelve hundred and one point two."""
    bare = (
        blob.replace(" ", "")
        .replace("\u00a0", "")
        .replace("\u202f", "")
        .replace("'", "")
        .replace("’", "")
        .replace("_", "")
    )
    if len(bare) > LONGEST_NUMBER:
        return ()
    if bare.isdigit():
        return (Decimal(bare),)
    commas, dots = bare.count(","), bare.count(".")
    if commas and dots:
        return _mixed(bare)
    mark = "," if commas else "."
    groups = bare.split(mark)
    readings = [Decimal("".join(groups))] if _grouped(groups) else []
    if len(groups) == 2:
        decimal = Decimal(".".join(groups))
        if mark == ".":
            readings = [decimal, *readings]
        elif not readings:  # a comma before three digits parts thousands
            readings = [decimal]
    return tuple(readings)


def _mixed(bare: str) -> tuple[Decimal, ...]:
    """Both marks: the last one is the decimal mark."""
    mark = max(",.", key=bare.rfind)
    whole, _, rest = bare.rpartition(mark)
    if mark in whole or not _grouped(whole.split("," if mark == "." else ".")):
        return ()
    return (Decimal(whole.replace(",", "").replace(".", "") + "." + rest),)


def _grouped(groups: list[str]) -> bool:
    """Thousands by threes, or the Indian way: pairs before the last three."""
    inner = {len(group) for group in groups[1:-1]}
    return (
        len(groups) > 1
        and 1 <= len(groups[0]) <= 3
        and groups[0] != "0"
        and len(groups[-1]) == 3
        and (inner <= {3} or inner <= {2})
    )


def magnitude(word: str) -> int | None:
    """The factor that a word or letter after digits stands for."""
    low = word.lower().rstrip(".")
    return MULTIPLIERS.get(low) or _SUFFIX.get(low)


def spelled_out(words: str) -> Decimal | None:
    """`one hundred and five`, `forty-two`, `сорок восемь`: the number that the words make, if they make one."""
    low = words.lower()
    if low in CARDINALS:
        return Decimal(CARDINALS[low])
    total, group, room = 0, 0, 10**12
    for word in low.replace("-", " ").split():
        if word == "and":
            continue
        if word in MULTIPLIERS:
            group, room = (group or 1) * MULTIPLIERS[word], MULTIPLIERS[word]
            if room >= 1_000:
                total, group = total + group, 0
            continue
        number = CARDINALS.get(word, ORDINALS.get(word))
        if number is None or number >= room:
            return None
        group, room = group + number, 10 if 20 <= number < 100 else 100 if number >= 100 else 1
    return Decimal(total + group)


def ideographic(text: str) -> Decimal | None:
    """`二十四`, `三万`: Chinese and Japanese numbers."""
    total, section, number = 0, 0, 0
    for char in text:
        if char in _IDEOGRAPHS:
            number = number * 10 + _IDEOGRAPHS[char]
        elif char in _INNER:
            section, number = section + (number or 1) * _INNER[char], 0
        elif char in _OUTER:
            total, section, number = total + (section + number or 1) * _OUTER[char], 0, 0
        else:
            return None
    return Decimal(total + section + number)


def bare(number: Decimal) -> Form:
    """A number without a unit equals the same number with any."""
    text = plain(number)
    return Form(text, (f"-={text}", f"*={text}"), ((f"*={text}",),))


def measured(number: Decimal, unit: Unit) -> Form:
    """A number with a unit: equal in any unit of the dimension, or to the bare number where none is said."""
    dimension, factor = unit
    text = f"{plain(number * factor)} {dimension}"
    raw = plain(number)
    share = (plain(number * factor / 100),) if dimension == "percent" else ()  # 4.18 % is a rate of 0.0418
    offers = (text, f"*={raw}", *(f"*={rate}" for rate in share if "." in rate))
    return Form(text, offers, ((text,), (f"-={raw}",), *((f"-={rate}",) for rate in share if "." in rate)))
