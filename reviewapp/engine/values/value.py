"""A value as the engine holds it, and when two of them are one."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import field

from reviewapp.engine.record import record
from reviewapp.engine.values.dates import Form, Keys


@record(slots=True)
class Value:
    """One value at `start`..`end`. Two values are equal when one's question is answered by what the other offers."""

    start: int
    end: int
    kind: str
    canonical: str
    unit: str = ""
    noun: str = ""
    approximate: bool = False
    offers: Keys = field(default=(), repr=False)
    asks: tuple[Keys, ...] = field(default=(), repr=False)
    spelled: bool = False  # a bare number word, which may be no number at all
    negative: bool = False

    def at(self, start: int, end: int) -> Value:
        """The same value at another place. Every value of a text passes here: not by way of dataclasses.replace."""
        return Value(
            *(start, end, self.kind, self.canonical, self.unit, self.noun, self.approximate),
            *(self.offers, self.asks, self.spelled, self.negative),
        )

    def equals(self, other: Value) -> bool:
        return answered(self, frozenset(other.offers)) or answered(other, frozenset(self.offers))


def answered(value: Value, offered: Container[str]) -> bool:
    return any(all(key in offered for key in keys) for keys in value.asks)


def made(spelling: str, kind: str, forms: tuple[Form, ...], unit: str = "", *, spelled: bool = False) -> Value | None:
    """The value of all the readings together; None where there is none."""
    if not forms:
        return None
    offers, asks = forms[0].offers, forms[0].asks
    for form in forms[1:]:
        offers += tuple(key for key in form.offers if key not in offers)
        asks += tuple(keys for keys in form.asks if keys not in asks)
    return Value(0, len(spelling), kind, forms[0].canonical, unit, offers=offers, asks=asks, spelled=spelled)
