"""Ways to say the contrary of a clause in its own words."""

from __future__ import annotations

from collections.abc import Sequence

from reviewapp.engine.binding.align import worth
from reviewapp.engine.binding.facing import Facing, phrase
from reviewapp.engine.binding.mention import same_values
from reviewapp.engine.binding.rules import CONDITIONAL, Clause, Force, Keys, keys_of
from reviewapp.engine.lang import Cue

ORDERED = 3  # topics from which their order tells more than active or passive
GOVERNED = 2  # words that a negation surely governs
LITTLE = 0.25  # share of an order's words below which a denial is of something else
HALF = 0.5  # share of an exception's words that tells that it is meant
DENIED = frozenset({Cue.NOT, Cue.BAR, Cue.AKIN, Cue.FEW, Cue.ONLY, Cue.LIFT, Cue.VOID, Cue.FREE, Cue.MAY, Cue.IF})
FREEING = frozenset({Cue.NOT, Cue.UNLESS})  # `without`


def contrary(case: Facing) -> str:
    """The rule by which the window says the contrary in the same words, or nothing."""
    if _given_up(case) or _both(case) or _swapped(case) or _spurned_first(case):
        return "swapped"
    return "opposite" if _antonym(case) or _undoes(case) or _switched(case) else ""


def _spurned_first(case: Facing) -> bool:
    """`By name, not by age`, told as `by age rather than by name`."""
    clause = case.clause
    if not clause.denies or len(clause.topics) > GOVERNED or Cue.OVER in clause.cues:
        return False
    rest = keys_of([*clause.sentence.words[: clause.first], *clause.sentence.words[clause.last :]], case.lexicon)
    parts = ((part, hit) for part in case.focus for hit in part.hits if Cue.OVER in hit.cues)
    return any(
        case.held(clause.topics, part.keys_in(part.first, hit.first)) == 1
        and set(part.spurned).isdisjoint(clause.topics)
        and not rest.isdisjoint(part.spurned)
        for part, hit in parts
    )


def _switched(case: Facing) -> bool:
    """`It stays on`, told as `it may be switched off`: neither side negates."""
    state = state_of(case.clause)
    if not state or Cue.NOT in case.clause.cues:
        return False
    told = ((part, state_of(part)) for part in case.focus if Cue.NOT not in part.cues and Cue.PAST not in part.cues)
    return any(other and other != state and case.held(case.clause.main, part.keys) == 1 for part, other in told)


def state_of(clause: Clause) -> str:
    """The on or off of `is switched off`, `stays on`: not that of `is on the roof`."""
    words, lexicon = clause.sentence.words, clause.lexicon
    for place in range(clause.first + 1, clause.last if lexicon.toggles else 0):
        if words[place] in lexicon.toggles and words[place - 1] in lexicon.toggling:
            ends = place + 1 == clause.last or "," in clause.sentence.gaps[place + 1]
            if ends or words[place + 1] in lexicon.around:
                return words[place]
    return ""


def _undoes(case: Facing) -> bool:
    """`Keep the old column`, and the summary orders to drop it."""
    clause, lexicon = case.clause, case.lexicon
    if clause.verb is None or not clause.main or clause.denies:
        return False
    opposites = lexicon.opposites.get(lexicon.stem(clause.sentence.words[clause.verb]), frozenset())
    ordered = (part for part in case.focus if part.imperative or Cue.MUST in part.cues)
    return any(
        not part.denies and not part.main_keys.isdisjoint(opposites) and case.held(clause.main, part.main_keys) == 1
        for part in ordered
    )


def _given_up(case: Facing) -> bool:
    """`This instead of that`, and the summary has that alone."""
    clause = case.clause
    over = next((hit for hit in clause.hits if Cue.OVER in hit.cues), None)
    if over is None or any(part.cues & {Cue.NOT, Cue.OVER} for part in case.focus):
        return False
    preferred = clause.topics_in(clause.first, over.first)[-1:]
    return case.keys.isdisjoint(preferred) and not case.keys.isdisjoint(clause.spurned)


def _both(case: Facing) -> bool:
    """`This instead of that`, and the summary has that as well."""
    over = any(Cue.OVER in hit.cues for part in case.focus for hit in part.hits)
    spurned = case.clause.spurned
    if over or not spurned:
        return False
    also = (part.keys_in(hit.last, part.last) for part in case.focus for hit in part.hits if Cue.ALSO in hit.cues)
    return any(case.held(spurned, keys) >= HALF for keys in also)


