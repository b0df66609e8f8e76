"""What became of one clause in the summary: kept, dropped, softened, turned round, or kept without its condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reviewapp.engine.binding.align import Index, Match, worth
from reviewapp.engine.binding.contrary import (
    FREEING,
    contrary,
    duty_denied,
    duty_laid_down,
    fact_denied,
    freed_of,
    freedom_bound,
    made_a_duty,
    opened_up,
    permission_denied,
)
from reviewapp.engine.binding.denied import HALF, denied
from reviewapp.engine.binding.exceptions import exception_made, exception_turned
from reviewapp.engine.binding.facing import SAID, Facing, Verdict, phrase
from reviewapp.engine.binding.lexicon import START
from reviewapp.engine.binding.mention import (
    alluded,
    contrast,
    mentions,
    told_otherwise,
    topics_around,
    weighty,
)
from reviewapp.engine.binding.rules import CONDITIONAL, Clause, Force
from reviewapp.engine.lang import Cue
from reviewapp.engine.types import Change

RIVAL = 0.8  # a window this near to the best one may be the one that keeps the rule
CONDITION_HELD = 0.3

WEAK = frozenset({Cue.HEDGE, Cue.SHOULD})
VOIDABLE = frozenset({Force.PROHIBITION, Force.OBLIGATION, Force.RESTRICTION})
DEMANDING = frozenset({Cue.MUST, Cue.SHOULD, Cue.NOT, Cue.ONLY, Cue.LIMIT, Cue.EACH, Cue.UNLESS, Cue.UNTIL, Cue.BAR})


def judge(clause: Clause, index: Index) -> Verdict | None:
    """None where the summary keeps the clause, or where the clause says too little to tell."""
    matches = mentions(clause, index)
    plain = clause.force is Force.FACT and clause.guard is None
    if plain and (not matches or matches[0].coverage < SAID):
        return None
    if not matches:
        return _unmentioned(clause, index)
    best = matches[0].coverage
    wide = best < SAID and (clause.denies or clause.force is Force.RESTRICTION)  # a denial may stand in other words
    near = matches if wide else [match for match in matches if match.coverage >= RIVAL * best]
    cases = [Facing(clause, match, index) for match in _objects(clause, near)]
    verdicts = [_against(case) for case in cases]
    lifting = [verdict for verdict in verdicts if verdict and verdict.rule == "lift-invented"]
    if lifting or None not in verdicts:
        return (lifting or _sure(verdicts) or _elsewhere(clause, matches, near, index) or verdicts)[0]
    keeping = cases[verdicts.index(None)]
    if bound := _leave_wanted(clause, matches, index):
        return bound
    return condition_lost(keeping) or _standing(keeping)


def _leave_wanted(clause: Clause, matches: Sequence[Match], index: Index) -> Verdict | None:
    """`Without asking`, and of all sentences about it one wants somebody's leave and none allows it."""
    if clause.force is not Force.PERMISSION or freed_of(clause) not in clause.lexicon.assents:
        return None
    cases = [Facing(clause, match, index) for match in matches]
    if any(case.cues & {Cue.MAY, Cue.FREE, Cue.ALL} for case in cases):
        return None
    found = next((case for case in cases if freedom_bound(case) and case.held(clause.main, case.keys) == 1), None)
    return found.verdict(Change.INVERTED, "permission-denied") if found else None


def _objects(clause: Clause, near: Sequence[Match]) -> Sequence[Match]:
    """Of an order the sentences that name what it is done to, if any does: many things are granted."""
    verb = clause.lexicon.stem(clause.sentence.words[clause.verb]) if clause.verb is not None else ""
    objects = [stem for stem in clause.topics if stem != verb]
    if verb not in clause.topics or not objects:
        return near
    return [m for m in near if any(worth(stem, m.window.keys, clause.lexicon) for stem in objects)] or near


def _sure(verdicts: Sequence[Verdict | None]) -> list[Verdict]:
    return [verdict for verdict in verdicts if verdict and not verdict.undecided]


