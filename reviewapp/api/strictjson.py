"""JSON as RFC 8259 means it, and only where every reader must read the same: pure, linear in the body.

Python's reader takes NaN, lets the last of two equal keys win, and hands on half a surrogate pair. Here each is
refused, before a value that the database or a signature could stumble over gets any further.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Iterator
from typing import Any

from reviewapp.services.errors import Refused

Json = Any  # a parsed JSON value

SAFE_INTEGER = 2**53 - 1
MAX_DEPTH = 32
MAX_ELEMENTS = 2_000_000  # six bytes of body may become 145 in memory

_STRING_OR_START = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z)|[,\[{]', re.DOTALL)
_SUSPECT_ESCAPE = re.compile(r"\\u(?:0000|[dD][89a-fA-F])")
_SURROGATE = re.compile("[\ud800-\udfff]")


def parse(body: bytes) -> Json:
    """The value in `body`. Refuses with 400, or with 422 where a string holds a NUL."""
    text = _text(body)
    if _elements(text) > MAX_ELEMENTS:
        raise _bad("too_many_elements", f"The body has more than {MAX_ELEMENTS} elements.")
    value = _value(text)
    if _deeper_than(value, MAX_DEPTH):
        raise _bad("too_deep", f"The body is nested deeper than {MAX_DEPTH}.")
    if _SUSPECT_ESCAPE.search(text):
        _check_strings(value)
    return value


def pointer(path: Iterable[str | int]) -> str:
    """RFC 6901: `["turns", 0, "a/b"]` is `/turns/0/a~1b`."""
    return "".join(f"/{str(step).replace('~', '~0').replace('/', '~1')}" for step in path)


def _bad(code: str, message: str, field: str | None = None) -> Refused:
    return Refused(code, message, 400, field)


def _text(body: bytes) -> str:
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _bad("invalid_json", f"The body is not UTF-8 (byte {error.start}).") from None
    if text.startswith("\ufeff"):
        raise _bad("invalid_json", "The body starts with a byte order mark.")
    return text


def _elements(text: str) -> int:
    """How many values the text can hold at most; exact (strings left out) only where the cheap bound is over."""
    bound = text.count(",") + text.count("[") + text.count("{")
    if bound <= MAX_ELEMENTS:
        return bound
    return sum(1 for found in _STRING_OR_START.finditer(text) if found[0][0] != '"')


def _value(text: str) -> Json:
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant
        )
    except json.JSONDecodeError as error:
        raise _bad("invalid_json", f"The body is not JSON: {error.msg} (character {error.pos}).") from None
    except RecursionError:
        raise _bad("too_deep", f"The body is nested deeper than {MAX_DEPTH}.") from None


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise _bad("duplicate_key", "An object names a key twice.")
    return value


def _integer(digits: str) -> int:
    if len(digits) > 20 or abs(int(digits)) > SAFE_INTEGER:
        raise _bad("number_out_of_range", "An integer lies past 2^53 - 1.")
    return int(digits)


def _number(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _bad("number_out_of_range", "A number is too large.")
    return value


def _constant(name: str) -> float:
    raise _bad("invalid_json", f"{name} is not JSON.")


def _children(value: Json) -> Iterator[Json]:
    items = value.values() if isinstance(value, dict) else value
    return (item for item in items if isinstance(item, dict | list))


def _deeper_than(value: Json, limit: int) -> bool:
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(limit):
        level = [child for item in level for child in _children(item)]
    return bool(level)


def _check_strings(root: Json) -> None:
    """Refuses the first string or key with a NUL or half a surrogate pair, naming its place."""
    for path, text in _strings(root):
        if _SURROGATE.search(text):
            raise _bad("invalid_json", "A string holds half a surrogate pair.", _place(path))
        if "\0" in text:
            raise Refused("nul_byte", "A string holds a NUL character.", 422, _place(path))


def _place(path: tuple[str | int, ...]) -> str:
    """The pointer, without what the answer itself could not carry."""
    return pointer(_SURROGATE.sub("\ufffd", step) if isinstance(step, str) else step for step in path)


def _strings(root: Json) -> Iterator[tuple[tuple[str | int, ...], str]]:
    waiting: list[tuple[tuple[str | int, ...], Json]] = [((), root)]
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, str):
            yield path, value
        elif isinstance(value, dict):
            yield from (((*path, key), key) for key in value)
            waiting += [((*path, key), item) for key, item in value.items()]
        elif isinstance(value, list):
            waiting += [((*path, at), item) for at, item in enumerate(value)]