def _swapped(case: Facing) -> bool:
    """What was preferred stands where the other stood, or what had to come first comes last."""
    clause = case.clause
    marker = next((hit for hit in clause.hits if hit.cues & {Cue.OVER, Cue.UNTIL}), None)
    if marker is None or Cue.NOT in clause.cues or any(Cue.NOT in part.cues for part in case.focus):
        return False
    before, after = clause.topics_in(clause.first, marker.first), clause.topics_in(marker.last, clause.last)
    before = before[-1:] if Cue.OVER in marker.cues else before
    for part in case.focus:
        for hit in part.hits:
            if phrase(part, hit) == phrase(clause, marker):
                left, right = part.keys_in(part.first, hit.first), part.keys_in(hit.last, part.last)
                return _on_one_side(after, left, right) and _on_one_side(before, right, left)
    return False


def _on_one_side(topics: Sequence[str], here: Keys, there: Keys) -> bool:
    """Do more of the topics stand on this side alone than on the other?"""
    return sum(t in here and t not in there for t in topics) > sum(t in there and t not in here for t in topics)


def _antonym(case: Facing) -> bool:
    """One word of the clause went and its opposite came; all else of it is there, and neither side negates."""
    clause, lexicon = case.clause, case.lexicon
    if len(clause.topics) < 2 or (clause.cues | case.cues | case.conditions) & {Cue.NOT, Cue.FREE, Cue.VOID}:
        return False
    missing = [stem for stem in clause.topics if not worth(stem, case.keys, lexicon)]
    if len(missing) != 1:
        return False
    opposites = lexicon.opposites.get(missing[0], frozenset())
    return not case.keys.isdisjoint(opposites) or _undone(case, missing[0])


def _undone(case: Facing, stem: str) -> bool:
    """Has one side the word with a negative prefix that the other side has without?"""
    lexicon, there = case.lexicon, [word for part in case.focus for word in part.words]
    own = [word for word in case.clause.words if lexicon.stem(word) == stem]
    return lexicon.undone(stem, there) or any(lexicon.undone(lexicon.stem(word), own) for word in there)


def opened_up(case: Facing) -> bool:
    """`Anyone may`, `at any time`, of what only some may or none."""
    return Cue.ALL in case.cues - case.own and not case.cues & {Cue.NOT, Cue.BAR, Cue.ONLY}


def too_early(case: Facing) -> bool:
    """`Not until they are green`, and the summary says to do it before they are."""
    clause, lexicon = case.clause, case.lexicon
    if not clause.denies or not clause.condition_topics or not _under(clause, lexicon.waiting) or case.headed:
        return False
    for part in case.focus:
        denies = any(part.is_denial(hit) and lexicon.sooner.isdisjoint(phrase(part, hit)) for hit in part.hits)
        if not denies and _under(part, lexicon.sooner) and case.held(clause.main, part.main_keys) >= HALF:
            waited_for = keys_of([part.sentence.words[p] for p in sorted(part.condition)], lexicon)
            return case.held(clause.condition_topics, waited_for) >= HALF
    return False


def _under(clause: Clause, words: frozenset[str]) -> bool:
    """Does one of these words open a condition of the clause?"""
    return any(hit.cues & CONDITIONAL and not words.isdisjoint(phrase(clause, hit)) for hit in clause.hits)


def duty_denied(case: Facing) -> bool:
    """The summary says `must not` where the clause demands, or negates just what it orders: `without asking`."""
    if not case.said:
        return False
    return _forbidden(case) or _without(case) or (case.clause.imperative and _ordered_not(case))


def _without(case: Facing) -> bool:
    """`It must be signed before`, and the summary allows it without being signed."""
    clause = case.clause
    needs = Cue.NEED in clause.cues and not case.cues & {Cue.BAR, Cue.BAN}
    if Cue.MUST not in clause.cues or clause.denies or not (needs or case.cues & {Cue.MAY, Cue.FREE}):
        return False
    plain = [part for part in case.focus if sum(Cue.NOT in hit.cues for hit in part.hits) == 1]
    freeing = ((part, hit) for part in plain for hit in part.hits if hit.cues >= FREEING)
    duty = clause.topics_in(_after_must(clause), clause.last)[: GOVERNED if needs else 1]
    return any(set(duty) & set(part.topics_in(hit.last, min(part.last, hit.last + GOVERNED))) for part, hit in freeing)


def _after_must(clause: Clause) -> int:
    return next((hit.last for hit in clause.hits if Cue.MUST in hit.cues), clause.last)


def _forbidden(case: Facing) -> bool:
    clause, cues = case.clause, case.cues
    if clause.condition_topics or clause.cues & {Cue.ONLY, Cue.AKIN, Cue.BAR, Cue.LIMIT}:
        return False
    told = any(part.denies and _same_order(case, part) for part in case.focus)
    return told and cues >= {Cue.NOT, Cue.MUST} and not cues & {Cue.UNLESS, Cue.DONE, Cue.FREE}


