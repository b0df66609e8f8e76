"""What became of one clause in the summary: kept, dropped, softened, turned round, or kept without its condition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reviewapp.engine.align import Index, Match, worth
from reviewapp.engine.lang import Cue
from reviewapp.engine.retold import Retold, cues_of, differing
from reviewapp.engine.rules import CONDITIONAL, DENYING, TOPICAL, Clause, Force, Hit, Keys, keys_of
from reviewapp.engine.types import Change

MENTIONED = 0.35  # below this share of its words the summary does not speak of the clause
SAID = 0.6  # from this share on the summary says something about just this
FULL = 6  # words of a clause that says more than its one verb
ELLIPSIS = 4  # words of a clause that leans on the one before it for its verb
CONTRASTED = 0.4
AROUND = 0.4  # share of the sentence's words that must stand where one word of it is found
AROUND_TELLING = 0.25  # the same where that word is long: rare words are
TELLING = 6
ALLUDED = 0.2
RIVAL = 0.8  # a window this near to the best one may be the one that keeps the rule
FOCUS = 0.6  # share of the best clause's words that makes another clause of the window speak of the same
WHOLE = 0.9
LONG = 14  # words of a clause in which one cue may be far from what it speaks of
FAR = 8
ORDERED = 3  # topics from which their order tells more than active or passive
GOVERNED = 2  # words that a negation surely governs
CONDITION_HELD = 0.3

DENIALS = frozenset({Cue.NOT, Cue.BAR, Cue.FEW, Cue.ONLY, Cue.AKIN, Cue.LIMIT, Cue.VOID})  # what may tell a denial in the summary
DENIED = frozenset({Cue.NOT, Cue.BAR})
STRICT = frozenset({Cue.NOT, Cue.MUST, Cue.BAR})
WEAK = frozenset({Cue.HEDGE, Cue.SHOULD})
VOIDABLE = frozenset({Force.PROHIBITION, Force.OBLIGATION, Force.RESTRICTION})
CONDITIONS = frozenset({Cue.UNLESS, Cue.UNTIL, Cue.IF, Cue.ONLY, Cue.MUST, Cue.LIMIT, Cue.NOT, Cue.AKIN})


@dataclass(frozen=True)
class Verdict:
    """`change` is what the summary did to `clause`; `match` where it did so, None where nothing speaks of it."""

    clause: Clause
    change: Change
    rule: str
    match: Match | None = None


def judge(clause: Clause, index: Index) -> Verdict | None:
    """None where the summary keeps the clause, or where the clause says too little to tell."""
    matches = _mentions(clause, index)
    if clause.force is Force.FACT and (not matches or matches[0].coverage < SAID):
        return None
    if not matches:
        if contrast := _contrast(clause, index):
            return _hedged(clause, contrast, index)
        silent = not _weighty(clause) or _alluded(clause, index) or clause.force is Force.FACT
        return None if silent else Verdict(clause, Change.DROPPED, "unmentioned")
    best = matches[0].coverage
    wide = best < SAID and (clause.denies or clause.force is Force.RESTRICTION)  # a denial may stand in other words
    near = matches if wide else [match for match in matches if match.coverage >= RIVAL * best]
    verdicts = [_against(clause, match, index) for match in near]
    lifting = [verdict for verdict in verdicts if verdict and verdict.rule == "lift-invented"]
    if lifting or None not in verdicts:
        return (lifting or verdicts)[0]
    keeping = near[verdicts.index(None)]
    return _condition_lost(clause, keeping, index) or _standing(clause, keeping)


def _mentions(clause: Clause, index: Index) -> list[Match]:
    """Where the summary speaks of the clause; of what it says alone, where its condition weighs more and is left out."""
    found = [match for match in index.matches(clause) if match.coverage >= MENTIONED]
    main = _main(clause)
    if not found and clause.condition_topics and main:
        found = [match for match in index.matches_of(main, clause.lexicon) if match.coverage >= SAID]
    if len(clause.topics) == 1 and len(found) > 1:
        around = _topics_around(clause)
        found = sorted(found, key=lambda match: -index.covered(clause.lexicon, around, match.window))[:1]
    return found


def _main(clause: Clause) -> tuple[str, ...]:
    """The clause's topics outside its condition."""
    return tuple(stem for stem in clause.topics if stem not in clause.condition_topics and stem not in clause.spurned)


