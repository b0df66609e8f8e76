"""What became of one clause in the summary: kept, dropped, softened, turned round, or kept without its condition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reviewapp.engine.align import Index, Match, keys_of, worth
from reviewapp.engine.lang import Cue
from reviewapp.engine.retold import Retold, cues_of, differing
from reviewapp.engine.rules import DENYING, Clause, Force
from reviewapp.engine.types import Change

MENTIONED = 0.35  # below this share of its words the summary does not speak of the clause
SAID = 0.6  # from this share on the summary says something about just this
RIVAL = 0.8  # a window this near to the best one may be the one that keeps the rule
FOCUS = 0.6  # share of the best clause's words that makes another clause of the window speak of the same
WHOLE = 0.9
CONDITION_HELD = 0.3

DENIALS = frozenset({Cue.NOT, Cue.BAR, Cue.FEW, Cue.ONLY, Cue.AKIN, Cue.LIMIT})  # what may tell a denial in the summary
DENIED = frozenset({Cue.NOT, Cue.BAR})
STRICT = frozenset({Cue.NOT, Cue.MUST, Cue.BAR})
WEAK = frozenset({Cue.HEDGE, Cue.SHOULD})
CONDITIONS = frozenset({Cue.UNLESS, Cue.IF, Cue.ONLY, Cue.MUST, Cue.LIMIT, Cue.NOT, Cue.AKIN})


@dataclass(frozen=True)
class Verdict:
    """`change` is what the summary did to `clause`; `match` where it did so, None where nothing speaks of it."""

    clause: Clause
    change: Change
    rule: str
    match: Match | None = None


def judge(clause: Clause, index: Index) -> Verdict | None:
    """None where the summary keeps the clause, or where the clause says too little to tell."""
    matches = [match for match in index.matches(clause) if match.coverage >= MENTIONED]
    if not matches:
        return Verdict(clause, Change.DROPPED, "unmentioned") if _weighty(clause) else None
    best = matches[0].coverage
    near = [match for match in matches if match.coverage >= RIVAL * best] if best >= SAID else matches
    verdicts = [_against(clause, match, index) for match in near]
    if None not in verdicts:
        return verdicts[0]
    return _condition_lost(clause, near[verdicts.index(None)])


def _weighty(clause: Clause) -> bool:
    """Says enough to be missed: one bare verb or noun may stand in the summary under another name."""
    if len(clause.topics) > 1:
        return True
    openers = clause.lexicon.openers
    verbs = {clause.lexicon.stem(word) for word in clause.words if word in openers}
    return bool(clause.cues & {Cue.NOT, Cue.ONLY, Cue.MUST}) and not set(clause.topics) <= verbs


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
    """The clauses of the window that speak of the clause's topic, with what leans on them (`…, which is not allowed`)."""
    parts = match.window.clauses
    scores = [index.share(clause, part) for part in parts]
    best = max(scores, default=0.0)
    chosen = {place for place, score in enumerate(scores) if score and score >= FOCUS * best}
    if best < WHOLE:
        chosen |= {place + 1 for place in chosen if place + 1 < len(parts) and _leans(parts[place + 1])}
        chosen |= {place - 1 for place in chosen if place and _leans(parts[place])}
    return [parts[place] for place in sorted(chosen)]


LEANING = frozenset("which who whose that it they this these he she and but or as so".split())


def _leans(clause: Clause) -> bool:
    return bool(clause.words) and clause.words[0] in LEANING


def _cues(parts: Iterable[Clause]) -> frozenset[Cue]:
    return frozenset().union(*(part.cues for part in parts))


def _denied(clause: Clause, match: Match, focus: Sequence[Clause]) -> Verdict | None:
    cues = _cues(focus)
    if Cue.HEDGE in cues and Cue.HEDGE not in clause.cues and not cues & {Cue.NOT, Cue.MUST, Cue.ONLY}:
        return Verdict(clause, Change.SOFTENED, "hedged", match)
    if cues & DENIALS or _opposed(clause, match) or any(_denied_by_form(clause, part.words) for part in focus):
        return None
    if clause.condition_topics and cues & {Cue.MUST, Cue.UNLESS, Cue.IF}:
        return None
    if match.coverage < SAID:
        return Verdict(clause, Change.DROPPED, "denial-lost", match) if _weighty(clause) else None
    return Verdict(clause, Change.INVERTED, "turned-round", match) if len(clause.topics) > 1 else None