def _ordered_not(case: Facing) -> bool:
    """One lone negation stands right before what the clause orders."""
    negations = [(part, hit) for part in case.focus for hit in part.hits if Cue.NOT in hit.cues]
    if len(negations) != 1:
        return False
    part, hit = negations[0]
    if part.sentence.words[hit.first] in case.lexicon.stating:
        return False  # `which is not written yet` tells how far it is
    if case.index.share(case.clause, part) < LITTLE:
        return False  # one word in common of many: `…, no floor heating`
    governed = keys_of(part.sentence.words[hit.last : hit.last + GOVERNED], case.lexicon)
    return not governed.isdisjoint(case.clause.main)


def _same_order(case: Facing, part: Clause) -> bool:
    """Is what the part denies the very thing that is ordered? `Redact names` and `show no names` are the same, and so
    are `below 4` and `never 4 or more`."""
    clause = case.clause
    start = _after_must(clause) if Cue.MUST in clause.cues else clause.verb or clause.first
    ordered = clause.topics_in(start, clause.last)[:1] or clause.main
    return case.held(ordered, part.keys) >= HALF and not same_values(clause, case.match)


def fact_denied(case: Facing) -> bool:
    """All of a plain statement is there, and a not stands right before what it says."""
    clause = case.clause
    if len(clause.topics) < 2 or clause.cues & DENIED or case.held(clause.topics, case.match.window.keys) < 1:
        return False
    said = clause.topics[-1]
    nots = ((part, hit) for part in case.match.window.clauses for hit in part.hits if Cue.NOT in hit.cues)
    return any(said in part.topics_in(hit.last, min(part.last, hit.last + GOVERNED)) for part, hit in nots)


def permission_denied(case: Facing) -> bool:
    """The summary forbids what was allowed, or ties it to a condition it did not have."""
    clause, cues = case.clause, case.near_cues
    conditional = clause.condition_topics and not any(hit.cues >= FREEING for hit in clause.hits)
    kept = bool(cues & {Cue.LIFT, Cue.VOID})  # told as a ban that ended, with what is left of it
    if clause.force is not Force.PERMISSION or conditional or kept or not _in_order(case):
        return False
    tied = Cue.MUST in cues and bool(cues & CONDITIONAL)
    forces = {part.force for part in case.nearest}
    kept_to_some = Cue.ALL in clause.cues and Force.RESTRICTION in forces
    banned = Cue.MAY not in cues and (Cue.BAN in cues or Force.PROHIBITION in forces)
    denied = any(part.denies for part in case.focus)  # what its condition denies is allowed none the less
    return tied or kept_to_some or banned or (denied and Cue.NOT in cues and bool(cues & {Cue.MUST, Cue.MAY}))


def made_a_duty(case: Facing) -> bool:
    """`You can`, told as `you must`: all of it is there, and nothing of a choice."""
    clause = case.clause
    if clause.force is not Force.PERMISSION or clause.imperative or len(clause.topics) < 2:
        return False
    bound = (part for part in case.nearest if part.force is Force.OBLIGATION and Cue.MUST in part.cues)
    return case.held(clause.topics, case.keys) == 1 and any(Cue.MAY not in part.cues for part in bound)


def freedom_bound(case: Facing) -> bool:
    """`May do it without asking`, and the summary says to ask."""
    freed = freed_of(case.clause)
    if freed is None:
        return False
    bound = (part for part in case.focus if part.imperative or part.cues & {Cue.MUST, Cue.EACH, Cue.ONLY})
    words = {freed, *(case.lexicon.assents if freed in case.lexicon.assents else ())}
    return any(not part.denies and Cue.FREE not in part.cues and not part.keys.isdisjoint(words) for part in bound)


def freed_of(clause: Clause) -> str | None:
    """What it may be done without."""
    without = next((hit for hit in clause.hits if hit.cues >= FREEING), None)
    return next(iter(clause.topics_in(without.last, without.last + 1)), None) if without else None


def duty_laid_down(case: Facing) -> bool:
    """The summary demands what need not be done."""
    demanded = Cue.MUST in case.cues or any(part.imperative for part in case.focus)
    free = case.cues & {Cue.FREE, Cue.NOT, Cue.BAR, Cue.AKIN}
    return case.clause.force is Force.FREEDOM and demanded and not free


def _in_order(case: Facing) -> bool:
    """Do the topics come in the same order? Who may do what to whom is told by it."""
    main = case.clause.main
    keys = [case.lexicon.keys(word) for part in case.focus for word in part.words]
    places = ([p for p, own in enumerate(keys) if worth(stem, own, case.lexicon)] for stem in main)
    found = [place[0] for place in places if len(place) == 1]
    return len(main) < ORDERED or len(found) < 2 or found[0] <= found[-1]