def _alluded(clause: Clause, index: Index) -> bool:
    """A one-time request (a bare imperative) is told as done, under other words: one good word of it is enough."""
    bare = clause.force is Force.OBLIGATION and not clause.cues & {Cue.MUST, Cue.EACH, Cue.LIMIT}
    if clause.force is Force.OBLIGATION and not clause.imperative and not clause.cues & {Cue.MUST, Cue.EACH}:
        return len(clause.topics) < ORDERED or clause.lexicon.language.joined  # a bare limit: its value tells
    if bare and Cue.SAY in clause.cues:
        return True  # please do, yes do: a favour for now
    return bare and any(match.coverage >= ALLUDED for match in index.matches(clause)[:1])


def _contrast(clause: Clause, index: Index) -> Match | None:
    """Where `do this, not that` is told by `do this` alone: the not that says nothing of its own."""
    lone = next((hit for hit in clause.hits if Cue.NOT in hit.cues), None)
    if lone is None or len(clause.words) > ELLIPSIS or len(clause.topics) > 1 or _verb_follows(clause, lone):
        return None
    found = index.matches_of(_topics_around(clause), clause.lexicon)
    return found[0] if found and found[0].coverage >= CONTRASTED else None


def _verb_follows(clause: Clause, hit: Hit) -> bool:
    words = clause.sentence.words
    said = words[hit.first : hit.last]
    return said not in (("not",), ("no",)) or words[hit.last : hit.last + 1] and words[hit.last] in clause.lexicon.openers


def _hedged(clause: Clause, match: Match, index: Index) -> Verdict | None:
    cues = frozenset(cue for part in match.window.clauses for cue in part.cues)
    weak = Cue.HEDGE in cues and not cues & {Cue.NOT, Cue.MUST, Cue.ONLY}
    return Verdict(clause, Change.SOFTENED, "hedged", match) if weak else None


def _weighty(clause: Clause) -> bool:
    """Says enough to be missed: one bare verb or noun may stand in the summary under another name."""
    denials = {p for hit in clause.hits if hit.cues & {Cue.BAR, Cue.AKIN} for p in range(hit.first, hit.last)}
    named = set(clause.topics) - {clause.lexicon.stem(clause.sentence.words[place]) for place in denials}
    if len(named) > 1:
        return True
    verbs = {clause.lexicon.stem(word) for word in clause.words if word in clause.lexicon.openers}
    bare = named <= verbs and len(clause.words) < FULL
    return bool(clause.cues & {Cue.NOT, Cue.ONLY, Cue.MUST}) and not bare and not clause.anaphoric


def _against(clause: Clause, match: Match, index: Index) -> Verdict | None:
    focus = focus_of(clause, match, index)
    if clause.force in VOIDABLE and not clause.cues & {Cue.LIFT, Cue.VOID} and Cue.VOID in _cues_but(clause, focus):
        return Verdict(clause, Change.INVERTED, "lift-invented", match)
    if contrary := _contrary(clause, match, focus):
        return Verdict(clause, Change.INVERTED, contrary, match)
    if clause.denies or clause.force is Force.RESTRICTION:
        return _denied(clause, match, focus, index)
    if clause.force is Force.OBLIGATION:
        return _bound(clause, match, focus)
    if clause.force in (Force.PERMISSION, Force.FREEDOM):
        return _allowed(clause, match, focus)
    return None


