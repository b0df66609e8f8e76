"""Which lost values are worth a warning: a person's own, and those of the kind that the summary keeps."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property

from reviewapp.engine.pair import Pair
from reviewapp.engine.values.facts import ENOUGH, MOST, NEARLY_ALL, Facts, Place
from reviewapp.engine.values.value import Value

_QUOTES = frozenset("\"'`\u201c\u201d\u2018\u2019")
_SMALL = 12  # up to here a number that nobody said may be a count of what was said
_TELLING = 4  # digits: a number that long names something
_QUESTION = 80  # characters: a longer sentence tells something before it asks
_LIMIT = re.compile(
    r"(?:\b(?:at (?:most|least)|(?:no|not) (?:more|less|fewer) than|(?:more|less|fewer) than|up to|max(?:imum)?(?: of)?"
    r"|min(?:imum)?(?: of)?|höchstens|mindestens|maximal|au (?:plus|moins)|como (?:máximo|mínimo)|al menos|no máximo"
    r"|pelo menos|не (?:более|менее))|最多|至少|最大|最少|최대|최소)\W*$",
    re.I,
)


def weak(value: Value) -> bool:
    """A small number word is as often a pronoun as a value, `a day` as often a rate, and nothing needs no number."""
    return (value.spelled and (is_small(value) or bool(value.unit))) or value.canonical.split(" ")[0] == "0"


def is_small(value: Value) -> bool:
    return value.kind == "number" and value.canonical.isdigit() and int(value.canonical) <= _SMALL


class Worth:
    """What the summary keeps of other values of the same speaker says how much a lost one counts."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.facts = pair.once(Facts)

    def counts(self, place: Place) -> bool:
        """A person's words do; the agent's where the summary keeps such values."""
        if place.turn in self.facts.cited or self.only_asked(place):
            return False
        if self._is_literal(place) or self._is_bare_ordinal(place) or _points_at_an_item(place.value):
            return False
        if self._binds(place) or self._keeps_most:
            return True
        return self._says_little and (bool(place.value.unit) or len(place.value.canonical) >= _TELLING)

    def limits(self, place: Place) -> bool:
        """`at most three`: also a small number word is a value where it sets a limit."""
        text = self._text(place)
        return _LIMIT.search(text, max(place.sentence.start, place.value.start - 24), place.value.start) is not None

    def only_asked(self, place: Place) -> bool:
        """What an agent asks about is not settled yet."""
        return place.sentence.asks and len(place.sentence.text) <= _QUESTION and not self._binds(place)

    def retells(self, turn: int) -> bool:
        """Does the summary keep nearly every value of this long turn, so that a missing one stands out?"""
        return turn in self._retold

    def _binds(self, place: Place) -> bool:
        return self.pair.turns[place.turn or 0].binds

    def _text(self, place: Place) -> str:
        return self.pair.turns[place.turn or 0].content

    def _is_literal(self, place: Place) -> bool:
        """A value in quotes is an example, or somebody else's words."""
        text, value = self._text(place), place.value
        return text[value.start - 1 : value.start] in _QUOTES and text[value.end : value.end + 1] in _QUOTES

    def _is_bare_ordinal(self, place: Place) -> bool:
        word = self._text(place)[place.value.start : place.value.end]
        return place.value.kind == "number" and word[-1].isalpha() and not place.value.noun and not place.value.unit

    @cached_property
    def _of_agent(self) -> list[Place]:
        return [place for place in self.facts.brief_places if not self._binds(place) and not place.value.spelled]

    @property
    def _says_little(self) -> bool:
        """Too few values of the agent to tell a habit: each may be the answer."""
        return len(self._of_agent) < ENOUGH

    @cached_property
    def _keeps_most(self) -> bool:
        """A summary that repeats nearly every value of the agent meant to repeat them all."""
        kept = sum(self.facts.kept(place.value) for place in self._of_agent)
        return not self._says_little and kept >= MOST * len(self._of_agent)

    @cached_property
    def _retold(self) -> frozenset[int]:
        kept: defaultdict[int, list[bool]] = defaultdict(list)
        for found in self.facts.long_occurrences:
            kept[found.turn].append(self.facts.kept(found.value))
        habits = (turn for turn, held in kept.items() if len(held) >= ENOUGH and sum(held) >= NEARLY_ALL * len(held))
        return frozenset(habits).difference(self.facts.cited)


def _points_at_an_item(value: Value) -> bool:
    """`1 and 2 are fine`: a small number without unit, noun or label."""
    return is_small(value) and not value.noun
