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
    exception_turned,
    freedom_bound,
    opened_up,
    permission_denied,
)
from reviewapp.engine.binding.facing import DENIALS, SAID, Facing, Verdict
from reviewapp.engine.binding.mention import about, alluded, contrast, denied_otherwise, mentions, weighty
from reviewapp.engine.binding.rules import CONDITIONAL, Clause, Force
from reviewapp.engine.lang import Cue
from reviewapp.engine.types import Change

RIVAL = 0.8  # a window this near to the best one may be the one that keeps the rule
CONDITION_HELD = 0.3
HALF = 0.5
GOVERNED = 5  # words that a denial surely stands over

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
    cases = [Facing(clause, match, index) for match in near]
    verdicts = [_against(case) for case in cases]
    lifting = [verdict for verdict in verdicts if verdict and verdict.rule == "lift-invented"]
    if lifting or None not in verdicts:
        return (lifting or _sure(verdicts) or _elsewhere(clause, matches, near, index) or verdicts)[0]
    keeping = cases[verdicts.index(None)]
    return condition_lost(keeping) or _standing(keeping)


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
    return Verdict(clause, Change.DROPPED, "unmentioned", undecided=denied_otherwise(clause, index))


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
    if clause.denies or clause.force is Force.RESTRICTION:
        return _denied(case)
    if clause.force is Force.OBLIGATION:
        return _bound(case)
    return _allowed(case) if clause.force in (Force.PERMISSION, Force.FREEDOM) else None


def _voided(case: Facing) -> bool:
    """Does a clause that holds half of its words, or the sentence that is just about it, say that it ended?"""
    if Cue.VOID not in case.cues:
        return False
    voiding = [part for part in case.focus if Cue.VOID in part.cues]
    return case.said or any(case.held(case.clause.topics, part.keys) >= HALF for part in voiding)


def _denied(case: Facing) -> Verdict | None:
    """What became of a prohibition, a denial or a restriction."""
    clause, cues = case.clause, case.cues
    if opened_up(case) and case.said:
        return case.verdict(Change.INVERTED, "opened-up")
    if _cautious(case):
        return case.verdict(Change.SOFTENED, "hedged")
    if _described(clause, cues):
        return case.verdict(Change.SOFTENED, "force-lost")
    if cues & DENIALS or _told_otherwise(case):
        return None
    if not case.said:
        return _denial_lost(case) if weighty(clause) else None
    if (
        _twice(clause)
        or not about(clause, case.match, case.index)
        or (clause.force is Force.RESTRICTION and Cue.MUST in cues)
    ):
        return None
    restricted = clause.force is Force.RESTRICTION and case.held(clause.main, case.keys) == 1
    verdict = case.verdict(Change.ALTERED if restricted else Change.INVERTED, "turned-round")
    return verdict if clause.force is Force.RESTRICTION or _affirmed(case) else replace(verdict, undecided=True)


def _affirmed(case: Facing) -> bool:
    """Does one clause of the window name what is denied, the word under the denial included? Without that word, only
    where it allows: to bring it not and to leave it at home is the same."""
    return any(_names(case, part) for part in case.focus)


def _names(case: Facing, part: Clause) -> bool:
    lexicon, topics = case.lexicon, case.clause.topics
    held = {stem for stem in topics if worth(stem, part.keys, lexicon)}
    head = heads_of(case.clause)
    if not head or not held.isdisjoint(head):
        if len(held) >= min(2, len(topics)):
            return True
        verb = any(lexicon.stem(word) in head for word in case.clause.words if word in lexicon.openers)
        return verb and case.held(topics, part.keys | case.index.around(case.match.window)) >= HALF
    return len(held) >= min(2, len(topics)) and bool(part.cues & {Cue.MAY, Cue.ALL})