def _elsewhere(clause: Clause, matches: Sequence[Match], near: Sequence[Match], index: Index) -> list[Verdict]:
    """What a sentence says that holds less of the clause, and the denied word itself."""
    others = [match for match in matches if match not in near] if clause.denies else []
    return _sure([_against(Facing(clause, match, index)) for match in others])


def _unmentioned(clause: Clause, index: Index) -> Verdict | None:
    if match := contrast(clause, index):
        return _hedged(clause, match)
    if alluded(clause, index) or not weighty(clause):
        return None
    return Verdict(clause, Change.DROPPED, "unmentioned", undecided=clause.reserves or told_otherwise(clause, index))


def _hedged(clause: Clause, match: Match) -> Verdict | None:
    """`This, not that` told as a liking for this."""
    cues = frozenset(cue for part in match.window.clauses for cue in part.cues)
    weak = Cue.HEDGE in cues and not cues & {Cue.NOT, Cue.MUST, Cue.ONLY}
    return Verdict(clause, Change.SOFTENED, "hedged", match) if weak else None


def _against(case: Facing) -> Verdict | None:
    clause = case.clause
    if clause.force in VOIDABLE and not clause.cues & {Cue.LIFT, Cue.VOID} and _voided(case):
        return case.verdict(Change.INVERTED, "lift-invented")
    if rule := contrary(case):
        return case.verdict(Change.INVERTED, rule)
    if case.said and exception_made(case):
        return case.verdict(Change.ALTERED, "exception-made")
    if clause.denies or clause.force is Force.RESTRICTION:
        return denied(case)
    if clause.force is Force.OBLIGATION:
        return _bound(case)
    if clause.force is Force.FACT:
        return _stated(case)
    return _allowed(case) if clause.force in (Force.PERMISSION, Force.FREEDOM) else None


def _stated(case: Facing) -> Verdict | None:
    """What became of a plain statement."""
    if fact_denied(case):
        return case.verdict(Change.INVERTED, "denial-added")
    clause = case.clause
    whole = len(clause.topics) > 1 and case.held(clause.topics, case.keys) == 1
    weak = case.near_cues >= WEAK and Cue.MAY not in case.cues and not clause.cues & {*WEAK, Cue.PAST, Cue.MAY}
    return case.verdict(Change.SOFTENED, "hedged") if whole and weak else None


def _voided(case: Facing) -> bool:
    """Does a clause that holds half of its words, or the sentence that is just about it, say that it ended?"""
    if Cue.VOID not in case.cues:
        return False
    voiding = [part for part in case.focus if Cue.VOID in part.cues]
    return any(not part.own_topics or part.anaphoric or _on_topic(case, part) for part in voiding)


def _on_topic(case: Facing, part: Clause) -> bool:
    return case.held(case.clause.topics, part.keys) >= HALF


def _bound(case: Facing) -> Verdict | None:
    """What became of an obligation."""
    clause, cues = case.clause, case.cues
    freed = Cue.FREE in cues or any(part.force is Force.FREEDOM for part in case.focus)
    if freed and Cue.OMIT not in clause.cues and case.match.coverage >= SAID:  # `ignore it` frees as well
        return case.verdict(Change.INVERTED, "duty-denied")
    if duty_denied(case):
        alone = case.held(topics_around(clause), case.match.window.keys) * len(topics_around(clause)) <= 1
        return replace(case.verdict(Change.INVERTED, "denial-added"), undecided=alone)
    weak = WEAK if Cue.MUST in clause.cues else {Cue.HEDGE}  # `do it` told as `it should be done` is the same
    if cues & weak and not clause.cues & WEAK and not case.near_cues & {Cue.MUST, Cue.ONLY, Cue.NOT}:
        return case.verdict(Change.SOFTENED, "hedged")
    if Cue.MUST not in clause.cues or any(part.imperative or part.cues & DEMANDING for part in case.focus):
        return None
    if case.said and clause.lasts and Cue.PAST in cues and Cue.PAST not in clause.cues:
        return case.verdict(Change.SOFTENED, "force-lost")
    if not case.said:
        verdict = case.verdict(Change.SOFTENED, "force-lost")
        unsure = clause.lasts or case.held(clause.topics, case.keys) < HALF or _states_always(clause)
        return replace(verdict, undecided=True) if unsure else verdict
    return case.verdict(Change.SOFTENED, "hedged") if Cue.MAY in cues else None


