"""Which value of the summary stands in the place of a value of a turn: one dimension, one topic, no better home."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from reviewapp.engine.facts import STOP, Facts, Place, by_sentence
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence, stem
from reviewapp.engine.values import Value

_SAME_TOPIC = 0.3
_SAME_SENTENCE = 0.6
_ENOUGH, _MOST = 5, 0.7  # values that must be there to tell a habit, and the share that makes it one
_DENIED = re.compile(
    r"\b(?:not|nicht|statt|instead of|rather than|no longer|pas|nie|no|formerly|previously|was)\s(?:the\s)?$",
    re.I,
)
_CHANGE = re.compile(
    r"\b(?:now|instead|rather|changed?|down to|up to|raised?|lower(?:ed)?|correct\w*|make (?:it|that)|sorry|not"
    r"|jetzt|statt|doch|plutôt|mejor|ahora|agora|вместо|теперь)\b|改|变更|변경",
    re.I,
)
_LISTED = re.compile(r"\s?[\w-]*\s?[:：]")
_ROUND = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_WINDOW = 90


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
        """Does a turn say `other` about what the summary says it, no earlier than `place` and no worse?"""
        for home in self.homes(other.value):
            if home.sentence is place.sentence and not self.denied(home):
                return True
            if (home.turn or 0) >= (place.turn or 0) and self.topic(home, other) >= score and not self.denied(home):
                return True
        return False

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
        if place.value.kind == "number" and _LISTED.match(self.text(place), place.value.end):
            return True
        rounded = [other.value for other in self.facts.summary_places if other.value.unit == place.value.unit]
        return any(_rounds_to(value.canonical, place.value.canonical) for value in rounded)

    def counts(self, place: Place) -> bool:
        """Is its loss worth a warning? A person's brief words are; the agent's where the summary keeps such values."""
        if place.turn not in self.facts.brief or self._is_bare_ordinal(place):
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
        return len(said) >= _ENOUGH and kept >= _MOST * len(said)

    def swaps(self) -> Iterator[tuple[Place, Place]]:
        """Rows of counts in which a noun has another row's number: (what the turn says, what the summary says)."""
        rows = self._rows()
        for places in by_sentence(self.facts.summary_places).values():
            counted = [place for place in places if place.value.noun and place.value.kind == "number"]
            for target in counted:
                source = self._misplaced(target, counted, rows)
                if source is not None:
                    yield source, target

    def _rows(self) -> dict[str, list[list[Place]]]:
        """Lines of any turn with two or more counted nouns, by noun."""
        nouns = {place.value.noun for place in self.facts.summary_places if place.value.noun}
        rows: defaultdict[str, list[list[Place]]] = defaultdict(list)
        if not nouns:
            return {}
        for turn in range(len(self.pair.turns)):
            for row in self.facts.rows(turn, nouns):
                for noun in {place.value.noun for place in row}:
                    rows[noun].append(row)
        return dict(rows)

    def _misplaced(self, target: Place, counted: list[Place], rows: dict[str, list[list[Place]]]) -> Place | None:
        candidates = [row for row in rows.get(target.value.noun, []) if self._same_row(row, counted, target)]
        if not candidates or any(_says(row, target.value) for row in candidates):
            return None
        return next(place for place in candidates[-1] if place.value.noun == target.value.noun)

    def _same_row(self, row: list[Place], counted: list[Place], target: Place) -> bool:
        """The row shares its label or another count with the summary's sentence, or has the number at another noun."""
        anchored = any(_says(row, other.value) for other in counted if other is not target)
        counts = {stem(place.value.noun) for place in (*row, *counted)}
        labels = {word for word in row[0].sentence.stems & target.sentence.stems - counts if not word.isdigit()}
        if labels - STOP:
            return True
        moved = any(place.value.equals(target.value) and place.value.noun != target.value.noun for place in row)
        return anchored or moved

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
        return self._where(near, place) if near else None

    def _where(self, numbers: list[str], place: Place) -> Place | None:
        """The occurrence of one of the numbers whose surroundings are most like the summary's sentence."""
        pattern = re.compile(r"(?<![0-9])(?:" + "|".join(map(re.escape, sorted(numbers))) + r")(?![0-9])")
        best, best_score = None, -1.0
        for turn, content in enumerate(turn.content for turn in self.pair.turns):
            for match in pattern.finditer(content):
                left, right = max(0, match.start() - _WINDOW), match.end() + _WINDOW
                around = Sentence(content[left:right], left, right)
                score = self.facts.likeness(place.sentence.stems, around.stems)
                if score > best_score:
                    best_score = score
                    best = Place(replace(place.value, start=match.start(), end=match.end(), noun=""), around, turn)
        return best


def comparable(one: Value, other: Value) -> bool:
    """Values of one dimension; bare numbers only where they may count the same thing."""
    kinds = {one.kind, other.kind}
    if len(kinds) == 2:
        return kinds <= {"number", "money"} or kinds <= {"date", "ratio"}
    if one.kind == "number":
        return one.noun == other.noun or not one.noun or not other.noun
    return True


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
    return {number for number in out if number != digits and number[0] != "0"}
