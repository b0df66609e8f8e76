"""What becomes of an exception: one that the summary takes in, and one that it makes where the source ruled it out."""

from __future__ import annotations

from collections.abc import Iterator

from reviewapp.engine.binding.facing import Facing, phrase
from reviewapp.engine.binding.rules import Clause, Hit
from reviewapp.engine.lang import Cue

HALF = 0.5  # share of an exception's words that tells that it is meant
NAMED = 4  # words in which it is named
TAKING_IN = frozenset({Cue.EVEN, Cue.ALSO})
LEAVING_OUT = frozenset({Cue.UNLESS, Cue.ONLY})
FREEING = frozenset({Cue.NOT, Cue.UNLESS})  # `without`


def exception_turned(case: Facing) -> bool:
    """`unless` told as `even if`, what was excepted told as included, or the rule as one without exception."""
    there = frozenset(cue for part in case.focus for hit in part.hits for cue in hit.cues)
    if Cue.UNLESS not in case.own:
        return False
    if any(_flat(case, part) for part in case.focus):
        return True
    if there & {Cue.UNLESS, Cue.ONLY}:
        return False
    return Cue.EVEN in there - case.own or any(_taken_in(case, part, hit) for part in case.focus for hit in part.hits)


def _flat(case: Facing, part: Clause) -> bool:
    """`Without exception`, of what had one."""
    told, said = " ".join(part.words), " ".join(case.clause.sentence.words)
    return any(flat in told and flat not in said for flat in case.lexicon.flat)


def _taken_in(case: Facing, part: Clause, hit: Hit) -> bool:
    """`including the attic`, where the attic was the exception."""
    excepted = case.clause.condition_topics
    if Cue.ALSO not in hit.cues or not excepted:
        return False
    after, before = part.keys_in(hit.last, part.last), part.keys_in(max(part.first, hit.first - NAMED), hit.first)
    return case.held(excepted, after if hit.last < part.last else before) >= HALF


def exception_made(case: Facing) -> bool:
    """`Not even the press`, and the summary excepts the press."""
    included = [topics for topics in _included(case.clause) if topics]
    left_out = [
        part.keys_in(hit.last, min(part.last, hit.last + NAMED))
        for part in (case.match.window.clauses if included else ())
        for hit in part.hits
        if hit.cues & LEAVING_OUT and not hit.cues >= FREEING
    ]
    return any(case.held(topics, keys) >= HALF for topics in included for keys in left_out)


def _included(clause: Clause) -> Iterator[tuple[str, ...]]:
    """What the clause takes in by name: `even small ones`, `not even for guests`."""
    for hit in clause.hits:
        if (hit.cues & TAKING_IN and Cue.SPLIT not in hit.cues) or phrase(clause, hit)[1:] == ("even",):
            yield clause.topics_in(hit.last, min(clause.last, hit.last + NAMED))
