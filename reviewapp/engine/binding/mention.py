"""Whether the summary speaks of a clause at all, and whether the clause says enough for its silence to tell."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, takewhile

from reviewapp.engine.binding.align import Index, Match, worth
from reviewapp.engine.binding.facing import DENIALS, GOVERNING, SAID, phrase
from reviewapp.engine.binding.reading import hits_of, lexicon_for
from reviewapp.engine.binding.rules import DENYING, Clause, Force, Hit
from reviewapp.engine.lang import Cue
from reviewapp.engine.text import Sentence
from reviewapp.engine.values.numbers import CARDINALS

MENTIONED = 0.35  # below this share of its words a short summary does not speak of the clause
MENTIONED_LONG = 0.5  # the same for a long one: among many sentences one shares some words by chance
PAIRS = 0.7  # share of it where words are pairs of characters: another word order breaks many
SHORT, LONG = 12, 40  # sentences of a short and of a long summary
ALLUDED = 0.2  # the same for a one-time request
CONTRASTED = 0.4  # share of a sentence's words that tells its `not that` along with its `this`
AROUND = 0.4  # share of the sentence's words that must stand where one word of it is found
AROUND_TELLING = 0.25  # the same where that word is long: rare words are
TOLD = 0.45  # the same where its denial may be told in words of another kind
PARTLY = 0.25  # the same where another sentence that binds names a part of it
FORCES = DENIALS | {Cue.MUST}
ALLOWING = frozenset({Force.PERMISSION, Force.FREEDOM})
THOUSAND = 3  # digits of a group
THIS = 3  # words before `not that` that say this
TELLING = 6  # letters of such a word
FULL = 6  # words of a clause that says more than its one verb
SPECIFIC = frozenset({"the", "this", "that", "these", "those", "a", "an", "it", "its"})
ELLIPSIS = 4  # words of a clause that leans on the one before it for its verb
LIMITED = 3  # topics of a limit that says more than its value


def mentions(clause: Clause, index: Index) -> list[Match]:
    """Where the summary speaks of the clause; of what it says alone where its condition weighs more."""
    least = mentioned(index) * (PAIRS if clause.lexicon.language.joined else 1)
    found = [match for match in index.matches(clause) if match.coverage >= least]
    if not found and clause.condition_topics and clause.main:
        found = [match for match in index.matches_of(clause.main, clause.lexicon) if match.coverage >= SAID]
    if len(clause.topics) == 1 and len(found) > 1:
        around = topics_around(clause)
        best = max(found, key=lambda match: index.covered(clause.lexicon, around, match.window))
        found = [best, *(match for match in found if match is not best and headed(match))]
    return found


def headed(match: Match) -> bool:
    """Stands it under a heading or a key that denies: `Never`, `"forbidden": [`?"""
    parts = match.window.clauses
    heading = Sentence(match.window.sentence.heading, 0, 0)
    key = parts[0] if parts and match.window.sentence.text.lstrip(" {").startswith('"') else None
    hits = hits_of(heading.words, lexicon_for(heading)) if heading.text else ()
    return any(hit.cues & GOVERNING for hit in hits) or bool(key and key.cues & GOVERNING)


def mentioned(index: Index) -> float:
    """The share of its words from which the summary speaks of a clause; it grows with the summary."""
    part = (len(index.windows) - SHORT) / (LONG - SHORT)
    return MENTIONED + (MENTIONED_LONG - MENTIONED) * min(1.0, max(0.0, part))


def topics_around(clause: Clause) -> tuple[str, ...]:
    """What the whole sentence is about: one word alone does not tell where the summary speaks of it."""
    lexicon = clause.lexicon
    named = (w for w in clause.sentence.words if w not in lexicon.stop and w.isalpha() and len(w) > 2)
    return tuple(dict.fromkeys(map(lexicon.stem, named)))


def weighty(clause: Clause) -> bool:
    """Says enough to be missed: one bare verb or noun may stand in the summary under another name."""
    denials = {p for hit in clause.hits if hit.cues & {Cue.BAR, Cue.AKIN} for p in range(hit.first, hit.last)}
    named = set(clause.topics) - {clause.lexicon.stem(clause.sentence.words[place]) for place in denials}
    if len(named) > 1:
        return True
    verbs = {clause.lexicon.stem(word) for word in clause.words if word in clause.lexicon.openers}
    bare = named <= verbs and len(clause.words) < FULL
    return bool(clause.cues & {Cue.NOT, Cue.ONLY, Cue.MUST}) and not bare and not clause.anaphoric


def alluded(clause: Clause, index: Index) -> bool:
    """May the clause be told in words of its own kind? A bare limit by its value, a one-time request as done."""
    if clause.force is not Force.OBLIGATION or clause.cues & {Cue.MUST, Cue.EACH}:
        return False
    if not clause.imperative:
        return len(clause.topics) < LIMITED or clause.lexicon.language.joined
    if Cue.LIMIT in clause.cues or _general(clause):
        return False
    return Cue.SAY in clause.cues or any(match.coverage >= ALLUDED for match in index.matches(clause)[:1])


def _general(clause: Clause) -> bool:
    """An order about all of a kind, a standing one: `round amounts`, not `round the amount`."""
    plural = any(word.endswith("s") and word not in clause.lexicon.stop for word in clause.words[1:])
    return plural and SPECIFIC.isdisjoint(clause.words)


def contrast(clause: Clause, index: Index) -> Match | None:
    """Where `do this, not that` is told by `do this` alone: the not that says nothing of its own."""
    lone = next((hit for hit in clause.hits if Cue.NOT in hit.cues), None)
    if lone is None or len(clause.words) > ELLIPSIS or len(clause.topics) > 1 or not _bare(clause, lone):
        return None
    found = index.matches_of(topics_around(clause), clause.lexicon)
    return found[0] if found and found[0].coverage >= CONTRASTED else None


def told_otherwise(clause: Clause, index: Index) -> bool:
    """May it be told in words of another kind? Where a sentence that binds names a part of it, or names the thing by
    its number, or tells the sentence around a negative fact with a denial of its own."""
    if labelled(clause, index) or _denied_otherwise(clause, index) or (clause.denies and _opposite(clause, index)):
        return True
    near = index.matches(clause)
    if _told_by_value(clause, near, index) or any(_allows_alike(clause, match) for match in near):
        return True
    return any(match.coverage >= PARTLY and _binds(match) for match in near)


def _told_by_value(clause: Clause, near: Sequence[Match], index: Index) -> bool:
    """Stands a number of the clause in a sentence near to it, or a long one in any? Of a ban any number anywhere, but
    beside a denial: `do not open port 5432` is not told by a sentence that has the port open."""
    own = _numbers(clause.words)
    if not own:  # as of most clauses
        return False
    if clause.denies:
        return not own.isdisjoint(index.once(_denied_numbers))
    long = frozenset(number for number in own if len(number) >= THOUSAND)
    return any(_holds_one(match, own) for match in near) or not long.isdisjoint(index.once(_told_numbers))


def _told_numbers(index: Index) -> frozenset[str]:
    return frozenset().union(*(window.sentence.once(_numbers_of) for window in index.windows))


def _denied_numbers(index: Index) -> frozenset[str]:
    denying = (window.sentence for window in index.windows if _denies(Match(window, 0.0)))
    return frozenset().union(*(sentence.once(_numbers_of) for sentence in denying))


def _holds_one(match: Match, numbers: frozenset[str]) -> bool:
    return not numbers.isdisjoint(match.window.sentence.once(_numbers_of))


def _allows_alike(clause: Clause, match: Match) -> bool:
    """Of a permission: a clause that allows something of the same thing."""
    if clause.force not in ALLOWING:
        return False
    allowing = (part for part in match.window.clauses if part.force in ALLOWING)
    return any(worth(stem, part.keys, clause.lexicon) for part in allowing for stem in clause.topics)


def _opposite(clause: Clause, index: Index) -> bool:
    """Stands somewhere the opposite of a word that is denied: confidential for not public?"""
    opposites = frozenset().union(*(clause.lexicon.opposites.get(stem, frozenset()) for stem in clause.topics))
    return index.holds_any(opposites)


def _binds(match: Match) -> bool:
    return any(part.cues & FORCES for part in match.window.clauses)


def _denied_otherwise(clause: Clause, index: Index) -> bool:
    if clause.ordered:
        return False
    around = topics_around(clause)
    found = index.matches_of(around, clause.lexicon, taken=True)[:1] if around else []
    return any(match.coverage >= TOLD and _denies(match) for match in found)


def _denies(match: Match) -> bool:
    return any(part.cues & DENIALS or any(map(part.lexicon.denies, part.words)) for part in match.window.clauses)


def told_by_contrast(clause: Clause, match: Match, index: Index) -> bool:
    """Of `this, not that` the sentence has this: whatever it says of that, it is not in its place."""
    lone = next((hit for hit in clause.hits if Cue.NOT in hit.cues), None)
    if lone is None or lone.first > clause.first + 1 or phrase(clause, lone) != ("not",) or not _bare(clause, lone):
        return False
    lexicon, words = clause.lexicon, clause.sentence.words[: clause.first]
    named = [lexicon.stem(word) for word in words if word not in lexicon.stop]
    return bool(named) and index.covered(lexicon, tuple(dict.fromkeys(named[-THIS:])), match.window) >= CONTRASTED


def _bare(clause: Clause, hit: Hit) -> bool:
    """A not or no before a noun."""
    following = clause.sentence.words[hit.last : hit.last + 1]
    return phrase(clause, hit) in (("not",), ("no",)) and not clause.lexicon.openers.intersection(following)


def about(clause: Clause, match: Match, index: Index) -> bool:
    """Does the window speak of just this, where one word alone was found in it?"""
    if len(clause.topics) > 1 or same_values(clause, match):
        return True
    if len(clause.words) < 2 or not _governed(clause):
        return False
    telling = len(clause.topics[0]) >= TELLING
    covered = index.covered(clause.lexicon, topics_around(clause), match.window)
    return covered >= (AROUND_TELLING if telling else AROUND)


def same_values(clause: Clause, match: Match) -> bool:
    """Numbers of the clause that stand there too: `before the 9th`."""
    return _holds_one(match, _numbers(clause.words))


def _numbers_of(sentence: Sentence) -> frozenset[str]:
    return _numbers(sentence.words)


def _numbers(words: Sequence[str]) -> frozenset[str]:
    digits = frozenset("".join(takewhile(str.isdigit, word)) for word in words if word[0].isdigit())
    return (
        digits
        | _grouped(words)
        | frozenset(str(CARDINALS[word]) for word in CARDINALS.keys() & words if CARDINALS[word] > 1)
    )


def _grouped(words: Sequence[str]) -> frozenset[str]:
    """`1,800` is read as two words."""
    return frozenset(one + two for one, two in pairwise(words) if len(two) == THOUSAND and (one + two).isdigit())


def labelled(clause: Clause, index: Index) -> bool:
    """Does a sentence that binds name the thing by its number: `nat-0b71e9 must stay alive`?"""
    return bool(clause.labels) and not clause.labels.isdisjoint(index.once(_bound_words))


def _bound_words(index: Index) -> frozenset[str]:
    parts = (part for window in index.windows for part in window.clauses)
    return frozenset().union(*(part.words for part in parts if part.cues & FORCES))


def _governed(clause: Clause) -> bool:
    """Does the one topic word stand under the negation, not before it?"""
    first = next(hit.first for hit in clause.hits if hit.cues & (DENYING | {Cue.ONLY, Cue.CEASE}))
    words = clause.sentence.words[first : clause.last]
    return any(clause.lexicon.stem(word) in clause.topics for word in words)