def focus_of(clause: Clause, match: Match, index: Index) -> list[Clause]:
    """The clauses of the window that speak of the clause's topic, with what leans on them (`…, which is not allowed`)."""
    parts = match.window.clauses
    if len(parts) == 1:
        return list(parts)
    scores = [index.share(clause, part) for part in parts]
    best = max(scores, default=0.0)
    chosen = {place for place, score in enumerate(scores) if score and score >= FOCUS * best}
    if best < WHOLE:
        chosen |= {place + 1 for place in chosen if place + 1 < len(parts) and _leans(parts[place + 1])}
        chosen |= {place - 1 for place in chosen if place and _leans(parts[place])}
    return [parts[place] for place in sorted(chosen)]


def _contrary(clause: Clause, match: Match, focus: Sequence[Clause]) -> str:
    """The rule by which the window says the contrary in the same words: swapped around `instead of` or `before`."""
    if _given_up(clause, focus) or _swapped(clause, focus):
        return "swapped"
    return "opposite" if _antonym(clause, match, focus) else ""


def _given_up(clause: Clause, focus: Sequence[Clause]) -> bool:
    """`This instead of that`, and the summary has that alone."""
    over = next((hit for hit in clause.hits if Cue.OVER in hit.cues), None)
    if over is None or any(part.cues & {Cue.NOT, Cue.OVER} for part in focus):
        return False
    keys = frozenset().union(*(part.keys for part in focus))
    preferred = clause.topics_in(clause.first, over.first)[-1:]
    return keys.isdisjoint(preferred) and not keys.isdisjoint(clause.spurned)


def _swapped(clause: Clause, focus: Sequence[Clause]) -> bool:
    """What was preferred stands where the other stood, or what had to come first comes last."""
    marker = next((hit for hit in clause.hits if hit.cues & {Cue.OVER, Cue.UNTIL}), None)
    negated = Cue.NOT in clause.cues or any(Cue.NOT in part.cues for part in focus)
    if marker is None or negated:
        return False
    before, after = clause.topics_in(clause.first, marker.first), clause.topics_in(marker.last, clause.last)
    for part in focus:
        for hit in part.hits:
            if part.sentence.words[hit.first : hit.last] == clause.sentence.words[marker.first : marker.last]:
                left, right = part.keys_in(part.first, hit.first), part.keys_in(hit.last, part.last)
                return _holds(clause, after, left, right) and _holds(clause, before, right, left)
    return False


def _holds(clause: Clause, topics: Sequence[str], here: Keys, there: Keys) -> bool:
    """Do some of the topics stand on this side and none of them on the other?"""
    lexicon = clause.lexicon
    return any(worth(t, here, lexicon) for t in topics) and not any(worth(t, there, lexicon) for t in topics)


def _antonym(clause: Clause, match: Match, focus: Sequence[Clause]) -> bool:
    """One word of the clause went and its opposite came; all else of it is there, and neither side negates."""
    lexicon, keys = clause.lexicon, frozenset().union(*(part.keys for part in focus))
    if len(clause.topics) < 2 or (clause.cues | _cues_but(clause, focus)) & {Cue.NOT, Cue.FREE, Cue.VOID}:
        return False
    missing = [stem for stem in clause.topics if not worth(stem, keys, lexicon)]
    if len(missing) != 1:
        return False
    contraries = lexicon.opposites.get(missing[0], frozenset())
    return any(other in keys for other in contraries) or lexicon.undone(missing[0], keys)


LEANING = frozenset("which who whose that it they this these he she and but or as so".split())


def _leans(clause: Clause) -> bool:
    return bool(clause.words) and clause.words[0] in LEANING


def _described(clause: Clause, cues: frozenset[Cue]) -> bool:
    """A prohibition told as what did not happen."""
    past = cues >= {Cue.NOT, Cue.PAST} and not cues & {Cue.MUST, Cue.MAY, Cue.SHOULD, Cue.ONLY, Cue.BAR}
    return past and clause.force is Force.PROHIBITION and Cue.PAST not in clause.cues


