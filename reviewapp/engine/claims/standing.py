"""A one-off that the summary makes a rule: the same act without the words that limited it to one occasion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

import re2

from reviewapp.engine.binding.reading import read
from reviewapp.engine.binding.rules import Clause, Force, Hit
from reviewapp.engine.claims.support import asserted
from reviewapp.engine.lang import LANGUAGES, Cue
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Shape

ALIKE = 0.5  # share of the one-off's words that the summary's clause must hold
NEAR = 2  # words between `only` and the day that it limits to
TWO = 2  # words that both must share

_LIMIT_WORDS = """
this today tonight tomorrow once single exception exceptionally currently now yesterday temporarily time
heute diesmal einmalig einmal aujourd'hui cette hoy esta este hoje desta deste сегодня разово этот эту
"""
_PAST_WORDS = "was were had did been got wurde wurden wurdest war était fue foi был была было были"
_HABIT_WORDS = """
every each always whenever generally mondays tuesdays wednesdays thursdays fridays saturdays sundays
immer jeden toujours chaque siempre cada sempre всегда каждый каждую
"""
_JOINING = frozenset(["and", "but", "und", "aber", "et", "mais", "y", "pero", "e", "mas", "и", "а", "но"])
_LIMITS = frozenset(_LIMIT_WORDS.split())
_NOW = frozenset(["today", "today's", "tonight", "tonight's", "tomorrow", "tomorrow's", "this", "heute", "hoy", "hoje"])
_PAST = frozenset(_PAST_WORDS.split())
_HABIT = frozenset(_HABIT_WORDS.split())


def _limiting() -> re2._Regexp:
    """Any phrase for one occasion of any language, or a day that an `only` may stand beside."""
    phrases = {entry.strip() for language in LANGUAGES for entry in language.cues.get(Cue.ONCE, "").split("|")}
    words = sorted(re2.escape(phrase) for phrase in phrases | _NOW - {"this"} if phrase)
    return re2.compile("(?i)" + "|".join((*words, r"\b(?:just|only) (?:for )?this\b", r"\bthis \w+ only\b")))


_MAY_LIMIT = _limiting()
_ALLOWS = frozenset({Cue.MAY, Cue.MUST})
_BINDS = frozenset({Force.PERMISSION, Force.FREEDOM, Force.PROHIBITION, Force.OBLIGATION})
# By whether it is denied and its words: the numbers that are named with it, and the first turn that does so.
Acts = dict[tuple[bool, frozenset[str]], dict[frozenset[str], int]]


def standing(pair: Pair) -> Iterator[tuple[tuple[int, int], str]]:
    """Where the summary states a one-off as a rule, and why it is one."""
    once = _acts((turn, clause) for turn in pair.talk.matching(_MAY_LIMIT) for clause in _one_offs(pair, turn))
    if not once:
        return
    for part in (part for clause in pair.once(asserted) for part in _parts(clause)):
        turn = min(_made_standing(once, part), default=None)
        if turn is not None:
            yield part.span, f"Turn {pair.number(turn)} says this for one occasion only."


def _acts(once: Iterable[tuple[int, Clause]]) -> Acts:
    """The same act for the same numbers is kept once: a turn may say it a thousand times."""
    acts: Acts = {}
    for turn, clause in once:
        named = frozenset(word for word in clause.words if any(map(str.isdigit, word)))
        acts.setdefault((Cue.NOT in clause.cues, _stems(clause)), {}).setdefault(named, turn)
    return acts


def _parts(clause: Clause) -> Iterator[Clause]:
    """The clause cut at its joining words, which may join a past act and a rule."""
    first = clause.first
    for place in range(clause.first + 1, clause.last + 1):
        if place == clause.last or clause.sentence.words[place] in _JOINING:
            if place > first:
                hits = tuple(hit for hit in clause.hits if first <= hit.first < place)
                yield replace(clause, first=first, last=place, hits=hits)
            first = place + 1


def _one_offs(pair: Pair, turn: int) -> Iterator[Clause]:
    for sentence in pair.turn_sentences(turn):
        if sentence.shape is not Shape.CODE and _MAY_LIMIT.search(sentence.text):
            clauses = read(sentence)
            whole = (_whole(clause, clauses) for clause in clauses if _is_one_off(clause))
            yield from (clause for clause in whole if clause.force in _BINDS or clause.cues & _ALLOWS)


def _is_one_off(clause: Clause) -> bool:
    """`Just this once`, `for today's run only`."""
    if clause.question or not _HABIT.isdisjoint(clause.words):
        return False
    return Cue.ONCE in clause.cues or any(Cue.ONLY in hit.cues and _near_now(clause, hit) for hit in clause.hits)


def _near_now(clause: Clause, hit: Hit) -> bool:
    return not _NOW.isdisjoint(clause.sentence.words[max(clause.first, hit.first - NEAR) : hit.last + NEAR])


def _whole(clause: Clause, clauses: Sequence[Clause]) -> Clause:
    """`For today only: skip the scan.` Where the clause holds no more than the limit, its sentence is meant."""
    if len(_stems(clause)) >= TWO:
        return clause
    hits = tuple(hit for one in clauses for hit in one.hits)
    return replace(clause, first=clauses[0].first, last=clauses[-1].last, hits=hits)


def _made_standing(once: Acts, clause: Clause) -> Iterator[int]:
    """Turns that allow or want it for one occasion. Where both name the same ticket, run or date, the limit is kept."""
    texts, stems, denies = set(clause.words), _stems(clause), Cue.NOT in clause.cues
    habit = not _HABIT.isdisjoint(texts)
    if not habit and (_LIMITS & texts or _PAST & texts or Cue.ONCE in clause.cues):
        return
    for (denied, act), named in once.items():
        if denied is denies and len(act & stems) >= max(TWO, ALIKE * len(act)):
            yield from islice((turn for numbers, turn in named.items() if habit or numbers.isdisjoint(texts)), 1)


def _stems(clause: Clause) -> frozenset[str]:
    """Its words without function words, numbers and limits; the words that bind stay, they are part of the act."""
    limit = {place for hit in clause.hits if Cue.ONCE in hit.cues for place in range(hit.first, hit.last)}
    kept = (clause.sentence.words[p] for p in range(clause.first, clause.last) if p not in limit)
    plain = (word for word in kept if word.isalpha() and word not in clause.lexicon.stop and word not in _LIMITS | _NOW)
    return frozenset(clause.lexicon.stem(word) for word in plain)
