"""Values that the summary tells in another way: to more digits, by their items, a stretch of time by its length."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise

from reviewapp.engine.pair import Pair
from reviewapp.engine.values.facts import Facts, Place, span_of_time

_LISTED = re.compile(r"\s?[\w-]*\s?[:：]")
_DECIMAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_ORDINALS = {"1st": "first", "2nd": "second"}  # as words they mean much else, so that they are no values
_ROUNDED = 0.12  # share of a value that rounding may change


class Restated:
    """What became of values that no value of the summary equals."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.facts = pair.once(Facts)

    def holds(self, place: Place) -> bool:
        """Does the summary give the value to more digits, the items instead of their number, a length for an end?"""
        text = self.pair.turns[place.turn or 0].content
        if place.value.kind in ("number", "percent") and _LISTED.match(text, place.value.end):
            return True
        if place.value.kind == "time" and self._told_as_length(place, text):
            return True
        said = text[place.value.start : place.value.end].lower()
        if said in _ORDINALS:
            return _ORDINALS[said] in self._words
        rough = place.value.canonical
        near = self._precise.get((place.value.unit, rough.split(" ")[0]), ())
        return any(_rounds_to(precise, rough) for precise in near)

    def _told_as_length(self, place: Place, text: str) -> bool:
        """`9:00-12:00` by "three hours from 9 am": the end of a stretch whose beginning and length are kept."""
        begin = self.before(place)
        if begin is None or not self.facts.kept(begin.value):
            return False
        return span_of_time(text, begin.value, place.value) in self.facts.stated

    def before(self, place: Place) -> Place | None:
        """The value that stands before this one in the same sentence."""
        earlier = self._before.get(id(place))
        return earlier if earlier and earlier.sentence is place.sentence else None

    @cached_property
    def _before(self) -> dict[int, Place]:
        return {id(later): earlier for earlier, later in pairwise(self.facts.brief_places)}

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(word for sentence in self.pair.sentences for word in sentence.words)

    @cached_property
    def _precise(self) -> dict[tuple[str, str], list[str]]:
        """The summary's values with digits after the point, by unit and by what they round to."""
        found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for other in self.facts.summary_places:
            for rough in _roundings(other.value.canonical.split(" ")[0]):
                found[other.value.unit, rough].append(other.value.canonical)
        return dict(found)


def _roundings(precise: str) -> Iterator[str]:
    """The number with fewer digits after its point."""
    digits = len(precise.partition(".")[2])
    if digits and _DECIMAL.fullmatch(precise):
        yield from (f"{float(precise):.{kept}f}" for kept in range(digits))


def _rounds_to(precise: str, rough: str) -> bool:
    one, other = precise.split(" ")[0], rough.split(" ")[0]
    if not (_DECIMAL.fullmatch(one) and _DECIMAL.fullmatch(other)) or len(one) <= len(other) or "." not in one:
        return False
    near = abs(float(one) - float(other)) <= _ROUNDED * float(other)  # in base units 5 mg would round to 10 mg
    return near and f"{float(one):.{len(other.partition('.')[2])}f}" == other