def _cues_but(clause: Clause, parts: Iterable[Clause]) -> frozenset[Cue]:
    """What the clauses say beside the clause's own topic: `suspended` denies nothing where it is what is denied."""
    saying = {p for hit in clause.hits if not hit.cues <= TOPICAL - {Cue.BAR} for p in range(hit.first, hit.last)}
    topic = {clause.sentence.words[p] for p in range(clause.first, clause.last) if p not in saying}
    own = {clause.sentence.words[hit.first : hit.last] for hit in clause.hits}
    return frozenset(
        cue
        for part in parts
        for hit in part.hits
        if hit.first not in part.condition and not topic.issuperset(part.sentence.words[hit.first : hit.last])
        if not (hit.cues >= {Cue.NOT, Cue.UNLESS} and part.sentence.words[hit.first : hit.last] in own)
        if len(part.words) <= LONG * part.lexicon.letters or _near(clause, part, hit)
        for cue in hit.cues
    )


def _new_cues(clause: Clause, parts: Iterable[Clause]) -> frozenset[Cue]:
    """What the clauses say in other words than the clause."""
    return cues_of(_new_hits(clause, parts))


def _new_hits(clause: Clause, parts: Iterable[Clause]) -> list[Hit]:
    own = {clause.sentence.words[hit.first : hit.last] for hit in clause.hits}
    return [hit for part in parts for hit in part.hits if part.sentence.words[hit.first : hit.last] not in own]


def _near(clause: Clause, part: Clause, hit: Hit) -> bool:
    """In a long clause a cue speaks of what stands near it."""
    far = FAR * part.lexicon.letters
    around = part.sentence.words[max(part.first, hit.first - far) : min(part.last, hit.last + far)]
    keys = keys_of(around, clause.lexicon)
    return any(worth(stem, keys, clause.lexicon) for stem in clause.topics)


def _denied(clause: Clause, match: Match, focus: Sequence[Clause], index: Index) -> Verdict | None:
    cues = _cues_but(clause, focus)
    if _opened(clause, cues) and _said(clause, match):
        return Verdict(clause, Change.INVERTED, "opened-up", match)
    if Cue.HEDGE in cues and Cue.HEDGE not in clause.cues and not cues & {Cue.NOT, Cue.MUST, Cue.ONLY}:
        return Verdict(clause, Change.SOFTENED, "hedged", match)
    if _described(clause, cues):
        return Verdict(clause, Change.SOFTENED, "force-lost", match)
    if cues & DENIALS or _opposed(clause, match) or any(_denied_by_form(clause, part.words) for part in focus):
        return None
    if clause.condition_topics and _new_cues(clause, focus) & {Cue.MUST, Cue.UNLESS, Cue.UNTIL, Cue.IF}:
        return None  # `no X without Y` told as `X needs Y`
    if not _said(clause, match):
        return Verdict(clause, Change.DROPPED, "denial-lost", match) if _weighty(clause) else None
    if len(clause.topics) == 1 and not (_governed(clause) and _about(clause, match, index)):
        return None
    return Verdict(clause, Change.INVERTED, "turned-round", match)


def _about(clause: Clause, match: Match, index: Index) -> bool:
    if len(clause.words) < 2:
        return False
    telling = len(clause.topics[0]) >= TELLING and not clause.imperative
    least = AROUND_TELLING if telling else AROUND
    return index.covered(clause.lexicon, _topics_around(clause), match.window) >= least


def _governed(clause: Clause) -> bool:
    """Does the one topic word stand under the negation, not before it?"""
    first = next(hit.first for hit in clause.hits if hit.cues & (DENYING | {Cue.ONLY, Cue.CEASE}))
    words = clause.sentence.words[first : clause.last]
    return any(clause.lexicon.stem(word) in clause.topics for word in words)


def _topics_around(clause: Clause) -> tuple[str, ...]:
    """What the whole sentence is about: one word alone does not tell where the summary speaks of it."""
    words = clause.sentence.words
    return tuple({clause.lexicon.stem(w) for w in words if w not in clause.lexicon.stop and w.isalpha() and len(w) > 2})