def _cautious(case: Facing) -> bool:
    """A prohibition told as a caution: `be careful with`, `avoid it where possible`."""
    clause, cues = case.clause, case.cues
    if Cue.HEDGE not in cues or Cue.HEDGE in clause.cues or cues & {Cue.NOT, Cue.MUST, Cue.ONLY} - {Cue.CARE}:
        return False
    return bool(cues & {Cue.CARE, Cue.BAR}) or clause.force is Force.RESTRICTION


def _denial_lost(case: Facing) -> Verdict:
    """Something near is told without the denial: as a thing to do or that may be done, or just as a topic.

    A prohibition told as a topic is lost. Of a negative fact that is not sure: the summary may deny it in other words.
    """
    clause = case.clause
    demanded = any(part.imperative or part.cues & {Cue.MUST, Cue.SHOULD} for part in case.focus)
    allowed = any(part.cues & {Cue.MAY, Cue.ALL} for part in case.focus)
    told = demanded or allowed or (clause.denies and any(_speaks_of(part, clause) for part in case.focus))
    verdict = case.verdict(Change.INVERTED if told else Change.DROPPED, "denial-lost")
    ordered = clause.force is not Force.DENIAL or ((demanded or allowed) and len(clause.topics) > 1)
    sure = not _twice(clause) and (_head_held(case) or (ordered and (allowed or not demanded)))
    return verdict if sure else replace(verdict, undecided=True)


def _speaks_of(part: Clause, clause: Clause) -> bool:
    """Says it something of the very thing that the clause names by a number, or of two things that it names?"""
    held = sum(bool(worth(stem, part.keys, clause.lexicon)) for stem in clause.own_topics)
    return held > 1 or (held > 0 and not clause.labels.isdisjoint(part.words))


def _twice(clause: Clause) -> bool:
    """Two denials in one clause: which of them was told is not to be seen."""
    if clause.cues >= {Cue.NOT, Cue.VOID} and sum(Cue.NOT in hit.cues for hit in clause.hits) > 1:
        return True
    return any(clause.lexicon.denies(word) or word == "non" for word in clause.words)


def _head_held(case: Facing) -> bool:
    """Does the window hold the word that the denial stands right before, or after: what it denies?"""
    heads = heads_of(case.clause)
    return not heads or any(case.held((head,), case.keys) for head in heads)


def heads_of(clause: Clause) -> tuple[str, ...]:
    """The topic word that the denial of the clause stands right before, else the last one before it. A word that
    denies by its meaning may deny either."""
    denial = next((hit for hit in clause.hits if clause.is_denial(hit) or Cue.ONLY in hit.cues), None)
    if denial is None:
        return ()
    after = clause.topics_in(denial.last, min(clause.last, denial.last + GOVERNED * clause.lexicon.letters))
    before = clause.topics_in(clause.first, denial.first)
    return (*before[-1:], *after[:1]) if Cue.BAR in denial.cues else after[:1] or before[-1:]


def _described(clause: Clause, cues: frozenset[Cue]) -> bool:
    """A prohibition told as what did not happen."""
    past = cues >= {Cue.NOT, Cue.PAST} and not cues & {Cue.MUST, Cue.MAY, Cue.SHOULD, Cue.ONLY, Cue.BAR}
    return past and clause.force is Force.PROHIBITION and not clause.narrates


def _told_otherwise(case: Facing) -> bool:
    """By an opposite, by a word that denies by its form, or `no X without Y` told as `X needs Y`."""
    clause, keys = case.clause, case.match.window.keys
    if any(not keys.isdisjoint(clause.lexicon.opposites.get(stem, ())) for stem in clause.topics):
        return True
    if any(denied_by_form(clause, part.words) for part in case.focus):
        return True
    if clause.condition_topics and case.new_cues & {Cue.MUST, Cue.UNLESS, Cue.UNTIL, Cue.IF}:
        return True
    return _needs(case)