def _states_always(clause: Clause) -> bool:
    """`The courier travels with it at all times` demands by an adverb alone, and so may its retelling."""
    demands = [phrase(clause, hit) for hit in clause.hits if Cue.MUST in hit.cues]
    return bool(demands) and not clause.imperative and clause.lexicon.adverbs.issuperset(demands)


def _allowed(case: Facing) -> Verdict | None:
    """What became of a permission, or of a duty denied."""
    if freedom_bound(case):
        return case.verdict(Change.INVERTED, "permission-denied")
    if not case.said:
        return None
    if opened_up(case) and case.clause.condition_topics and not any(hit.cues >= FREEING for hit in case.clause.hits):
        return case.verdict(Change.INVERTED, "opened-up")
    if permission_denied(case):
        return case.verdict(Change.INVERTED, "permission-denied")
    if made_a_duty(case):
        return replace(case.verdict(Change.ALTERED, "duty-laid-down"), undecided=True)  # `you can` may be an order
    return case.verdict(Change.INVERTED, "duty-laid-down") if duty_laid_down(case) else None


def condition_lost(case: Facing) -> Verdict | None:
    """The rule is there, and nothing of a condition it stands under."""
    clause = case.clause
    if not clause.main or not _matters(clause) or clause.force is Force.DENIAL:
        return None
    if exception_turned(case):
        return case.verdict(Change.INVERTED, "opened-up")
    if clause.force is Force.PERMISSION and freed_of(clause) in clause.lexicon.assents:
        return None  # to be free to do it and to need nobody's leave is the same
    if any(hit.cues & (CONDITIONAL | {Cue.ONLY}) for hit in case.new_hits):
        return None  # under a condition, in other words
    lost = any(_condition_held(case, part) <= CONDITION_HELD for part in clause.condition_parts)
    told = max(case.held(clause.main, case.match.window.keys), case.match.coverage) >= SAID
    return case.verdict(Change.ALTERED, "condition-lost") if lost and told else None


def _condition_held(case: Facing, part: Sequence[str]) -> float:
    """How much of a condition is there; a word of it that starts like one of the rule itself (claim, claimant) is
    not shown by that one."""
    starts = {stem[:START] for stem in case.clause.main}
    told = [stem for stem in part if stem in case.here or stem[:START] not in starts]
    return case.held(told, case.here) * len(told) / len(part)


def _matters(clause: Clause) -> bool:
    """An exception always does; a mere if or until where something is bound or allowed."""
    parts = [part for part in (clause, clause.guard) if part]
    opened = frozenset(cue for part in parts for hit in part.hits for cue in hit.cues & CONDITIONAL)
    if Cue.UNLESS in opened:
        return True
    telling = any(len(part) > 1 for part in clause.condition_parts)  # `when you leave` has many other words
    return bool(opened) and telling and clause.force not in (Force.FACT, Force.ADVICE)


def _standing(case: Facing) -> Verdict | None:
    """Said for one occasion, carried on as if it held for all: neither the occasion nor that it is past is told."""
    clause = case.clause
    once = Cue.ONCE in clause.cues and clause.force in (Force.PERMISSION, Force.FREEDOM, Force.RESTRICTION)
    told = frozenset(cue for part in case.match.window.clauses for cue in part.cues)
    if not once or not case.said or told & {Cue.ONCE, Cue.DONE}:
        return None
    return case.verdict(Change.ALTERED, "once-standing")
