"""What one clause binds: its force, its topic, and under which condition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import pairwise, zip_longest

from reviewapp.engine.binding.lexicon import Lexicon
from reviewapp.engine.lang import Cue
from reviewapp.engine.lazy import lazy
from reviewapp.engine.record import record
from reviewapp.engine.text import Sentence


class Force(StrEnum):
    """How a clause binds."""

    PROHIBITION = "prohibition"
    DENIAL = "denial"  # a negative fact
    OBLIGATION = "obligation"
    RESTRICTION = "restriction"
    ADVICE = "advice"
    PERMISSION = "permission"
    FREEDOM = "freedom"  # a duty denied
    FACT = "fact"


DENYING = frozenset({Cue.NOT, Cue.BAR, Cue.BAN, Cue.FEW})
KEEPS = 4  # words before `out of` within which its verb stands: `has to be kept well out of`
FEW = 2  # topics below which a clause is told by its condition as well
Keys = frozenset[str | int]  # stems, starts of stems and numbers of groups
CONDITIONAL = frozenset({Cue.UNLESS, Cue.UNTIL, Cue.DURING, Cue.IF})
SILENT = frozenset({Cue.SAY, Cue.SPLIT, Cue.ONLY})
TOPICAL = frozenset(
    {Cue.BAR, Cue.BAN, Cue.AKIN, Cue.VOID, Cue.OMIT, Cue.CEASE, Cue.ALSO}
)  # words that deny by their meaning may be what it is about
JOINERS = frozenset({"and", "or", "then"})
ANAPHORA = frozenset(["that", "this", "it", "they", "them", "these", "those", "other", "reverse", "former", "latter"])


@record()
class Hit:
    """Words `first`..`last` (half-open, of the sentence) say `cues`."""

    first: int
    last: int
    cues: frozenset[Cue]


@record()
class Clause:
    """Words `first`..`last` of a sentence that say one thing.

    `condition` are its words under unless, if, without and so on; `guard` is the clause beside it that is nothing else.
    """

    sentence: Sentence
    lexicon: Lexicon
    first: int
    last: int
    hits: tuple[Hit, ...]
    condition: frozenset[int] = frozenset()
    verb: int | None = None  # the word that opens an imperative
    guard: Clause | None = None
    borrowed: tuple[str, ...] = ()  # topics of the clauses before it, where it only says `don't do that`

    @property
    def question(self) -> bool:
        return self.sentence.asks

    @property
    def imperative(self) -> bool:
        return self.verb is not None

    @property
    def words(self) -> tuple[str, ...]:
        return self.sentence.words[self.first : self.last]

    @lazy
    def cues(self) -> frozenset[Cue]:
        """What the clause itself says; what its condition denies is none of it."""
        return frozenset([cue for hit in self.hits if hit.first not in self.condition for cue in hit.cues])

    @lazy
    def conditional(self) -> bool:
        """Is the clause nothing but a condition of another one?"""
        opening = next((hit for hit in self.hits if not hit.cues <= SILENT), None) if self.hits else None
        if opening is None or not opening.cues & CONDITIONAL:
            return False
        said = {place for hit in self.hits for place in range(hit.first, hit.last)} | self.condition
        return all(p in said or self.sentence.words[p] in JOINERS for p in range(self.first, self.last))

    @lazy
    def anaphoric(self) -> bool:
        """Speaks of something that another clause names: `that won't do`, `the other direction is forbidden`."""
        return any(word.partition("'")[0] in ANAPHORA for word in self.words[:5])

    @lazy
    def topics(self) -> tuple[str, ...]:
        """Stems of the words that say what the clause is about, in order, each once."""
        own = self.own_topics or self.borrowed
        if self.guard and len(own) < FEW:  # `when you compare, use a table`
            return own + tuple(stem for stem in self.guard.topics if stem not in own)
        return own

    @lazy
    def own_topics(self) -> tuple[str, ...]:
        """Those of its own words."""
        return self._topics(range(self.first, self.last))

    @lazy
    def labels(self) -> frozenset[str]:
        """Numbers and codes that name the thing they stand behind: `port 5432`, `bed 4`, `lot 7C119`."""
        words, numbered = self.sentence.words, range(self.first + 1, self.last)
        behind = (p for p in numbered if words[p][0].isdigit() and self._names(words[p - 1]))
        return frozenset(words[p] for p in behind if p + 1 == self.last or not self._names(words[p + 1]))

    def _names(self, word: str) -> bool:
        return word.isalpha() and word not in self.lexicon.stop

    @lazy
    def keys(self) -> Keys:
        """What the clause is found by: see keys_of."""
        return keys_of(self.words, self.lexicon)

    @lazy
    def main_keys(self) -> Keys:
        """The same for what stands outside its condition."""
        if not self.condition or self.conditional:
            return self.keys
        words = [self.sentence.words[p] for p in range(self.first, self.last) if p not in self.condition]
        return keys_of(words, self.lexicon)

    @lazy
    def condition_topics(self) -> tuple[str, ...]:
        own = self._topics(sorted(self.condition))
        return own + (self.guard.topics if self.guard else ())

    @lazy
    def main(self) -> tuple[str, ...]:
        """Its topics outside its condition, and without what it prefers something to."""
        aside = {*self.condition_topics, *self.spurned}
        return tuple(stem for stem in self.topics if stem not in aside)

    @lazy
    def spurned(self) -> tuple[str, ...]:
        """What stands after `instead of`."""
        over = next((hit for hit in self.hits if Cue.OVER in hit.cues), None)
        return self.topics_in(over.last, self.last) if over else ()

    def topics_in(self, first: int, last: int) -> tuple[str, ...]:
        return self._topics(range(first, last))

    def keys_in(self, first: int, last: int) -> Keys:
        return keys_of(self.sentence.words[first:last], self.lexicon)

    @lazy
    def condition_parts(self) -> tuple[tuple[str, ...], ...]:
        """The topics of its own condition and of the clause that guards it, apart; empty ones left out."""
        parts = (self._topics(sorted(self.condition)), self.guard.topics if self.guard else ())
        return tuple(part for part in parts if part)

    def _topics(self, places: Sequence[int]) -> tuple[str, ...]:
        cued = {p for hit in self.hits for p in range(hit.first, hit.last) if not self._topical(hit)}
        texts, is_empty = self.sentence.words, self.lexicon.is_empty
        kept = [p for p in places if p not in cued and not is_empty(texts[p])]
        if self.lexicon.language.joined:
            return tuple(dict.fromkeys(_joined(texts, kept)))
        return tuple(dict.fromkeys(self.lexicon.stem(texts[p]) for p in kept))

    def _topical(self, hit: Hit) -> bool:
        """May the words of the cue be what the clause is about? Not those that order to stop or to keep off."""
        return hit.cues <= TOPICAL and not self._ceases(hit)

    def is_denial(self, hit: Hit) -> bool:
        """Does one of its cues deny?"""
        return bool(hit.cues & DENYING) or self._ceases(hit)

    def _ceases(self, hit: Hit) -> bool:
        """Orders to stop, or to keep off: `hold the order`, `keep her out of it`."""
        if Cue.CEASE not in hit.cues:
            return False
        if any(Cue.IF in other.cues and other.first == hit.last for other in self.hits):
            return False  # `stop when two of them fail` orders what to do then
        if self.verb is not None:
            return hit.first == self.verb or self.sentence.words[self.verb] in self.lexicon.keeping
        return Cue.MUST in self.cues and any(word in self.lexicon.kept for word in self._words_before(hit))

    def _words_before(self, hit: Hit) -> tuple[str, ...]:
        return self.sentence.words[max(self.first, hit.first - KEEPS) : hit.first]

    @lazy
    def span(self) -> tuple[int, int]:
        """Where the clause stands in the text that its sentence was cut from."""
        start, end = self.sentence.span_of(self.first, self.last)
        return self.sentence.start + start, self.sentence.start + end

    @lazy
    def force(self) -> Force:
        cues = self.cues
        if not cues:
            return Force.OBLIGATION if self.imperative else Force.FACT
        if Cue.FREE in cues or (cues >= {Cue.MAY, Cue.OMIT} and Cue.NOT not in cues):
            return Force.FREEDOM
        if self.denies:
            return self._denial()
        if Cue.ONLY in cues:
            return Force.RESTRICTION
        if Cue.MUST in cues or self.imperative or (cues & {Cue.EACH, Cue.LIMIT} and Cue.MAY not in cues):
            return Force.OBLIGATION
        if Cue.SHOULD in cues:
            return Force.ADVICE
        return Force.PERMISSION if Cue.MAY in cues else Force.FACT

    def _denial(self) -> Force:
        if self.cues & {Cue.MUST, Cue.MAY, Cue.SHOULD, Cue.BAN} or self.imperative or self._opens_denying():
            return Force.PROHIBITION
        return Force.DENIAL

    def _opens_denying(self) -> bool:
        """`Never …`, `do not …`, `no …` with hardly a subject before it: an order. `He was not …` tells a fact."""
        opening = [hit for hit in self.hits if not hit.cues <= {Cue.SAY, Cue.SPLIT}]
        if not opening or opening[0].first > self.first + 1 or Cue.NOT not in opening[0].cues:
            return False
        return self.sentence.words[opening[0].first] not in self.lexicon.stating

    @property
    def ordered(self) -> bool:
        """Says what has to be or may be; not what is."""
        words, stating = self.sentence.words, self.lexicon.stating
        able = any(Cue.MAY in hit.cues and words[hit.first] not in stating for hit in self.hits)
        bound = able or Cue.MUST in self.cues
        return bound or self.imperative or (self.denies and self._opens_denying())

    @property
    def lasts(self) -> bool:
        """Demands that something stays as it is, which has many other words."""
        return Cue.MUST in self.cues and bool(self.cues & {Cue.AKIN, Cue.CEASE})

    @property
    def states(self) -> bool:
        """Does its denial say what is, or was, or can be?"""
        denials = (hit for hit in self.hits if self.is_denial(hit))
        return any(self.sentence.words[hit.first] in self.lexicon.stating for hit in denials) and not self.ordered

    @lazy
    def reserves(self) -> bool:
        """Keeps it from the reader who does it: `I push, not you`, `I'll merge myself`."""
        texts, reserving = self.sentence.words, self.lexicon.reserving
        return any(Cue.ONLY in hit.cues and texts[hit.first : hit.last] in reserving for hit in self.hits)

    @lazy
    def narrates(self) -> bool:
        """Does the sentence around it tell what happened?"""
        return any(word in self.lexicon.telling for word in self.sentence.words)

    @lazy
    def denies(self) -> bool:
        """Says no. What may be done without something, or may be skipped, is still a permission."""
        denying = [hit for hit in self.hits if self.is_denial(hit) and hit.first not in self.condition]
        if Cue.MAY in self.cues and not any(Cue.NOT in hit.cues and Cue.UNLESS not in hit.cues for hit in denying):
            return any(Cue.FEW in hit.cues for hit in denying)
        return bool(denying)


def _joined(texts: Sequence[str], places: Sequence[int]) -> Iterator[str]:
    """Pairs of neighbouring characters, and whole words of another script."""
    for place, following in zip_longest(places, places[1:], fillvalue=-1):
        if len(texts[place]) > 1:
            yield texts[place]
        elif following == place + 1 and len(texts[following]) == 1:
            yield texts[place] + texts[following]


def keys_of(words: Sequence[str], lexicon: Lexicon) -> Keys:
    """Stems, starts of stems and group numbers of all the words."""
    keys: set[str | int] = set()
    if lexicon.language.joined:
        keys.update(one + other for one, other in pairwise(words))
    for word in words:
        keys |= lexicon.keys(word)
    return frozenset(keys)
