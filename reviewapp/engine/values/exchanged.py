"""Values that changed places: `Idris 4 h, Tomasz 7 h` told the other way round, and ranges that end elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

from reviewapp.engine.pair import Pair
from reviewapp.engine.text import fold, words
from reviewapp.engine.values.facts import Facts, Place
from reviewapp.engine.values.find import THROUGH
from reviewapp.engine.values.topics import STOP, root

_NEAR, _FEW = 60, 4  # characters and words beside a value among which its label stands
_MANY = 12  # values of one sentence that are held against each other
Labelled = dict[str, list[Place]]


def exchanged(pair: Pair) -> Iterator[tuple[Place, Place]]:
    """(what a turn says of a label, what the summary says of it), where two labels have each other's values."""
    facts = pair.once(Facts)
    told = list(_sentences([place for place in facts.brief_places if _stays(facts, place)]))
    for label in (label_before, label_after) if told else ():
        stated = _labelled(pair, facts.summary_places, label)
        for held in told:
            said = [(place, label(pair, place)) for place in held]
            for (one, first), (other, second) in combinations(said[:_MANY], 2):
                swapped = _has_other(stated.get(first, []), one, other), _has_other(stated.get(second, []), other, one)
                if first != second and swapped[0] and swapped[1]:
                    yield one, swapped[0]
                    yield other, swapped[1]


def _stays(facts: Facts, place: Place) -> bool:
    return not place.value.spelled and facts.kept(place.value)


def _has_other(stated: list[Place], own: Place, other: Place) -> Place | None:
    """Where the label stands with the other's value and never with its own."""
    if own.value.kind != other.value.kind or any(place.value.equals(own.value) for place in stated):
        return None
    return next((place for place in stated if place.value.equals(other.value)), None)


def _labelled(pair: Pair, places: list[Place], label: Callable[[Pair, Place], str]) -> Labelled:
    found: defaultdict[str, list[Place]] = defaultdict(list)
    for place in places:
        found[label(pair, place)].append(place)
    found.pop("", None)
    return dict(found)


def _sentences(places: list[Place]) -> Iterator[list[Place]]:
    """The values of each sentence that has several."""
    groups: defaultdict[int, list[Place]] = defaultdict(list)
    for place in places:
        groups[id(place.sentence)].append(place)
    yield from (held for held in groups.values() if len(held) > 1)


def label_before(pair: Pair, place: Place) -> str:
    """The root of the last telling word before the value, at most a few small words away."""
    start = max(place.sentence.start, place.value.start - _NEAR)
    said = _telling(_text(pair, place)[start : place.value.start], -_FEW, None)
    return root(said[-1]) if said else ""


def label_after(pair: Pair, place: Place) -> str:
    """The same of the first one after it."""
    end = min(place.sentence.end, place.value.end + _NEAR)
    said = _telling(_text(pair, place)[place.value.end : end], None, _FEW)
    return root(said[0]) if said else ""


def _telling(text: str, first: int | None, last: int | None) -> list[str]:
    return [word for word in list(words(fold(text)))[first:last] if word not in STOP and not word.isdigit()]


def _text(pair: Pair, place: Place) -> str:
    return pair.summary if place.turn is None else pair.turns[place.turn].content


def ends(pair: Pair) -> Iterator[tuple[Place, Place]]:
    """(the end of a range that a turn says, the other end that the summary gives it)."""
    facts = pair.once(Facts)
    said = list(_ranges(pair, facts.brief_places))
    for begin, end in _ranges(pair, facts.summary_places):
        same = [other for start, other in said if start.value.equals(begin.value)]
        if same and not any(other.value.equals(end.value) for other in same):
            yield same[-1], end


def _ranges(pair: Pair, places: list[Place]) -> Iterator[tuple[Place, Place]]:
    for begin, end in pairwise(places):
        joined = begin.sentence is end.sentence and begin.value.kind == end.value.kind
        if joined and THROUGH.fullmatch(_text(pair, begin), begin.value.end, end.value.start):
            yield begin, end
