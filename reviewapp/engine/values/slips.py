"""From which value of the source a strange value of the summary was probably made: one digit slipped."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from functools import cached_property
from itertools import islice
from operator import itemgetter

from reviewapp.engine.lang import LANGUAGES
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, fold, words
from reviewapp.engine.values.facts import Facts, Place
from reviewapp.engine.values.source import Occurrence
from reviewapp.engine.values.spelling import parse
from reviewapp.engine.values.units import units
from reviewapp.engine.values.value import Value

_RUN = re.compile(r"[0-9]+")
_MARK = re.compile(r"[.-]")
_WINDOW = 90  # characters on either side
_KNOWN = 4  # digits of an amount that is known by itself
_LONG = 6  # digits of a number that names something
_OCCURRENCES, _LOOKED_AT = 16, 64  # of one number and of all, among which the likeliest original is looked for


class Slips:
    """The near misses of a pair's strange values, found together."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.facts = pair.once(Facts)

    def near_miss(self, place: Place) -> Place | None:
        """A number of the source that one slip of a digit makes into this one."""
        return self._near_misses.get(place.value.start)

    @cached_property
    def _near_misses(self) -> dict[int, Place]:
        strange = [place for place in self.facts.summary_places if self.facts.novel(place.value)]
        near = {place.value.start: self._slips_of(place) for place in strange if place.value.kind == "number"}
        runs = self.facts.source.numbers_at({number for numbers in near.values() for number in numbers})
        found = {}
        for place in strange:
            origin = (
                self._likeliest(place, near.get(place.value.start, []), runs)
                or self._rewritten(place)
                or self._cut(place)
            )
            if origin is not None:
                found[place.value.start] = origin
        return found

    def _slips_of(self, place: Place) -> list[str]:
        """Runs of digits of the source that differ by one slip from the only one of the place."""
        runs = _RUN.findall(self.pair.summary[place.value.start : place.value.end].replace(",", ""))
        if len(runs) != 1 or len(runs[0]) < 2:
            return []
        other = slips(runs[0]) | _other_lengths(runs[0])
        return sorted(self.facts.source.digit_runs.intersection(other))

    def _rewritten(self, place: Place) -> Place | None:
        """A value of the source, of the same kind, that is this one with one digit slipped. A quantity is that of the
        same thing or none: a word that names it has to stand there, unless it is long enough to be known by itself."""
        written = self.pair.summary[place.value.start : place.value.end]
        values = (parse(other) for other in sorted(slips(written)))
        alike = (self._first_equal(value) for value in values if value is not None and value.kind == place.value.kind)
        found = [occurrence for occurrence in alike if occurrence is not None]
        if place.value.unit and sum(map(str.isdigit, written)) < _KNOWN:
            topic = place.sentence.once(_topic)
            told = [(len(topic & self._around(occurrence)), at) for at, occurrence in enumerate(found)]
            found = [found[at] for shared, at in sorted(told, key=itemgetter(0), reverse=True) if shared]
        return self._placed(found[0]) if found else None

    def _around(self, found: Occurrence) -> frozenset[str]:
        """The words of the line that holds it."""
        text = self.facts.source.texts[found.turn]
        start = max(text.rfind("\n", 0, found.start), found.start - _WINDOW)
        end = text.find("\n", found.end, found.end + _WINDOW)
        return frozenset(words(fold(text[max(0, start) : end if end >= 0 else found.end + _WINDOW])))

    def _placed(self, found: Occurrence) -> Place:
        placed = replace(found.value, start=found.start, end=found.end)
        text = self.facts.source.texts[found.turn]
        return Place(placed, Sentence(text[found.start : found.end], found.start, found.end), found.turn)

    def _cut(self, place: Place) -> Place | None:
        """A longer address or account that begins like this one: `10.12.7` of `10.12.7.44`."""
        written = self.pair.summary[place.value.start : place.value.end]
        found = self._begun.get(written) if not written.isdigit() else None
        return self._placed(found) if found else None

    @cached_property
    def _begun(self) -> dict[str, Occurrence]:
        """Addresses and accounts of the turns, each where it stands last, by what stands before a mark in them."""
        texts = self.facts.source.texts
        found = (found for found in self.facts.source.occurrences() if found.value.kind == "code")
        codes = {texts[code.turn][code.start : code.end]: code for code in found}
        begun: dict[str, Occurrence] = {}
        for text, code in codes.items():
            for mark in _MARK.finditer(text):
                begun.setdefault(text[: mark.start()], code)
        return begun

    def _first_equal(self, value: Value) -> Occurrence | None:
        offers = (self.facts.source.first_offer(keys[0]) for keys in value.asks if len(keys) == 1)
        return next((found for found in offers if found), None)

    def _likeliest(self, place: Place, numbers: list[str], places: dict[str, list[tuple[int, int]]]) -> Place | None:
        """The occurrence of one of the numbers whose surroundings are most like the summary's sentence, the nearest
        number among equals."""
        topic = place.sentence.once(_topic)
        written = int(max(_RUN.findall(place.value.canonical), key=len, default="0"))
        short = bool(numbers) and len(numbers[0]) == 2
        best, best_score = None, (0, -math.inf) if short else (-1, -math.inf)
        found = ((number, *at) for number in numbers for at in places.get(number, ())[:_OCCURRENCES])
        for number, turn, start in islice(found, _LOOKED_AT):
            left, right = max(0, start - _WINDOW), start + len(number) + _WINDOW
            around = self.pair.turns[turn].content[left:right]
            score = len(topic.intersection(words(fold(around)))), -abs(int(number) - written)
            if score > best_score:
                best_score = score
                value = replace(place.value, start=start, end=start + len(number), noun="")
                best = Place(value, Sentence(around, left, right), turn)
        return best


def _topic(sentence: Sentence) -> frozenset[str]:
    """Its words that name something: not numbers, units or what stands in every sentence."""
    named = frozenset(word for word in sentence.words if not word.isdecimal() and not units(word))
    return named.difference(*(language.stop.split() for language in LANGUAGES))


def slips(written: str) -> set[str]:
    """The same length with one digit changed, or two neighbouring digits exchanged."""
    digits = [i for i, char in enumerate(written) if "0" <= char <= "9"]
    out = {written[:i] + digit + written[i + 1 :] for i in digits for digit in "0123456789"}
    pairs = [i for i in digits if written[i + 1 : i + 2].isdigit()]
    out.update(written[:i] + written[i + 1] + written[i] + written[i + 2 :] for i in pairs)
    return {other for other in out if other != written and (other[0] != "0" or written[0] == "0")}


def _other_lengths(run: str) -> set[str]:
    """A long number with one digit more or less: nobody counts the digits of an id."""
    if len(run) < _LONG:
        return set()
    shorter = {run[:i] + run[i + 1 :] for i in range(len(run))}
    longer = {run[:i] + digit + run[i:] for i in range(len(run) + 1) for digit in "0123456789"}
    return shorter | longer
