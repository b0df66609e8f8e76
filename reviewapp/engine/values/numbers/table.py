"""The shape of a language's number table, in lower case. Adding a language is adding a module beside this one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Numerals:
    """How one language says numbers, units, months and times of day."""

    cardinals: Mapping[str, int] = field(default_factory=dict)  # stand for a number alone or before a smaller one
    multipliers: Mapping[str, int] = field(default_factory=dict)  # hundred, thousand: also after digits
    ordinals: Mapping[str, int] = field(default_factory=dict)
    months: Mapping[str, int] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)  # word -> symbol known to units.py
    hours: tuple[str, ...] = ()  # after a number: a time of day
    morning: tuple[str, ...] = ()  # beside a time: before noon
    evening: tuple[str, ...] = ()  # beside a time: after noon
    clock: Mapping[str, int] = field(default_factory=dict)  # noon, midnight -> minutes
    nearly: tuple[str, ...] = ()  # before a number: an approximation
    shares: Mapping[str, int] = field(default_factory=dict)  # a fraction in words -> whole percent
    halves: Mapping[str, str] = field(default_factory=dict)  # after a number or its unit: what is added to it
    half_a: tuple[str, ...] = ()  # before a unit: half of one
    month_ends: tuple[str, ...] = ()  # before a month: its last day
    rates: Mapping[str, str] = field(default_factory=dict)  # `weekly`: the length of time from one to the next
    spans: Mapping[str, int] = field(default_factory=dict)  # set phrases for a length of time -> minutes
    pointers: tuple[str, ...] = ()  # before a number: what the number names one of


def spelled(symbol_words: Mapping[str, str]) -> dict[str, str]:
    """`{"min": "minute minutes"}` turned round: one entry a word; `_` stands for a space inside a word."""
    return {word.replace("_", " "): symbol for symbol, words in symbol_words.items() for word in words.split()}


def counted(words: str, start: int = 0, step: int = 1) -> dict[str, int]:
    """`start`, `start + step`, ... for the words in order; words with a slash between them are the same number."""
    return {form: start + step * i for i, forms in enumerate(words.split()) for form in forms.split("/")}
