"""What became of a prohibition, a denial or a restriction in one sentence of the summary."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reviewapp.engine.binding.align import worth
from reviewapp.engine.binding.contrary import FREEING, opened_up, too_early
from reviewapp.engine.binding.facing import DENIALS, Facing, Verdict, phrase
from reviewapp.engine.binding.mention import about, same_values, told_by_contrast, weighty
from reviewapp.engine.binding.rules import Clause, Force, Hit
from reviewapp.engine.binding.scopes import spelled_alike
from reviewapp.engine.lang import Cue
from reviewapp.engine.types import Change

STRICT = frozenset({Cue.NOT, Cue.MUST, Cue.ONLY})
HALF = 0.5
NEXT = 2  # words in which a verb's object begins
SUBJECT = 4  # words in which a clause names who does it
GOVERNED = 5  # words that a denial surely stands over


def denied(case: Facing) -> Verdict | None:
    """What became of a prohibition, a denial or a restriction."""
    clause, cues = case.clause, case.cues
    if opened_up(case) and case.said:
        return case.verdict(Change.INVERTED, "opened-up")
    if _cautious(case):
        return case.verdict(Change.SOFTENED, "hedged")
    if _described(clause, cues):
        return case.verdict(Change.SOFTENED, "force-lost")
    if too_early(case):
        return case.verdict(Change.INVERTED, "turned-round")
    if cues & DENIALS or _kept_off(case) or _told_otherwise(case):
        return None
    if not case.said:
        return _denial_lost(case) if weighty(clause) else None
    return _turned(case)


def _turned(case: Facing) -> Verdict | None:
    """The sentence says the same and denies nothing: turned round, unless it says so in words of another kind."""
    clause = case.clause
    if clause.reserves and not (_by_machine(case) or any(part.imperative for part in case.focus)):
        return None
    by_contrast = told_by_contrast(clause, case.match, case.index)
    if _twice(case) or by_contrast or (clause.force is Force.RESTRICTION and Cue.MUST in case.cues):
        return None
    restricted = clause.force is Force.RESTRICTION and case.held(clause.main, case.keys) == 1
    verdict = case.verdict(Change.ALTERED if restricted else Change.INVERTED, "turned-round")
    sure = (clause.force is Force.RESTRICTION or _affirmed(case) or _named_alone(case)) and not _tied(case)
    just_this = _by_machine(case) if clause.reserves else about(clause, case.match, case.index) or _allowed_there(case)
    return verdict if sure and just_this else replace(verdict, undecided=True)


def _by_machine(case: Facing) -> bool:
    """Does the reader do it there?"""
    doing = (part for part in case.focus if not case.lexicon.machine.isdisjoint(part.words[:SUBJECT]))
    return any(case.held(case.clause.main[-1:], part.keys) == 1 for part in doing)


def _allowed_there(case: Facing) -> bool:
    """Allows a clause the one thing that is denied: `new dependencies are fine`?"""
    allowing = (part for part in case.focus if part.force is Force.PERMISSION)
    return any(case.held(case.clause.topics, part.main_keys) == 1 for part in allowing)


def _named_alone(case: Facing) -> bool:
    """Is what a prohibition names by a number told as a mere topic: `do not open port 5432`, and `uses port 5432`? An
    order may come to the same as the prohibition: `leave port 5432 as it is`."""
    clause = case.clause
    ordered = any(part.imperative or part.cues & {Cue.MUST, Cue.SHOULD} for part in case.focus)
    numbered = any(not clause.labels.isdisjoint(part.words) for part in case.focus)
    return clause.force is Force.PROHIBITION and numbered and not ordered


def _kept_off(case: Facing) -> bool:
    """`Has to be kept out`: a denial by its verb, with no word that denies."""
    return any(Cue.CEASE in hit.cues and part.is_denial(hit) for part in case.focus for hit in part.hits)


def _tied(case: Facing) -> bool:
    """Told under a condition or a bound of another kind, which may come to the same: `operating it takes an adult`,
    `start it by ten` for `not after ten`."""
    if (Cue.NEED in case.cues - case.own and not _demanded(case)) or _same_window(case):
        return True
    ours = _bounds([part for part in (case.clause, case.clause.guard) if part])
    return bool(ours) and ours.isdisjoint(_bounds(case.focus)) and same_values(case.clause, case.match)


def _same_window(case: Facing) -> bool:
    """`Only between 22:00 and 05:00` told as a window from the one to the other: all its numbers are there."""
    numbers = {word for word in case.clause.words if word[0].isdigit()}
    told = case.match.window.sentence.words
    return case.clause.force is Force.RESTRICTION and len(numbers) > 1 and numbers.issubset(told)


def _demanded(case: Facing) -> bool:
    """Needs the summary the very thing that was denied: `no helpers`, and `requires helpers`?"""
    clause = case.clause
    no = next((hit for hit in clause.hits if clause.is_denial(hit)), None)
    denied = clause.topics_in(no.last, clause.last)[:1] if no and Cue.ONLY not in clause.cues else ()
    needs = ((part, hit) for part in case.focus for hit in part.hits if Cue.NEED in hit.cues)
    return any(set(denied) & set(p.topics_in(hit.last, min(p.last, hit.last + NEXT))) for p, hit in needs)


def _bounds(parts: Sequence[Clause]) -> set[tuple[str, ...]]:
    return {phrase(part, hit) for part in parts for hit in part.hits if Cue.UNTIL in hit.cues}


def _affirmed(case: Facing) -> bool:
    """Does one clause of the window name what is denied, the word under the denial included? Without that word, only
    where it allows: to bring it not and to leave it at home is the same."""
    return any(_names(case, part) for part in case.focus)


def _names(case: Facing, part: Clause) -> bool:
    lexicon, topics, few = case.lexicon, case.clause.topics, min(2, len(case.clause.main) or 1)
    head = heads_of(case.clause)
    held = {stem for stem in topics if worth(stem, part.main_keys, lexicon) or (stem in head and _spelled(stem, part))}
    if not head or not held.isdisjoint(head):
        if len(held) >= few:
            return True
        verb = any(lexicon.stem(word) in head for word in case.clause.words if word in lexicon.openers)
        return verb and case.held(topics, part.keys | case.index.around(case.match.window)) >= HALF
    return len(held) >= few and bool(part.cues & {Cue.MAY, Cue.ALL})


def _cautious(case: Facing) -> bool:
    """A prohibition told as a caution or a wish: `be careful with`, `try to leave it shut`."""
    clause, cues = case.clause, case.near_cues
    if Cue.HEDGE not in cues or Cue.HEDGE in clause.cues or cues & ({Cue.ONLY} if _yields(case) else STRICT):
        return False
    if Cue.MAY in cues and Cue.CARE not in cues:
        return False  # `may be edited as needed` allows it
    told = case.said or case.held(clause.topics, case.keys) >= HALF
    return told and not clause.states


def _yields(case: Facing) -> bool:
    """`If at all possible` takes the force out of a must and a not as well."""
    hedges = (phrase(part, hit) for part in case.nearest for hit in part.hits if Cue.HEDGE in hit.cues)
    return any(len(words) > 1 and words[-1] in case.lexicon.yielding for words in hedges)


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
    spoken = any(_speaks_of(part, clause) for part in case.focus)
    told = _head_held(case) or (ordered and (allowed or (spoken and not demanded)))
    sure = told and not _twice(case) and not clause.reserves
    return verdict if sure else replace(verdict, undecided=True)


def _speaks_of(part: Clause, clause: Clause) -> bool:
    """Says it something of the very thing that the clause names by a number, or of two things that it names?"""
    held = sum(bool(worth(stem, part.keys, clause.lexicon)) for stem in clause.own_topics)
    return held > 1 or (held > 0 and not clause.labels.isdisjoint(part.words))


def _twice(case: Facing) -> bool:
    """Two denials in one clause: which of them was told is not to be seen, unless a word that denies by its form is
    there as it was."""
    clause = case.clause
    if clause.cues >= {Cue.NOT, Cue.VOID} and sum(Cue.NOT in hit.cues for hit in clause.hits) > 1:
        return True
    told = case.match.window.sentence.words
    return any((clause.lexicon.denies(word) or word == "non") and word not in told for word in clause.words)


def _spelled(stem: str, part: Clause) -> bool:
    """Another form of the same word, which its ending hides: удаляйте, удалите."""
    return part.lexicon.language.inflected and any(spelled_alike(stem, part.lexicon.stem(word)) for word in part.words)


def _head_held(case: Facing) -> bool:
    """Does the window hold the word that the denial stands right before, or after: what it denies?"""
    heads = heads_of(case.clause)
    return not heads or any(case.held((head,), case.keys) for head in heads)


def heads_of(clause: Clause) -> tuple[str, ...]:
    """The topic word that the denial of the clause stands right before, else the last one before it. A word that
    denies by its meaning may deny either."""
    denials = [hit for hit in clause.hits if clause.is_denial(hit) or Cue.ONLY in hit.cues]
    if not denials:
        return ()
    denial = next((hit for hit in denials if Cue.UNLESS not in hit.cues), denials[0])
    near = denial.last + GOVERNED * clause.lexicon.letters
    after = clause.topics_in(denial.last, min(_goes_on(clause, denial), near))
    aside = clause.condition_topics
    before = tuple(stem for stem in clause.topics_in(clause.first, denial.first) if stem not in aside)
    return (*before[-1:], *after[:1]) if Cue.BAR in denial.cues else after[:1] or before[-1:]


def _goes_on(clause: Clause, denial: Hit) -> int:
    """Where the words that the denial stands over end: at a comma, but not at one right behind it."""
    commas = (p for p in range(denial.last + 1, clause.last) if "," in clause.sentence.gaps[p])
    return next(commas, clause.last)


def _described(clause: Clause, cues: frozenset[Cue]) -> bool:
    """A prohibition told as what did not happen."""
    past = cues >= {Cue.NOT, Cue.PAST} and not cues & {Cue.MUST, Cue.MAY, Cue.SHOULD, Cue.ONLY, Cue.BAR}
    return past and clause.force is Force.PROHIBITION and not clause.narrates


def _told_otherwise(case: Facing) -> bool:
    """By an opposite, by a word that denies by its form, or `no X without Y` told as `X needs Y`."""
    clause = case.clause
    if any(_contrary_there(case, part) for part in case.focus):
        return True
    if any(denied_by_form(clause, part.words) for part in case.focus):
        return True
    if Cue.OMIT in clause.cues and Cue.FREE in case.cues:
        return True
    if clause.condition_topics and case.new_cues & {Cue.MUST, Cue.UNLESS, Cue.UNTIL, Cue.IF}:
        return case.held(clause.condition_topics, case.here) > 0
    return _needs(case)


def _contrary_there(case: Facing, part: Clause) -> bool:
    """Stands the opposite of one of its words in the place of that word?"""
    opposites = case.lexicon.opposites
    return any(
        stem not in part.keys and not part.keys.isdisjoint(opposites.get(stem, ())) for stem in case.clause.topics
    )


def _needs(case: Facing) -> bool:
    """`No X without Y`, and the summary has X and Y together with no `without`: `X takes Y`."""
    clause = case.clause
    freeing = [hit for hit in clause.hits if hit.cues >= FREEING]
    tied = freeing and clause.condition_topics and any(clause.is_denial(h) for h in clause.hits if h not in freeing)
    loose = Cue.MAY in case.cues or any(hit.cues >= FREEING for part in case.focus for hit in part.hits)
    return bool(tied) and not loose and case.held(clause.condition_topics, case.keys) >= HALF


def denied_by_form(clause: Clause, words: Sequence[str]) -> bool:
    """Did a word come that is a contrary by its form: unsafe, powerless?"""
    known = set(clause.sentence.words)
    return any(clause.lexicon.denies(word) for word in words if word not in known)
