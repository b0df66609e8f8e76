"""RFC 8785 (JSON Canonicalization Scheme) with the standard library alone: one value, one sequence of bytes."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

Json = Any  # a parsed JSON value: None, bool, int, float, str, list/tuple, Mapping with string keys

SAFE_INTEGER = 2**53 - 1
_STRING = json.JSONEncoder(ensure_ascii=False)
_LITERALS = {None: "null", True: "true", False: "false"}


def canonical_json(value: Json, *, floats: bool = False) -> bytes:
    """The canonical bytes of `value`.

    Raises ValueError for NaN, infinities, lone surrogates, nesting beyond reason and, unless `floats`, for any float
    and for integers past 2^53 - 1: what we sign ourselves holds none; messages may, as arguments of a tool call.
    """
    try:
        return "".join(_pieces(value, floats=floats)).encode()
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _pieces(value: Json, *, floats: bool) -> Iterator[str]:
    if isinstance(value, str):
        yield _STRING.encode(value)
    elif value is None or isinstance(value, bool):
        yield _LITERALS[value]
    elif isinstance(value, int) and abs(value) <= SAFE_INTEGER:
        yield str(int(value))
    elif floats and isinstance(value, float):
        yield _number(value)
    elif floats and isinstance(value, int):
        yield _large(value)
    elif isinstance(value, list | tuple):
        yield from _array(value, floats=floats)
    elif isinstance(value, Mapping):
        yield from _object(value, floats=floats)
    else:
        raise ValueError(f"this {type(value).__name__} has no canonical form here")


def _array(items: list[Json] | tuple[Json, ...], *, floats: bool) -> Iterator[str]:
    yield "["
    for index, item in enumerate(items):
        if index:
            yield ","
        yield from _pieces(item, floats=floats)
    yield "]"


def _object(members: Mapping[str, Json], *, floats: bool) -> Iterator[str]:
    yield "{"
    for index, key in enumerate(sorted(members, key=_utf16)):
        yield ("," if index else "") + _STRING.encode(key) + ":"
        yield from _pieces(members[key], floats=floats)
    yield "}"


def _utf16(key: object) -> bytes:
    if not isinstance(key, str):
        raise ValueError("the keys of an object must be strings")
    return key.encode("utf-16-be")  # the standard sorts by UTF-16 code units


def _large(value: int) -> str:
    """An integer past 2^53 - 1, where a double prints like it; others read back as another number elsewhere."""
    text = str(value)
    if len(text) > 22 or _number(float(value)) != text:  # 21 digits and a sign: no double is printed longer
        raise ValueError("an integer past 2^53 - 1 has no canonical form")
    return text


def _number(value: float) -> str:
    """A double as ECMAScript prints it: Python finds the same shortest digits, only the notation differs."""
    if not math.isfinite(value):
        raise ValueError("NaN and infinities have no canonical form")
    if value == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    assert isinstance(exponent, int)  # only NaN and infinities have a letter there
    text, point = "".join(map(str, digits)), len(digits) + exponent
    return ("-" if sign else "") + _place_point(text, point)


def _place_point(digits: str, point: int) -> str:
    """Write `0.DIGITS x 10^point` in ECMAScript's choice of plain or exponent notation."""
    if 0 < point <= 21:
        whole = digits[:point].ljust(point, "0")
        return f"{whole}.{digits[point:]}" if digits[point:] else whole
    if -6 < point <= 0:
        return "0." + "0" * -point + digits
    mantissa = digits[0] + ("." + digits[1:] if digits[1:] else "")
    return f"{mantissa}e{point - 1:+d}"


def strict_json(text: str | bytes) -> Json:
    """Parse JSON that says one thing only; raises ValueError for repeated keys, NaN and infinities too."""
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _unique(members: list[tuple[str, Json]]) -> dict[str, Json]:
    if len(dict(members)) != len(members):
        raise ValueError("an object repeats a key")
    return dict(members)


def _refuse(name: str) -> Json:
    raise ValueError(f"{name} is no JSON")