def _in_order(clause: Clause, focus: Sequence[Clause]) -> bool:
    """Do the topics come in the same order? Who may do what to whom is told by it."""
    keys = [clause.lexicon.keys(word) for part in focus for word in part.words]
    places = ([p for p, own in enumerate(keys) if worth(stem, own, clause.lexicon)] for stem in _main(clause))
    found = [place[0] for place in places if len(place) == 1]
    return len(_main(clause)) < ORDERED or len(found) < 2 or found[0] <= found[-1]


def _freed_bound(clause: Clause, focus: Sequence[Clause]) -> bool:
    """`May do it without asking`, and the summary says to ask."""
    without = next((hit for hit in clause.hits if hit.cues >= {Cue.NOT, Cue.UNLESS}), None)
    if without is None:
        return False
    freed = clause.topics_in(without.last, without.last + 1)
    bound = (part for part in focus if part.imperative or part.cues & {Cue.MUST, Cue.EACH})
    return any(not part.denies and not part.keys.isdisjoint(freed) for part in bound)


def _opened(clause: Clause, cues: frozenset[Cue]) -> bool:
    """`Anyone may`, `at any time`, of what only some may or none."""
    own = clause.cues | (clause.guard.cues if clause.guard else frozenset())
    return Cue.ALL in cues - own and not cues & {Cue.NOT, Cue.BAR, Cue.ONLY}


def _said(clause: Clause, match: Match) -> bool:
    """Is the window about just this: most of the clause's words, or of those outside its condition, are there."""
    main = _main(clause)
    held = [stem for stem in main if worth(stem, match.window.keys, clause.lexicon)]
    return match.coverage >= SAID or len(main) > 1 and len(held) == len(main)


def _opposed(clause: Clause, match: Match) -> bool:
    keys = match.window.keys
    return any(other in keys for stem in clause.topics for other in clause.lexicon.opposites.get(stem, ()))


def _denied_by_form(clause: Clause, words: Sequence[str]) -> bool:
    known = set(clause.sentence.words)
    return any(clause.lexicon.denies(word) for word in words if word not in known)


def _bound(clause: Clause, match: Match, focus: Sequence[Clause]) -> Verdict | None:
    cues = _cues_but(clause, focus)
    if Cue.FREE in cues and match.coverage >= SAID:
        return Verdict(clause, Change.INVERTED, "duty-denied", match)
    if (_denies_duty(clause, cues) or clause.imperative and _undone(clause, focus)) and _said(clause, match):
        return Verdict(clause, Change.INVERTED, "denial-added", match)
    if cues & WEAK and not clause.cues & WEAK and not cues & {Cue.MUST, Cue.ONLY, Cue.NOT}:
        return Verdict(clause, Change.SOFTENED, "hedged", match)
    if Cue.MUST in clause.cues and Cue.MAY in cues and _said(clause, match) and not _demands(focus):
        return Verdict(clause, Change.SOFTENED, "hedged", match)
    if Cue.MUST in clause.cues and not _said(clause, match) and not _demands(focus):
        return Verdict(clause, Change.SOFTENED, "force-lost", match)
    return None


def _demands(focus: Sequence[Clause]) -> bool:
    demanding = {Cue.MUST, Cue.SHOULD, Cue.NOT, Cue.ONLY, Cue.LIMIT, Cue.EACH, Cue.UNLESS, Cue.UNTIL, Cue.BAR}
    return any(part.cues & demanding or part.imperative for part in focus)


def _denies_duty(clause: Clause, cues: frozenset[Cue]) -> bool:
    """The summary says no where the clause demands: `must not`, or that it is off, of something always done."""
    if clause.condition_topics or cues & {Cue.UNLESS, Cue.DONE, Cue.FREE} or clause.cues & {Cue.ONLY, Cue.AKIN, Cue.BAR, Cue.LIMIT}:
        return False
    return cues >= {Cue.NOT, Cue.MUST}


def _undone(clause: Clause, focus: Sequence[Clause]) -> bool:
    """One lone negation stands right before what the clause demands: `without asking`."""
    hits = [(part, hit) for part in focus for hit in part.hits if Cue.NOT in hit.cues]
    if len(hits) != 1:
        return False
    part, hit = hits[0]
    keys = keys_of(part.sentence.words[hit.last : hit.last + GOVERNED], clause.lexicon)
    return not keys.isdisjoint(_main(clause))


