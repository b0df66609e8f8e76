"""A rule that a clause itself says is over, told by the summary as one in force."""

from __future__ import annotations

from reviewapp.engine.binding.align import Index, Match, worth
from reviewapp.engine.binding.facing import Verdict, phrase
from reviewapp.engine.binding.rules import Clause, Hit
from reviewapp.engine.lang import Cue
from reviewapp.engine.types import Change

HELD = 0.6  # share of what was called off that one clause of the summary must name
NEAREST = 3  # sentences of the summary of which none may say that it ended
ENDING = frozenset({Cue.LIFT, Cue.VOID})
DUTY = frozenset({Cue.FREE, Cue.MUST})
FORCE = DUTY | {Cue.BAN, Cue.MAY}  # with an end to it, a rule that ended
DEMANDING = frozenset({Cue.MUST, Cue.ONLY})
BINDING = DEMANDING | {Cue.NOT, Cue.BAR}
LOOSE = ENDING | {Cue.FREE, Cue.ALL}


def calls_off(clause: Clause) -> bool:
    """`The ban is lifted`, `no longer required`, `that rule is gone`: not `it no longer validates the code`, and not
    `no longer allowed`, which lays one down."""
    if clause.question or clause.conditional or Cue.HEARSAY in clause.cues:
        return False
    named = not clause.lexicon.rulings.isdisjoint(clause.words)
    ending = frozenset(cue for hit in clause.hits if _ends(clause, hit) for cue in hit.cues)
    if ending:
        return Cue.VOID in ending or named or bool(clause.cues & (DUTY | {Cue.BAN} if clause.denies else FORCE))
    return named and not clause.lexicon.gone.isdisjoint(clause.words) and Cue.PAST not in clause.cues


def _ends(clause: Clause, hit: Hit) -> bool:
    """`It is not true that …` denies what follows, `does not apply to that` is an exception, `was never lifted` ends
    nothing, and `until it is over` not yet."""
    if hit.cues >= {Cue.NOT, *ENDING} and clause.topics_in(hit.last, clause.last):
        return False
    if not hit.cues & ENDING or hit.first in clause.condition:
        return False
    return not any(other.last == hit.first and Cue.NOT in other.cues for other in clause.hits)


def carried_on(clause: Clause, index: Index) -> Verdict | None:
    """Does the summary still hold it to be a rule, and nowhere say that it ended?"""
    if not calls_off(clause):
        return None
    topics, against = _called_off(clause), DEMANDING if _duty(clause) else BINDING
    found = index.matches_of(topics, clause.lexicon, taken=True)[:NEAREST]
    if any(_says_so(match, topics) for match in found):
        return None
    match = next((m for m in found if any(_in_force(part, topics, against) for part in m.window.clauses)), None)
    return Verdict(clause, Change.INVERTED, "lift-ignored", match) if match else None


def _called_off(clause: Clause) -> tuple[str, ...]:
    """What the rule was about; of a bare `the freeze is over` the rule's own name."""
    lexicon = clause.lexicon
    names = {lexicon.stem(word) for word in clause.words if word in lexicon.rulings}
    return tuple(stem for stem in clause.topics if stem not in names) or tuple(sorted(names))


def _says_so(match: Match, topics: tuple[str, ...]) -> bool:
    """Does a sentence about it say that something ended, or that it may be done?"""
    cues = [part.cues for part in match.window.clauses if _holds(part, topics)]
    free = any(told & {Cue.MAY} and not told & BINDING for told in cues)
    return free or (bool(cues) and any(part.cues & LOOSE for part in match.window.clauses))


def _duty(clause: Clause) -> bool:
    """Ended a duty, so that to deny it is to keep that end?"""
    return bool(clause.cues & DUTY or Cue.VOID in clause.cues) and not clause.cues & {Cue.BAN, Cue.MAY}


def _in_force(part: Clause, topics: tuple[str, ...], against: frozenset[Cue]) -> bool:
    """Says the part in its own name that it binds? `A hosepipe ban` alone does not: it may be one that ended."""
    lexicon = part.lexicon
    if Cue.PAST in part.cues or not lexicon.bygone.isdisjoint(part.words) or not _holds(part, topics):
        return False
    named = not lexicon.rulings.isdisjoint(part.words)
    if not lexicon.applying.isdisjoint(part.words):
        return named or not part.denies or bool(part.cues & against)
    saying = (hit for hit in part.hits if lexicon.rulings.isdisjoint(phrase(part, hit)))
    return any(hit.cues & against for hit in saying) and (against is BINDING or not part.denies)


def _holds(part: Clause, topics: tuple[str, ...]) -> bool:
    held = sum(bool(worth(stem, part.keys, part.lexicon)) for stem in topics)
    return bool(topics) and held >= HELD * len(topics)
