"""Values said in pairs: `5 mg at 8 am and 10 mg at 8 pm`. The same values in other pairs are another order."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence
from reviewapp.engine.values.facts import Facts, Place

_SAME_TOPIC = 0.5
_APART = re.compile(r"[,;/]|\b(?:and|und|et|y|e|и)\b|、|，|；|와|과|و")
Couple = tuple[Place, Place]


def crossed(pair: Pair) -> Iterator[Couple]:
    """(a value of a turn, what its partner stands beside in the summary) where the same values are paired otherwise."""
    facts = pair.once(Facts)
    said: defaultdict[frozenset[str], list[list[Couple]]] = defaultdict(list)
    for couples in _coupled(facts.brief_places, facts):
        said[_values(couples)].append(couples)
    for stated in _coupled(facts.summary_places, facts):
        for couples in said.get(_values(stated), ()):
            alike = facts.topics.likeness(couples[0][0].sentence, stated[0][0].sentence)
            if alike > _SAME_TOPIC and _keys(couples).isdisjoint(_keys(stated)):
                yield couples[0][0], _beside(stated, couples[0][1])


def _coupled(places: list[Place], facts: Facts) -> Iterator[list[Couple]]:
    """The couples of each sentence that has two or more and no value alone."""
    groups: defaultdict[int, list[Place]] = defaultdict(list)
    for place in places:
        groups[id(place.sentence)].append(place)
    for held in groups.values():
        couples = _split(held[0].sentence, held) if len(held) > 3 else []
        if len(couples) > 1 and 2 * len(couples) == len(held):
            yield couples


def _split(sentence: Sentence, held: list[Place]) -> list[Couple]:
    """Two values of different kinds in each part of the sentence."""
    ends = [sentence.start + match.start() for match in _APART.finditer(sentence.text)] + [sentence.end]
    starts = [place.value.start for place in held]
    cuts = [0, *(bisect_left(starts, end) for end in ends)]
    parts = (held[first:after] for first, after in pairwise(cuts))
    return [(part[0], part[1]) for part in parts if len(part) == 2 and part[0].value.kind != part[1].value.kind]


def _values(couples: list[Couple]) -> frozenset[str]:
    return frozenset(place.value.canonical for couple in couples for place in couple)


def _keys(couples: list[Couple]) -> frozenset[frozenset[str]]:
    return frozenset(frozenset(place.value.canonical for place in couple) for couple in couples)


def _beside(couples: list[Couple], partner: Place) -> Place:
    """The value that stands with one equal to `partner`."""
    for one, other in couples:
        if one.value.canonical == partner.value.canonical:
            return other
        if other.value.canonical == partner.value.canonical:
            return one
    return couples[0][0]
