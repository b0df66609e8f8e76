"""Values that the summary tells in another way: to more digits, by their items, a stretch of time by its length."""

from __future__ import annotations

import re
from collections import defaultdict
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
        if text[place.value.start : place.value.end].lower() in _ORDINALS:
            return _ORDINALS[text[place.value.start : place.value.end].lower()] in self._words
        return any(_rounds_to(precise, place.value.canonical) for precise in self._precise.get(place.value.unit, ()))

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
    def _precise(self) -> dict[str, list[str]]:
        """The summary's values with digits after the point, by unit."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for other in self.facts.summary_places:
            if "." in other.value.canonical:
                found[other.value.unit].append(other.value.canonical)
        return dict(found)


def _rounds_to(precise: str, rough: str) -> bool:
    one, other = precise.split(" ")[0], rough.split(" ")[0]
    if not (_DECIMAL.fullmatch(one) and _DECIMAL.fullmatch(other)) or len(one) <= len(other) or "." not in one:
        return False
    near = abs(float(one) - float(other)) <= _ROUNDED * float(other)  # in base units 5 mg would round to 10 mg
    return near and f"{float(one):.{len(other.partition('.')[2])}f}" == other
