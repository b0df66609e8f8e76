"""Which value of the summary stands in the place of a value of a turn: one dimension, one topic, no better home."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property

from reviewapp.engine.lang import language_of
from reviewapp.engine.pair import Pair
from reviewapp.engine.values.exchanged import label_before
from reviewapp.engine.values.facts import Facts, Place
from reviewapp.engine.values.numbers import POINTERS
from reviewapp.engine.values.topics import content
from reviewapp.engine.values.value import Value
from reviewapp.engine.values.worth import weak

_SAME_TOPIC = 0.3
_UNBOUND = 0.1  # how much more alike two sentences must be for bare numbers without a common noun
_SAME_SENTENCE = 0.75
_DENIED = re.compile(
    r"\b(?:not|nicht|statt|instead of|rather than|no longer|pas|nie"
    r"|formerly|previously|replac\w+|(?:chang|mov|rais|lower|bump|switch|increas|reduc|cut|up|down)\w* from)"
    r"\s(?:the\s)?$",
    re.I,
)
_IN_STEAD = re.compile(r"[0-9]\S*,? (?:and )?(?:not|nicht|statt|instead of|rather than|no)\s(?:the\s)?$", re.I)
_CHANGE = re.compile(
    r"\b(?:now|instead|rather|chang\w+|down to|up to|rais\w+|lower\w*|correct\w*|make (?:it|that)|sorry|not|mov\w+"
    r"|postpon\w+|extend\w*|shift\w*|delay\w*|cut|push\w*|bring\w*|updat\w+|replac\w+"
    r"|jetzt|statt|doch|plutôt|mejor|ahora|agora|вместо|теперь)\b|改|变更|변경",
    re.I,
)
_MAKE_THAT = re.compile(
    r"(?:sorry|no|actually|wait|correction|i meant?|make (?:it|that)|rather|better|pardon|moment|nein|doch|stopp"
    r"|non|pardon|no,|perdón|mejor|desculpe|нет|извините|不对|改成|更正|いや|訂正|아니)\b",
    re.I,
)
_TAKEN_BACK = re.compile(rf"\W+{_MAKE_THAT.pattern}\W+(?:(?:the|den|le|la|el|o)\W+)?", re.I)  # `16:30 – no, 17:00`
_SOON = 2  # turns
_BEGUN = re.compile(r"(?<![0-9])([0-9]+)\s?[-\u2013]\s?$")
_MIXED = frozenset({("number", "money"), ("money", "number"), ("date", "ratio"), ("ratio", "date")})
_LAST = 32  # the latest statements of a value are the ones that count
_BESIDE = 0.25  # what the same word right before two values says of their topic


class Pairing:
    """Places of both sides, held against each other by topic."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.facts = pair.once(Facts)
        self._near: dict[tuple[int, int | None, str], list[Place]] = {}
        self._homes: dict[int, list[Place]] = {}
        self._labels: dict[Place, str] = {}

    def text(self, place: Place) -> str:
        return self.pair.summary if place.turn is None else self.pair.turns[place.turn].content

    def topic(self, one: Place, other: Place) -> float:
        return self.facts.topics.likeness(one.sentence, other.sentence)

    def denied(self, place: Place) -> bool:
        """`48 not 46`: the second one is said to be no longer so."""
        return bool(_DENIED.search(self._before(place)))

    def _before(self, place: Place) -> str:
        return self.text(place)[max(0, place.value.start - 24) : place.value.start]

    def near(self, place: Place) -> list[Place]:
        """Values of the summary that `place` may be held against, in sentences that share a word with its own."""
        key = place.sentence.start, place.turn, place.value.kind
        known = self._near.get(key)
        if known is None:
            held = self.facts.by_sentence
            indices = sorted(self.facts.topics.near(place.sentence).intersection(held))
            known = [other for i in indices for other in held[i] if _same_kind(place.value, other.value)]
            self._near[key] = known
        return known

    def revived(self, place: Place) -> Place | None:
        """The summary's mention of a value in whose stead the turn put another: `48 not 46`."""
        if not _IN_STEAD.search(self._before(place)):
            return None
        bare = len(content(place.sentence)) < 2  # "Sorry, 48 not 46."
        for other in self.facts.summary_places if bare else self.near(place):
            same = place.value.equals(other.value) and not self.denied(other)
            if same and (bare or self.topic(place, other) > _SAME_TOPIC):
                return other
        return None

    def partner(self, place: Place) -> Place | None:
        """The value of the summary that stands where `place` should."""
        best, best_score = None, _SAME_TOPIC
        for other in self.near(place):
            if comparable(place.value, other.value) and (weak(place.value) or not weak(other.value)):
                score = self._alike(place, other) - (0 if _bound(place.value, other.value) else _UNBOUND)
                if score > best_score and not self._at_home(other, place, score):
                    best, best_score = other, score
        return best

    def _alike(self, one: Place, other: Place) -> float:
        """The topic, and above it the word that stands right before both: `amlodipine 10 mg`."""
        beside = self._label(one)
        return self.topic(one, other) + (_BESIDE if beside and beside == self._label(other) else 0)

    def _label(self, place: Place) -> str:
        known = self._labels.get(place)
        if known is None:
            known = self._labels[place] = label_before(self.pair, place)
        return known

    def _at_home(self, other: Place, place: Place, score: float) -> bool:
        """Does a turn say `other` about what the summary says it, so that it does not stand in `place`'s stead?"""
        return any(not self.denied(home) and self._houses(home, other, place, score) for home in self.homes(other))

    def _houses(self, home: Place, other: Place, place: Place, score: float) -> bool:
        if home.sentence is place.sentence:
            return True
        earlier = (home.turn or 0) < (place.turn or 0)
        if (earlier and self._takes_up(place, home)) or self._replaces(place, home):
            return False  # what `place` replaced
        return self._alike(home, other) >= score

    def homes(self, other: Place) -> list[Place]:
        """Where brief turns say a value equal to this one of the summary, the latest statements."""
        known = self._homes.get(other.value.start)
        if known is None:
            found = {id(home): home for keys in other.value.asks for home in self._said.get(keys[0], ())[-_LAST:]}
            known = [home for home in found.values() if home.value.equals(other.value)]
            self._homes[other.value.start] = known
        return known

    @cached_property
    def _said(self) -> dict[str, list[Place]]:
        said: defaultdict[str, list[Place]] = defaultdict(list)
        for place in self.facts.brief_places:
            for key in place.value.offers:
                said[key].append(place)
        return dict(said)

    def only_other(self, place: Place) -> Place | None:
        """By elimination: the one lost and the one strange value of a kind, which in one language share a word."""
        lost = self._alone.get(place.value.kind)
        if lost is None or lost[0] is not place:
            return None
        foreign = language_of(place.sentence.words) is not language_of(lost[1].sentence.words)
        return lost[1] if foreign or self.topic(*lost) > 0 else None

    @cached_property
    def _alone(self) -> dict[str, tuple[Place, Place]]:
        lost, strange = defaultdict(list), defaultdict(list)
        for place in self.facts.brief_places:
            if not place.value.spelled and not self.facts.kept(place.value) and not self.denied(place):
                lost[place.value.kind].append(place)
        for other in self.facts.summary_places:
            if not other.value.spelled and self.facts.novel(other.value):
                strange[other.value.kind].append(other)
        kinds = [kind for kind in lost if kind != "number" and len(lost[kind]) == len(strange[kind]) == 1]
        return {kind: (lost[kind][0], strange[kind][0]) for kind in kinds}

    def superseded(self, place: Place) -> bool:
        """The summary says another value of the same topic, which a later turn laid down."""
        same = (other for other in self.near(place) if other.value.kind == place.value.kind)
        return any(self._came_later(place, other) for other in same if comparable(place.value, other.value))

    def _came_later(self, place: Place, other: Place) -> bool:
        later = (home for home in self.homes(other) if _position(home) > _position(place))
        return any(self._replaces(home, place) for home in later)

    def _replaces(self, later: Place, place: Place) -> bool:
        """The same sentence told again in another turn, or a word of change beside the same topic."""
        if later.sentence is place.sentence:
            return _TAKEN_BACK.fullmatch(self.text(place), place.value.end, later.value.start) is not None
        if later.turn == place.turn:
            return _follows(later, place) and _MAKE_THAT.match(later.sentence.text) is not None
        if self.facts.topics.sameness(later.sentence, place.sentence) > _SAME_SENTENCE:
            return True
        return self._takes_up(later, place) and _CHANGE.search(later.sentence.text) is not None

    def _takes_up(self, later: Place, place: Place) -> bool:
        """The same topic, or none of its own right after: `48 chairs. Make that 52.`"""
        if self.topic(later, place) > _SAME_TOPIC:
            return True
        return _follows(later, place) and _MAKE_THAT.match(later.sentence.text) is not None

    def ends_a_range(self, place: Place) -> bool:
        """`543-557`: does a bare number end what a number of the turns begins?"""
        begun = _BEGUN.search(self._before(place)) if place.value.kind == "number" else None
        return begun is not None and begun[1] in self.facts.source.digit_runs


def _position(place: Place) -> tuple[int, int]:
    return place.turn or 0, place.value.start


def _follows(later: Place, place: Place) -> bool:
    """In the next sentence of the same turn, or at the beginning of one of the next two turns."""
    if later.turn == place.turn:
        return later.index - place.index == 1
    return later.index <= 1 and 0 < (later.turn or 0) - (place.turn or 0) <= _SOON


def comparable(one: Value, other: Value) -> bool:
    """Values of one dimension; bare numbers only where they may count the same thing."""
    if not _same_kind(one, other):
        return False
    if one.kind != "number" or one.noun == other.noun:
        return True
    return (not one.noun or not other.noun) and POINTERS.isdisjoint((one.noun, other.noun))


def _same_kind(one: Value, other: Value) -> bool:
    return one.kind == other.kind or (one.kind, other.kind) in _MIXED


def _bound(one: Value, other: Value) -> bool:
    """Something beside the topic says that both measure the same: a unit, or one noun."""
    return one.kind != "number" or one.noun == other.noun != "" or bool(one.unit)
