"""The detectors, in the order they run. Add a module here and it runs; nothing is found by import magic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from reviewapp.engine.detectors import (
    additions,
    citations,
    disguise,
    failures,
    identifiers,
    injection,
    lifting,
    modality,
    negation,
    numerals,
    pins,
    structure,
    swaps,
    unverified,
)
from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Example, Finding, Rule


class Detector(Protocol):
    """What a detector's module exposes."""

    @property
    def RULES(self) -> tuple[Rule, ...]: ...

    @property
    def EXAMPLES(self) -> tuple[Example, ...]: ...

    def detect(self, pair: Pair) -> Iterator[Finding]: ...


DETECTORS: tuple[Detector, ...] = (
    structure,
    citations,
    disguise,
    injection,
    negation,
    modality,
    lifting,
    swaps,
    failures,
    numerals,
    identifiers,
    additions,
    unverified,
)
PIN_DETECTORS: tuple[Detector, ...] = (pins,)