def _allowed(clause: Clause, match: Match, focus: Sequence[Clause]) -> Verdict | None:
    """A permission that the summary denies or makes depend on something; a duty denied that it lays down."""
    cues = _cues_but(clause, focus)
    if _freed_bound(clause, focus):
        return Verdict(clause, Change.INVERTED, "permission-denied", match)
    if not _said(clause, match):
        return None
    if _opened(clause, cues) and clause.condition_topics:
        return Verdict(clause, Change.INVERTED, "opened-up", match)
    bound = Cue.MUST in cues and bool(cues & CONDITIONAL) or Cue.NOT in cues and bool(cues & {Cue.MUST, Cue.MAY})
    tied = clause.condition_topics and not any(hit.cues >= {Cue.NOT, Cue.UNLESS} for hit in clause.hits)
    if clause.force is Force.PERMISSION and bound and not tied and _in_order(clause, focus):
        return Verdict(clause, Change.INVERTED, "permission-denied", match)
    demanded = Cue.MUST in cues or any(part.imperative for part in focus)
    if clause.force is Force.FREEDOM and demanded and not cues & {Cue.FREE, Cue.NOT, Cue.BAR, Cue.AKIN}:
        return Verdict(clause, Change.INVERTED, "duty-laid-down", match)
    return None


def _condition_lost(clause: Clause, match: Match, index: Index) -> Verdict | None:
    """The rule is there, and nothing of a condition it stands under."""
    focus = focus_of(clause, match, index)
    if not _main(clause) or not _conditions(clause) or clause.force is Force.DENIAL:
        return None
    if _exception_turned(clause, focus):
        return Verdict(clause, Change.INVERTED, "opened-up", match)
    if any(hit.cues & CONDITIONAL for hit in _new_hits(clause, focus)):
        return None  # under a condition, in other words
    here = match.window.keys | index.around(match.window)
    lost = [part for part in clause.condition_parts if _held(part, here, clause) <= CONDITION_HELD]
    if not lost or max(_held(_main(clause), match.window.keys, clause), match.coverage) < SAID:
        return None
    return Verdict(clause, Change.ALTERED, "condition-lost", match)


def _exception_turned(clause: Clause, focus: Sequence[Clause]) -> bool:
    """`unless` told as `even if`."""
    own = clause.cues | (clause.guard.cues if clause.guard else frozenset())
    there = frozenset(cue for part in focus for hit in part.hits for cue in hit.cues)
    return Cue.UNLESS in own and Cue.EVEN in there - own


def _held(topics: Sequence[str], here: Keys, clause: Clause) -> float:
    return sum(bool(worth(stem, here, clause.lexicon)) for stem in topics) / len(topics) if topics else 1.0


def _standing(clause: Clause, match: Match) -> Verdict | None:
    """Said for one occasion, carried on as if it held for all: neither the occasion nor that it is past is told."""
    once = Cue.ONCE in clause.cues and clause.force in (Force.PERMISSION, Force.FREEDOM, Force.RESTRICTION)
    if not once or not _said(clause, match):
        return None
    told = frozenset(cue for part in match.window.clauses for cue in part.cues)
    return None if told & {Cue.ONCE, Cue.DONE} else Verdict(clause, Change.ALTERED, "once-standing", match)


def _conditions(clause: Clause) -> bool:
    """An exception always matters; a mere if or until does where something is bound or allowed."""
    opened = frozenset(cue for part in (clause, clause.guard) if part for hit in part.hits for cue in hit.cues & CONDITIONAL)
    return Cue.UNLESS in opened or bool(opened) and clause.force not in (Force.FACT, Force.ADVICE)


