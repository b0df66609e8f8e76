"""Which sentences of the summary only report, tell a wish, give leave or waive: looked for in all of them at once.

A sentence is named by where it starts.
"""

from __future__ import annotations

from collections.abc import Callable

import re2

from reviewapp.engine.claims.voices import (
    IS_DESIRE,
    IS_LEAVE,
    IS_TOLD,
    IS_TURNED_DOWN,
    IS_WAIVER,
    IS_WISH,
    is_desire,
    reports,
    tells_a_wish,
    waives,
)
from reviewapp.engine.pair import Pair

Starts = frozenset[int]


def reported(pair: Pair) -> Starts:
    return _those(pair, reports, IS_TURNED_DOWN, IS_TOLD)


def wishes(pair: Pair) -> Starts:
    return _those(pair, tells_a_wish, IS_WISH)


def desires(pair: Pair) -> Starts:
    return _those(pair, is_desire, IS_DESIRE)


def leave_given(pair: Pair) -> Starts:
    """Those that may give leave; `voices.gives_leave` says where."""
    return _those(pair, bool, IS_LEAVE)


def waivers(pair: Pair) -> Starts:
    return _those(pair, waives, IS_WAIVER)


def _those(pair: Pair, is_one: Callable[[str], bool], *signs: re2._Regexp[str]) -> Starts:
    places = {place for sign in signs for place in pair.stated.matching(sign)}
    sentences = (pair.sentences[place] for place in places)
    return frozenset(sentence.start for sentence in sentences if is_one(sentence.folded))