def _opposed(clause: Clause, match: Match) -> bool:
    keys = match.window.keys
    return any(other in keys for stem in clause.topics for other in clause.lexicon.opposites.get(stem, ()))


def _denied_by_form(clause: Clause, words: Sequence[str]) -> bool:
    known = set(clause.sentence.words)
    return any(clause.lexicon.denies(word) for word in words if word not in known)


def _bound(clause: Clause, match: Match, focus: Sequence[Clause]) -> Verdict | None:
    cues = _cues(focus)
    if Cue.FREE in cues and match.coverage >= SAID:
        return Verdict(clause, Change.INVERTED, "duty-denied", match)
    if cues & WEAK and not clause.cues & WEAK and not cues & {Cue.MUST, Cue.ONLY, Cue.NOT}:
        return Verdict(clause, Change.SOFTENED, "hedged", match)
    return None


def _allowed(clause: Clause, match: Match, focus: Sequence[Clause]) -> Verdict | None:
    return None


def _condition_lost(clause: Clause, match: Match) -> Verdict | None:
    """The rule is there, and nothing of the condition it stands under."""
    topics = clause.condition_topics
    main = [stem for stem in clause.topics if stem not in topics]
    if not topics or not main or clause.force in (Force.FACT, Force.DENIAL):
        return None
    here = match.window.keys | match.around
    held = sum(bool(worth(stem, here, clause.lexicon)) for stem in topics) / len(topics)
    said = sum(bool(worth(stem, match.window.keys, clause.lexicon)) for stem in main) / len(main)
    if held > CONDITION_HELD or said < SAID:
        return None
    return Verdict(clause, Change.ALTERED, "condition-lost", match)


def judge_retold(clause: Clause, told: Retold) -> Verdict | None:
    """What the few changed words did to the clause."""
    first, last = told.region(clause)
    target = told.window.sentence
    there = [hit for part in told.window.clauses for hit in part.hits if first <= hit.first < last]
    gone, come = (cues_of(hits) for hits in differing(clause.hits, there, clause.sentence.words, target.words))
    if gone & STRICT and come & (WEAK | {Cue.FEW}) and not come & {Cue.MUST, Cue.NOT, Cue.BAR}:
        return Verdict(clause, Change.SOFTENED, "hedged", told.match)
    if gone & (DENYING | {Cue.ONLY}) and not come & DENIALS and not _denied_by_form(clause, target.words[first:last]):
        return Verdict(clause, Change.INVERTED, "turned-round", told.match)
    if gone & {Cue.UNLESS} and clause.condition_topics and not come & (DENIALS | CONDITIONS):
        return Verdict(clause, Change.ALTERED, "condition-lost", told.match)
    if come & DENIED and not gone & DENIALS and not clause.cues & DENIED:
        return Verdict(clause, Change.INVERTED, "denial-added", told.match)
    if clause.denies and not gone & DENYING and _reworded(clause, told, (first, last)):
        return Verdict(clause, Change.ALTERED, "scope-changed", told.match)
    if gone & {Cue.MUST} and come & (WEAK | {Cue.MAY}) and not come & {Cue.MUST, Cue.ONLY}:
        return Verdict(clause, Change.SOFTENED, "hedged", told.match)
    return None


def _reworded(clause: Clause, told: Retold, region: tuple[int, int]) -> bool:
    """A topic word went and another came, and they do not mean the same."""
    lexicon, words = clause.lexicon, told.window.sentence.words[region[0] : region[1]]
    there = keys_of(words, lexicon)
    lost = [stem for stem in clause.topics if not worth(stem, there, lexicon)]
    here = keys_of(clause.words, lexicon)
    new = [word for word in words if word.isalpha() and word not in lexicon.stop]
    return bool(lost) and any(not worth(lexicon.stem(word), here, lexicon) for word in new)