def judge_retold(clause: Clause, told: Retold) -> Verdict | None:
    """What the few changed words did to the clause."""
    first, last = told.region(clause)
    target = told.window.sentence
    there = [hit for part in told.window.clauses for hit in part.hits if first <= hit.first < last]
    lost, new = differing(clause.hits, there, clause.sentence.words, target.words)
    gone, come = cues_of(lost), cues_of(new)
    if _exception_turned(clause, told.window.clauses):
        return Verdict(clause, Change.INVERTED, "opened-up", told.match)
    if contrary := _contrary(clause, told.match, told.window.clauses):
        return Verdict(clause, Change.INVERTED, contrary, told.match)
    if Cue.FREE in come and gone & {Cue.MUST} and clause.force is Force.OBLIGATION:
        return Verdict(clause, Change.INVERTED, "duty-denied", told.match)
    if gone & STRICT and _weakened(come):
        return Verdict(clause, Change.SOFTENED, "hedged", told.match)
    moved = _moved(told) & DENIALS
    if (gone & (DENYING | {Cue.ONLY}) or any(map(clause.is_denial, lost))) and not (come & DENIALS or moved) and not _denied_by_form(clause, target.words[first:last]):
        return Verdict(clause, Change.INVERTED, "turned-round", told.match)
    if _condition_gone(clause, told, gone, come):
        return Verdict(clause, Change.ALTERED, "condition-lost", told.match)
    if _said_there(clause, told, first) & come & DENIED and not gone & DENIALS and not clause.cues & DENIED:
        return Verdict(clause, Change.INVERTED, "denial-added", told.match)
    if clause.denies and not gone & DENYING and _reworded(clause, told, (first, last)):
        return Verdict(clause, Change.ALTERED, "scope-changed", told.match)
    if gone & {Cue.MUST, Cue.SHOULD} and come & (WEAK | {Cue.MAY}) - gone and not come & {Cue.MUST, Cue.ONLY}:
        return Verdict(clause, Change.SOFTENED, "hedged", told.match)
    return None


def _said_there(clause: Clause, told: Retold, first: int) -> frozenset[Cue]:
    """The cues of those clauses of the retelling that share a word with the clause: a new clause beside it adds its own."""
    parts = (part for part in told.window.clauses if part.last > first)
    return cues_of(hit for part in parts if any(worth(t, part.keys, clause.lexicon) for t in clause.topics) for hit in part.hits)


def _condition_gone(clause: Clause, told: Retold, gone: frozenset[Cue], come: frozenset[Cue]) -> bool:
    """The words that opened the condition went, and nothing of what it says is left."""
    opened = gone | (clause.guard.cues if clause.guard else frozenset())
    if not opened & CONDITIONAL or come & (DENIALS | CONDITIONS) or clause.force is Force.FACT and Cue.UNLESS not in opened:
        return False
    here = told.window.keys | told.around
    return any(not _held(part, here, clause) for part in clause.condition_parts)


def _moved(told: Retold) -> frozenset[Cue]:
    """The cues that came anywhere in the sentence: a reordered sentence denies in another place."""
    hits = {hit for clause in told.clauses for hit in clause.hits}
    there = [hit for part in told.window.clauses for hit in part.hits]
    _, come = differing(sorted(hits, key=lambda hit: hit.first), there, told.source.words, told.window.sentence.words)
    return cues_of(come)


def _weakened(come: frozenset[Cue]) -> bool:
    """A hedge came in; a mere should or seldom weakens only where no other negation came with it."""
    if Cue.MUST in come:
        return False
    return Cue.HEDGE in come or bool(come & {Cue.SHOULD, Cue.FEW}) and not come & DENIED


def _reworded(clause: Clause, told: Retold, region: tuple[int, int]) -> bool:
    """A topic word went and another came, and they do not mean the same."""
    lexicon, words = clause.lexicon, told.window.sentence.words[region[0] : region[1]]
    there = keys_of(words, lexicon)
    lost = [stem for stem in clause.topics if not worth(stem, there, lexicon)]
    here = clause.keys
    new = [word for word in words if word.isalpha() and word not in lexicon.stop]
    return bool(lost) and any(not worth(lexicon.stem(word), here, lexicon) for word in new)
