"""Which value of the summary stands in the place of a value of a turn: one dimension, one topic, no better home."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from reviewapp.engine.facts import ENOUGH, MOST, STOP, Facts, Place, by_sentence
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, stem
from reviewapp.engine.values import Value

_SAME_TOPIC = 0.3
_SAME_SENTENCE, _SOME_TOPIC = 0.6, 0.12
_DENIED = re.compile(
    r"\b(?:not|nicht|statt|instead of|rather than|no longer|pas|nie|no"
    r"|formerly|previously|was|from|replac\w+)\s(?:the\s)?$",
    re.I,
)
_IN_STEAD = re.compile(r"[0-9]\S*,? (?:and )?(?:not|nicht|statt|instead of|rather than|no)\s(?:the\s)?$", re.I)
_CHANGE = re.compile(
    r"\b(?:now|instead|rather|changed?|down to|up to|raised?|lower(?:ed)?|correct\w*|make (?:it|that)|sorry|not"
    r"|jetzt|statt|doch|plutôt|mejor|ahora|agora|вместо|теперь)\b|改|变更|변경",
    re.I,
)
_LISTED = re.compile(r"\s?[\w-]*\s?[:：]")
_ROUND = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_WINDOW = 90
_COMMON = 3  # counts up to here stand in any row
_ITEMS = 12
_LONGEST_COUNT = 6


class Pairing:
    """Places of both sides, held against each other by topic."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.facts = pair.once(Facts)

    def text(self, place: Place) -> str:
        return self.pair.summary if place.turn is None else self.pair.turns[place.turn].content

    def topic(self, one: Place, other: Place) -> float:
        """How much of the shorter sentence's topic the other one shares."""
        a, b = one.sentence.stems, other.sentence.stems
        return max(self.facts.likeness(a, b), self.facts.likeness(b, a) * 0.9)

    def denied(self, place: Place) -> bool:
        """`48 not 46`: the second one is said to be no longer so."""
        return bool(_DENIED.search(self.text(place)[max(0, place.value.start - 24) : place.value.start]))

    def revived(self, place: Place) -> Place | None:
        """The summary's mention of a value in whose stead the turn put another: `48 not 46`."""
        if not _IN_STEAD.search(self.text(place)[max(0, place.value.start - 24) : place.value.start]):
            return None
        bare = all(word in STOP or word.isdigit() for word in place.sentence.stems)
        for other in self.facts.summary_places:
            same = place.value.equals(other.value) and not self.denied(other)
            if same and (bare or self.topic(place, other) > _SAME_TOPIC):
                return other
        return None

    def partner(self, place: Place) -> Place | None:
        """The value of the summary that stands where `place` should."""
        best, best_score = None, _SAME_TOPIC
        for other in self.facts.summary_places:
            if comparable(place.value, other.value) and not (other.value.spelled and not place.value.spelled):
                score = self.topic(place, other)
                if score > best_score and not self._at_home(other, place, score):
                    best, best_score = other, score
        return best

    def _at_home(self, other: Place, place: Place, score: float) -> bool:
        """Does a turn say `other` about what the summary says it, so that it does not stand in `place`'s stead?"""
        return any(
            not self.denied(home) and self._houses(home, other, place, score) for home in self.homes(other.value)
        )

    def _houses(self, home: Place, other: Place, place: Place, score: float) -> bool:
        if home.sentence is place.sentence:
            return True
        if (home.turn or 0) < (place.turn or 0) and self.topic(home, place) > _SAME_TOPIC:
            return False  # what `place` replaced
        return self.topic(home, other) >= score

    def homes(self, value: Value) -> list[Place]:
        """Where live turns say an equal value."""
        found = {id(home): home for keys in value.asks for home in self._said.get(keys[0], ())}
        return [home for home in found.values() if home.value.equals(value)]

    @cached_property
    def _said(self) -> dict[str, list[Place]]:
        said: defaultdict[str, list[Place]] = defaultdict(list)
        for place in self.facts.live_places:
            for key in place.value.offers:
                said[key].append(place)
        return dict(said)

    def superseded(self, place: Place) -> bool:
        """The summary says another value of the same topic, which a later turn laid down."""
        others = (other for other in self.facts.summary_places if comparable(place.value, other.value))
        return any(self._came_later(place, other) for other in others)

    def _came_later(self, place: Place, other: Place) -> bool:
        later = (home for home in self.homes(other.value) if (home.turn or 0) > (place.turn or 0))
        return any(self._replaces(home, place) for home in later)

    def _replaces(self, later: Place, place: Place) -> bool:
        """The same sentence told again, or a word of change beside the same topic."""
        a, b = later.sentence.stems, place.sentence.stems
        told_again = min(self.facts.likeness(a, b), self.facts.likeness(b, a)) > _SAME_SENTENCE
        return told_again or (
            _CHANGE.search(later.sentence.text) is not None and self.topic(later, place) > _SAME_TOPIC
        )

    def restated(self, place: Place) -> bool:
        """The summary gives the value to more digits, or the items instead of their number."""
        if place.value.kind in ("number", "percent") and _LISTED.match(self.text(place), place.value.end):
            return True
        rounded = [other.value for other in self.facts.summary_places if other.value.unit == place.value.unit]
        return any(_rounds_to(value.canonical, place.value.canonical) for value in rounded)

    def counts(self, place: Place) -> bool:
        """Is its loss worth a warning? A person's brief words are; the agent's where the summary keeps such values."""
        if place.turn not in self.facts.brief or self._is_bare_ordinal(place) or _points_at_an_item(place.value):
            return False
        return self.pair.turns[place.turn or 0].binds or self._keeps_most

    def _is_bare_ordinal(self, place: Place) -> bool:
        word = self.text(place)[place.value.start : place.value.end]
        return place.value.kind == "number" and word[-1].isalpha() and not place.value.noun and not place.value.unit

    @cached_property
    def _keeps_most(self) -> bool:
        """A summary that repeats nearly every value of the agent meant to repeat them all."""
        said = [place for place in self.facts.live_places if not self.pair.turns[place.turn or 0].binds]
        kept = sum(self.facts.kept(place.value) for place in said)
        return len(said) >= ENOUGH and kept >= MOST * len(said)

    def swaps(self) -> Iterator[tuple[Place, Place]]:
        """Rows of counts in which a noun has another row's number: (what the turn says, what the summary says)."""
        lines = self._lines()
        for places in by_sentence(self.facts.summary_places).values():
            counted = [place for place in places if place.value.noun and _is_count(place.value)]
            for target in counted:
                source = self._misplaced(target, counted, lines.get(target.value.noun, []))
                if source is not None:
                    yield source, target

    def _lines(self) -> dict[str, list[list[Place]]]:
        """Lines of any turn that count a noun which the summary counts too, by noun."""
        nouns = {place.value.noun for place in self.facts.summary_places if place.value.noun}
        lines: defaultdict[str, list[list[Place]]] = defaultdict(list)
        for turn in range(len(self.pair.turns) if nouns else 0):
            for line in self.facts.counted_lines(turn, nouns):
                for noun in {place.value.noun for place in line}:
                    lines[noun].append(line)
        return dict(lines)

    def _misplaced(self, target: Place, counted: list[Place], lines: list[list[Place]]) -> Place | None:
        said = [line for line in lines if _says(line, target.value)]
        if any(self._same_subject(line, counted, target) for line in said):
            return None
        rows = [line for line in lines if len(line) > 1 and line not in said]
        for row in reversed(rows):
            if _anchored(row, counted, target) or (not said and self._moved(row, target)):
                return next(place for place in row if place.value.noun == target.value.noun)
        return None

    def _same_subject(self, line: list[Place], counted: list[Place], target: Place) -> bool:
        """The line and the summary's sentence share a word beside the counts: its label."""
        counts = {stem(place.value.noun) for place in (*line, *counted)}
        shared = line[0].sentence.stems & target.sentence.stems - counts - STOP
        return _anchored(line, counted, target) or any(not word.isdigit() for word in shared)

    def _moved(self, row: list[Place], target: Place) -> bool:
        """The row has the number at another noun, as a count in running text."""
        if self.text(target)[target.value.start - 1 : target.value.start] in ("=", ":", '"', "'"):
            return False
        return any(place.value.equals(target.value) and place.value.noun != target.value.noun for place in row)

    def near_miss(self, place: Place) -> Place | None:
        """A number of the source that one slip of a digit makes into this one."""
        written = self.text(place)[place.value.start : place.value.end]
        digits = _ROUND.search(written.replace(",", ""))
        if digits is None or len(digits.group()) < 2:
            return None
        near = [
            other
            for other in _slips(digits.group())
            if other in self.facts.digit_runs or f"*={other}" in self.facts.offered
        ]
        least = _SOME_TOPIC if len(digits.group()) == 2 else -1.0
        return self._where(near, place, least) if near else None

    def _where(self, numbers: list[str], place: Place, least: float) -> Place | None:
        """The occurrence of one of the numbers whose surroundings are most like the summary's sentence."""
        pattern = re.compile(r"(?<![0-9])(?:" + "|".join(map(re.escape, sorted(numbers))) + r")(?![0-9])")
        best, best_score = None, least
        for turn, content in enumerate(turn.content for turn in self.pair.turns):
            for match in pattern.finditer(content):
                left, right = max(0, match.start() - _WINDOW), match.end() + _WINDOW
                around = Sentence(content[left:right], left, right)
                score = self.facts.likeness(place.sentence.stems, around.stems)
                if score > best_score:
                    best_score = score
                    best = Place(replace(place.value, start=match.start(), end=match.end(), noun=""), around, turn)
        return best


