"""What became of one clause in the summary: kept, dropped, softened, turned round, or kept without its condition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reviewapp.engine.align import Index, Match, keys_of, worth
from reviewapp.engine.lang import Cue
from reviewapp.engine.retold import Retold, cues_of, differing
from reviewapp.engine.rules import DENYING, Clause, Force
from reviewapp.engine.types import Change

MENTIONED = 0.35  # below this share of its words the summary does not speak of the clause
SAID = 0.6  # from this share on the summary says something about just this
RIVAL = 0.8  # a window this near to the best one may be the one that keeps the rule
CONDITION_HELD = 0.3
FOCUS = 0.6

DENIALS = frozenset({Cue.NOT, Cue.BAR, Cue.FEW, Cue.ONLY, Cue.AKIN})  # what may tell a denial in the summary
DENIED = frozenset({Cue.NOT, Cue.BAR})
STRICT = frozenset({Cue.NOT, Cue.MUST, Cue.BAR})
WEAK = frozenset({Cue.HEDGE, Cue.SHOULD})
DUTIES = frozenset({Cue.MUST, Cue.ONLY, Cue.UNLESS, Cue.NOT, Cue.BAR})


@dataclass(frozen=True)
class Verdict:
    """`change` is what the summary did to `clause`; `match` where it did so, None where nothing speaks of it."""

    clause: Clause
    change: Change
    rule: str
    match: Match | None = None


def judge_retold(clause: Clause, told: Retold) -> Verdict | None:
    """What the few changed words did to the clause."""
    first, last = told.region(clause)
    target = told.window.sentence
    there = [hit for part in told.window.clauses for hit in part.hits if first <= hit.first < last]
    gone, come = (cues_of(hits) for hits in differing(clause.hits, there, clause.sentence.words, target.words))
    here, now = clause.cues, cues_of(there)
    if gone & STRICT and come & (WEAK | {Cue.FEW}) and not come & {Cue.MUST, Cue.NOT, Cue.BAR}:
        return Verdict(clause, Change.SOFTENED, "hedged", told.match)
    if gone & (DENYING | {Cue.ONLY}) and not come & DENIALS and not _denied_by_form(clause, target.words[first:last]):
        return Verdict(clause, Change.INVERTED, "turned-round", told.match)
    if gone & {Cue.UNLESS} and clause.condition and not come & (DENIALS | {Cue.UNLESS, Cue.MUST, Cue.IF}):
        return Verdict(clause, Change.ALTERED, "exception-lost", told.match)
    if come & DENIED and not gone & DENIALS and not here & DENIED:
        return Verdict(clause, Change.INVERTED, "denial-added", told.match)
    if clause.denies and not gone & DENYING and _reworded(clause, told, (first, last)):
        return Verdict(clause, Change.ALTERED, "scope-changed", told.match)
    if gone & {Cue.MUST} and come & (WEAK | {Cue.MAY}) and not come & {Cue.MUST, Cue.ONLY}:
        return Verdict(clause, Change.SOFTENED, "hedged", told.match)
    return None


def _reworded(clause: Clause, told: Retold, region: tuple[int, int]) -> bool:
    """A topic word went and another came, and they do not mean the same."""
    lexicon, words = clause.lexicon, told.window.sentence.words
    there = keys_of(words[region[0] : region[1]], lexicon)
    lost = [stem for stem in clause.topics if not worth(stem, there, lexicon)]
    here = keys_of(clause.words, lexicon)
    new = [word for word in words[region[0] : region[1]] if word.isalpha() and word not in lexicon.stop]
    return bool(lost) and any(not worth(lexicon.stem(word), here, lexicon) for word in new)


def _denied_by_form(clause: Clause, words: Sequence[str]) -> bool:
    known = set(clause.sentence.words)
    return any(clause.lexicon.denies(word) for word in words if word not in known)


def judge(clause: Clause, index: Index) -> Verdict | None:
    """None where the summary keeps the clause."""
    matches = index.matches(clause)
    if not matches or matches[0].coverage < MENTIONED:
        return Verdict(clause, Change.DROPPED, "unmentioned")
    near = [match for match in matches if match.coverage >= max(MENTIONED, RIVAL * matches[0].coverage)]
    verdicts = [_against(clause, match, index) for match in near]
    if None in verdicts:
        return None
    return verdicts[0]


def _against(clause: Clause, match: Match, index: Index) -> Verdict | None:
    focus = _focus(clause, match, index)
    if clause.denies or clause.force is Force.RESTRICTION:
        return _denied(clause, match, focus)
    if clause.force is Force.OBLIGATION:
        return _bound(clause, match, focus)
    if clause.force in (Force.PERMISSION, Force.FREEDOM):
        return _allowed(clause, match, focus)
    return None


def _focus(clause: Clause, match: Match, index: Index) -> list[Clause]:
    """The clauses of the window that hold most of the topic words of the clause."""
    scored = [(index.share(clause, part), part) for part in match.window.clauses]
    least = FOCUS * max((score for score, _ in scored), default=0.0)
    return [part for score, part in scored if score and score >= least]


def _cues(parts: Sequence[Clause]) -> frozenset[Cue]:
    return frozenset().union(*(part.cues for part in parts))


def _denied(clause: Clause, match: Match, focus: Sequence[Clause]) -> Verdict | None:
    cues = _cues(focus)
    if Cue.HEDGE in cues and Cue.HEDGE not in clause.cues and not cues & {Cue.NOT, Cue.MUST, Cue.ONLY}:
        return Verdict(clause, Change.SOFTENED, "hedged", match)
    if cues & DENIALS or _opposed(clause, match) or any(_denied_by_form(clause, part.words) for part in focus):
        return None
    if clause.condition and cues & {Cue.MUST, Cue.UNLESS, Cue.IF}:
        return None
    if match.coverage >= SAID:
        return Verdict(clause, Change.INVERTED, "turned-round", match)
    return Verdict(clause, Change.DROPPED, "denial-lost", match)


def _opposed(clause: Clause, match: Match) -> bool:
    keys = match.window.keys
    return any(other in keys for stem in clause.topics for other in clause.lexicon.opposites.get(stem, ()))


def _bound(clause: Clause, match: Match, focus: Sequence[Clause]) -> Verdict | None:
    cues = _cues(focus)
    if Cue.FREE in cues and match.coverage >= SAID:
        return Verdict(clause, Change.INVERTED, "duty-denied", match)
    if cues & {Cue.HEDGE, Cue.SHOULD} and Cue.HEDGE not in clause.cues and not cues & {Cue.MUST, Cue.ONLY}:
        return Verdict(clause, Change.SOFTENED, "hedged", match)
    return None


def _allowed(clause: Clause, match: Match, focus: Sequence[Clause]) -> Verdict | None:
    return None
