"""Verdicts that rest on too little: they stay said, marked undecided.

The bounds come from counting, on cases that no rule had been read from, how often each kind of verdict was right:
what is doubted here was right less than once in three times.
"""

from __future__ import annotations

from collections.abc import Callable

from reviewapp.engine.binding.align import Index
from reviewapp.engine.binding.facing import Verdict
from reviewapp.engine.binding.rules import Clause

SAME = 0.9  # share of a rule's words in one clause from which that surely speaks of the same
FRAGMENT = 3  # words up to which a clause is an exclamation: `no raisins`
FAR = 3  # words after a denial in which it names what it denies
LONG = 8  # words from which a clause speaks of more than one thing


def doubtful(verdict: Verdict, index: Index) -> bool:
    """Is the verdict one that the words found can't carry?"""
    judge = _JUDGES.get(verdict.rule)
    return judge is not None and judge(verdict, index)


def _turned_in_doubt(verdict: Verdict, index: Index) -> bool:
    """One word in common with a long clause does not show that the same is spoken of: `no raisins`, and a list."""
    clause = verdict.clause
    if not clause.own_topics:
        return True  # `it can never be down` says nothing of its own that could be turned round
    if len(clause.topics) == 1 and _far_from_denial(clause):
        return True
    bare = len(clause.topics) == 1 and len(clause.words) <= FRAGMENT * clause.lexicon.letters
    nearest = max(_parts(verdict), key=lambda part: index.share(clause, part), default=clause)
    return bare and len(nearest.words) > LONG * clause.lexicon.letters


def _far_from_denial(clause: Clause) -> bool:
    """`Don't say anything in the call` is not about the call."""
    denials = [hit for hit in clause.hits if clause.is_denial(hit)]
    near = (hit.last > clause.last - FAR or clause.topics_in(hit.last, hit.last + FAR) for hit in denials)
    return bool(denials) and not any(near)


def _force_in_doubt(verdict: Verdict, index: Index) -> bool:
    """A ban told as what did not happen, by a sentence that may speak of something else."""
    return verdict.clause.denies and _nearest(verdict, index) < SAME


def _nearest(verdict: Verdict, index: Index) -> float:
    """The largest share of the clause's words that one clause of the matched sentence holds."""
    return max((index.share(verdict.clause, part) for part in _parts(verdict)), default=0.0)


def _parts(verdict: Verdict) -> tuple[Clause, ...]:
    return verdict.match.window.clauses if verdict.match else ()


_JUDGES: dict[str, Callable[[Verdict, Index], bool]] = {
    "turned-round": _turned_in_doubt,
    "force-lost": _force_in_doubt,
}
