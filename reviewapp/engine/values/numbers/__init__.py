"""The number tables of all languages, merged for the scanners. A module here that defines TABLE is a language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import TypeVar

from reviewapp.engine.values.numbers.table import Numerals

TABLES: dict[str, Numerals] = {
    name: import_module(f"{__name__}.{name}").TABLE
    for name in sorted(m.name for m in iter_modules(__path__))
    if name != "table"
}

T = TypeVar("T")


def _merged(field: Callable[[Numerals], Mapping[str, T]]) -> dict[str, T]:
    """One mapping of all languages; English, where two disagree."""
    out: dict[str, T] = {}
    for name in sorted(TABLES, key=lambda name: name == "en"):
        out.update(field(TABLES[name]))
    return out


CARDINALS = _merged(lambda table: table.cardinals)
MULTIPLIERS = _merged(lambda table: table.multipliers)
ORDINALS = _merged(lambda table: table.ordinals)
MONTHS = _merged(lambda table: table.months)
UNIT_WORDS = _merged(lambda table: table.units)
HALVES = _merged(lambda table: table.halves)
RATES = _merged(lambda table: table.rates)
MONTH_ENDS = frozenset(word for table in TABLES.values() for word in table.month_ends)
HALF_A = frozenset(word for table in TABLES.values() for word in table.half_a)
SPANS = _merged(lambda table: table.spans)
SHARES = _merged(lambda table: table.shares)
CLOCK = _merged(lambda table: table.clock)
HOURS = frozenset(word for table in TABLES.values() for word in table.hours)
MORNING = frozenset(word for table in TABLES.values() for word in table.morning)
EVENING = frozenset(word for table in TABLES.values() for word in table.evening)
POINTERS = frozenset(word for table in TABLES.values() for word in table.pointers)
NEARLY = frozenset(word for table in TABLES.values() for word in table.nearly)