def _needs(case: Facing) -> bool:
    """`No X without Y`, and the summary has X and Y together with no `without`: `X takes Y`."""
    clause = case.clause
    tied = any(hit.cues >= FREEING for hit in clause.hits) and clause.condition_topics
    loose = Cue.MAY in case.cues or any(hit.cues >= FREEING for part in case.focus for hit in part.hits)
    return bool(tied) and not loose and case.held(clause.condition_topics, case.keys) >= HALF


def denied_by_form(clause: Clause, words: Sequence[str]) -> bool:
    """Did a word come that is a contrary by its form: unsafe, powerless?"""
    known = set(clause.sentence.words)
    return any(clause.lexicon.denies(word) for word in words if word not in known)


def _bound(case: Facing) -> Verdict | None:
    """What became of an obligation."""
    clause, cues = case.clause, case.cues
    if Cue.FREE in cues and case.match.coverage >= SAID:
        return case.verdict(Change.INVERTED, "duty-denied")
    if duty_denied(case):
        return case.verdict(Change.INVERTED, "denial-added")
    weak = WEAK if Cue.MUST in clause.cues else {Cue.HEDGE}  # `do it` told as `it should be done` is the same
    if cues & weak and not clause.cues & WEAK and not cues & {Cue.MUST, Cue.ONLY, Cue.NOT}:
        return case.verdict(Change.SOFTENED, "hedged")
    if Cue.MUST not in clause.cues or any(part.imperative or part.cues & DEMANDING for part in case.focus):
        return None
    if not case.said:
        verdict = case.verdict(Change.SOFTENED, "force-lost")
        state = bool(clause.cues & {Cue.AKIN, Cue.CEASE})  # `stay closed` has many other words
        return replace(verdict, undecided=True) if state or case.held(clause.topics, case.keys) < HALF else verdict
    return case.verdict(Change.SOFTENED, "hedged") if Cue.MAY in cues else None


def _allowed(case: Facing) -> Verdict | None:
    """What became of a permission, or of a duty denied."""
    if freedom_bound(case):
        return case.verdict(Change.INVERTED, "permission-denied")
    if not case.said:
        return None
    if opened_up(case) and case.clause.condition_topics:
        return case.verdict(Change.INVERTED, "opened-up")
    if permission_denied(case):
        return case.verdict(Change.INVERTED, "permission-denied")
    return case.verdict(Change.INVERTED, "duty-laid-down") if duty_laid_down(case) else None


def condition_lost(case: Facing) -> Verdict | None:
    """The rule is there, and nothing of a condition it stands under."""
    clause = case.clause
    if not clause.main or not _matters(clause) or clause.force is Force.DENIAL:
        return None
    if exception_turned(case):
        return case.verdict(Change.INVERTED, "opened-up")
    if any(hit.cues & CONDITIONAL for hit in case.new_hits):
        return None  # under a condition, in other words
    lost = any(case.held(part, case.here) <= CONDITION_HELD for part in clause.condition_parts)
    told = max(case.held(clause.main, case.match.window.keys), case.match.coverage) >= SAID
    return case.verdict(Change.ALTERED, "condition-lost") if lost and told else None


def _matters(clause: Clause) -> bool:
    """An exception always does; a mere if or until where something is bound or allowed."""
    parts = [part for part in (clause, clause.guard) if part]
    opened = frozenset(cue for part in parts for hit in part.hits for cue in hit.cues & CONDITIONAL)
    return Cue.UNLESS in opened or (bool(opened) and clause.force not in (Force.FACT, Force.ADVICE))


def _standing(case: Facing) -> Verdict | None:
    """Said for one occasion, carried on as if it held for all: neither the occasion nor that it is past is told."""
    clause = case.clause
    once = Cue.ONCE in clause.cues and clause.force in (Force.PERMISSION, Force.FREEDOM, Force.RESTRICTION)
    told = frozenset(cue for part in case.match.window.clauses for cue in part.cues)
    if not once or not case.said or told & {Cue.ONCE, Cue.DONE}:
        return None
    return case.verdict(Change.ALTERED, "once-standing")