def _points_at_an_item(value: Value) -> bool:
    """`1 and 2 are fine`: a small number without unit, noun or label."""
    return value.kind == "number" and not value.noun and value.canonical.isdigit() and int(value.canonical) <= _ITEMS


def comparable(one: Value, other: Value) -> bool:
    """Values of one dimension; bare numbers only where they may count the same thing."""
    kinds = {one.kind, other.kind}
    if len(kinds) == 2:
        return kinds <= {"number", "money"} or kinds <= {"date", "ratio"}
    if one.kind == "number":
        return one.noun == other.noun or not one.noun or not other.noun
    return True


def _anchored(row: list[Place], counted: list[Place], target: Place) -> bool:
    """Another count of the sentence stands in the row too, and is no number that stands everywhere."""
    others = (other.value for other in counted if other is not target)
    return any(
        _says(row, value) and not (value.canonical.isdigit() and int(value.canonical) <= _COMMON) for value in others
    )


def _is_count(value: Value) -> bool:
    """A longer number is somebody's id."""
    return value.kind == "number" and len(value.canonical) <= _LONGEST_COUNT


def _says(row: list[Place], value: Value) -> bool:
    return any(place.value.noun == value.noun and place.value.equals(value) for place in row)


def _rounds_to(precise: str, rough: str) -> bool:
    one, other = precise.split(" ")[0], rough.split(" ")[0]
    if not (_ROUND.fullmatch(one) and _ROUND.fullmatch(other)) or len(one) <= len(other) or "." not in one:
        return False
    places = len(other.partition(".")[2])
    return f"{float(one):.{places}f}" == other


def _slips(digits: str) -> set[str]:
    """The same length with one digit changed, or two neighbours exchanged."""
    out = {digits[:i] + d + digits[i + 1 :] for i in range(len(digits)) if digits[i].isdigit() for d in "0123456789"}
    out.update(digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :] for i in range(len(digits) - 1))
    return {number for number in out if number != digits and (number[0] != "0" or digits[0] == "0")}
