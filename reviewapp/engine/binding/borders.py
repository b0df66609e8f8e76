"""Where one clause of a sentence ends and the next begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from reviewapp.engine.binding.lexicon import Lexicon
from reviewapp.engine.binding.rules import CONDITIONAL, JOINERS, SILENT, Hit
from reviewapp.engine.lang import Cue
from reviewapp.engine.lazy import lazy
from reviewapp.engine.record import record
from reviewapp.engine.text import Sentence

HARD = frozenset(";:()[]—–|；：（）【】。")
SUBJECTS = frozenset(["he", "she", "it", "they", "we", "you", "i", "this", "that", "there", "these", "those"])
OPENING = frozenset(
    {Cue.NOT, Cue.MUST, Cue.MAY, Cue.SPLIT, Cue.UNLESS, Cue.UNTIL, Cue.DURING, Cue.IF, Cue.FREE, Cue.ONLY}
)
DETERMINERS = frozenset(
    [
        "the",
        "a",
        "an",
        "his",
        "her",
        "their",
        "our",
        "my",
        "your",
        "its",
        "no",
        "every",
        "each",
        "all",
        "half",
        "some",
        "most",
        "both",
        "many",
    ]
)
_FINITE = """
is are was were has have had will would must shall can may should could does do did isn't aren't doesn't don't can't
cannot cant won't wont wasn't weren't hasn't haven't didn't couldn't wouldn't mustn't
"""
FINITE = frozenset(_FINITE.split())
_JUDGEMENTS = """
always mandatory required optional
fine ok okay allowed welcome permitted forbidden prohibited excluded banned not isn't aren't doesn't don't won't can't
"""
JUDGEMENTS = frozenset(_JUDGEMENTS.split())
HANGING = frozenset({"that", "which", "who", "whose", "whom", "what", "if", "when", "where", "how", "as", "than"})
DEGREES = frozenset({"far"})
ROLES = DEGREES | {"a", "an"}
PERSONS = frozenset({"me", "us", "him", "her", "them", "you", "yourself", "myself"})  # `ask Dana, never them`
NEAR = 4  # words in which a clause's verb follows its subject
VOID: frozenset[Cue] = frozenset()
NO_MARKS = frozenset({"", " "})
NOWHERE: frozenset[int] = frozenset()
FORCEFUL = frozenset({Cue.NOT, Cue.ONLY, Cue.MUST})
DENIALS = frozenset({Cue.NOT, Cue.BAR, Cue.LIFT, Cue.AKIN})
HOLLOW = 4
ASIDE = 6  # words in brackets that only gloss the clause they stand in


@record()
class Borders:
    """Where one clause of `sentence` ends and the next begins."""

    sentence: Sentence
    hits: Sequence[Hit]
    lexicon: Lexicon
    narrowed: frozenset[int] = NOWHERE  # words of relative clauses that go with their subject

    @lazy
    def starting(self) -> Mapping[int, frozenset[Cue]]:
        return {hit.first: hit.cues for hit in self.hits}

    def ranges(self) -> Iterator[tuple[int, int]]:
        count = len(self.sentence.words)
        places = list(self._places())
        places = [p for p, end in pairwise([*places, count]) if not self._hollow(p, end)]
        yield from pairwise([0, *places, count]) if count else ()

    def _places(self) -> Iterator[int]:
        candidates = self._candidates()
        asides = self._asides() | self._phrased() | self.narrowed if candidates else NOWHERE
        first = 0
        for place in candidates:
            if place not in asides and (self._is_border(place) or self._orders_on(first, place)):
                first = place
                yield place

    def _candidates(self) -> list[int]:
        """Where a clause may begin at all: after a mark, at a word that joins, at one that opens a clause."""
        words, gaps = self.sentence.words, self.sentence.gaps
        places = {p for p in range(1, len(words)) if gaps[p] not in NO_MARKS or words[p] in JOINERS}
        if ":" in self.sentence.folded:  # an answer may end there without a mark of its own
            places.update(p + 1 for p in range(1, len(words) - 1) if ":" in gaps[p])
        places.update(hit.first for hit in self.hits if Cue.SPLIT in hit.cues)
        return sorted(places - {0})

    def _orders_on(self, first: int, place: int) -> bool:
        """`stop the deploy and page Dana`: an order, and the next one."""
        words, openers = self.sentence.words, self.lexicon.openers
        if words[place] not in JOINERS or place + 2 >= len(words) or words[place + 1] not in openers:
            return False
        while first < place and (
            words[first] in JOINERS or (self.starting.get(first, VOID) <= SILENT and first in self.starting)
        ):
            first += 1
        return words[first] in openers and first + 1 < place

    def _hollow(self, first: int, last: int) -> bool:
        """`… but nowhere else`: a few words that deny or restrict and name nothing belong to the clause before them."""
        texts = self.sentence.words[first:last]
        if last - first > HOLLOW or (texts[-1] in PERSONS and texts not in self.lexicon.reserving):
            return False
        if all(self.starting.get(place, VOID).isdisjoint(FORCEFUL) for place in range(first, last)):
            return False
        named = [word for word in self.sentence.words[first:last] if word not in self.lexicon.stop]
        return all(any(word in phrase for phrase, _ in self._phrases(first, last)) for word in named)

    def _phrases(self, first: int, last: int) -> Iterator[tuple[tuple[str, ...], frozenset[Cue]]]:
        for place in range(first, last):
            if place in self.starting:
                yield self.lexicon.phrases_at(self.sentence.words[place])[0]

    def _asides(self) -> set[int]:
        """Words of short brackets and the word after them: no border, the clause goes on around them."""
        asides: set[int] = set()
        opened = None
        if "(" not in self.sentence.folded:
            return asides
        for place in range(1, len(self.sentence.words)):
            between = self.sentence.gaps[place]
            if opened is not None and ")" in between:
                if place - opened <= ASIDE and not between.strip(")`/*'\" "):
                    asides.update(range(opened, place + 1))
                opened = None
            if "(" in between:
                opened = place
        if opened is not None and len(self.sentence.words) - opened <= ASIDE:
            asides.update(range(opened, len(self.sentence.words)))
        return asides

    def _phrased(self) -> set[int]:
        """Words inside a cue phrase (`if, and only if,`) and the not of `but not`."""
        inside = {place for hit in self.hits for place in range(hit.first + 1, hit.last)}
        but = {hit.last: hit.first for hit in self.hits if Cue.SPLIT in hit.cues}
        even = {hit.first for hit in self.hits if self._says_even(hit) and self._denied_before(hit)}
        return inside | even | {but[hit.first] for hit in self.hits if hit.first in but and self._answers(hit)}

    def _says_even(self, hit: Hit) -> bool:
        """The `not even` that takes a denial further, and the `only` that says what is left by it."""
        return self.sentence.words[hit.first : hit.last] == ("not", "even") or Cue.ONLY in hit.cues

    def _answers(self, hit: Hit) -> bool:
        """The not of `withdrew it for this but not for that`: with no verb, it turns the denial before it."""
        lone = hit.last == hit.first + 1 and self.sentence.words[hit.first] in self.lexicon.bare
        return lone and self._denied_before(hit)

    def _denied_before(self, hit: Hit) -> bool:
        return self._denied_until < hit.first

    @lazy
    def _denied_until(self) -> int:
        """Where the first denial ends."""
        ends = (hit.last for hit in self.hits if not hit.cues.isdisjoint(DENIALS))
        return min(ends, default=len(self.sentence.words))

    def _is_border(self, place: int) -> bool:
        between = self.sentence.gaps[place]
        if between == " ":
            return (Cue.SPLIT in self.starting.get(place, ()) and not self._in_the_role(place)) or self._joins(place)
        if "://" in between or " - " in between:
            return " - " in between
        if ":" in between and self._answer(place):
            return False  # `Cash advances: none`
        if self._answered_before(place):
            return True
        if not HARD.isdisjoint(between) and (between[-1].isspace() or between[0].isspace() or len(between) > 2):
            return True
        if not {",", "，"}.isdisjoint(between) and self.lexicon.language.joined:
            return True
        if not {",", "，", "、", "،"}.isdisjoint(between):
            return self._opens(place)
        return Cue.SPLIT in self.starting.get(place, ()) if between.isspace() or not between else False

    def _states(self, place: int) -> bool:
        """`…, support for it has ended`: a few words and their verb, with no pronoun that would hang them on."""
        words = self.sentence.words
        verb = next((p for p in range(place + 1, place + NEAR + 1) if p < len(words) and words[p] in FINITE), None)
        return verb is not None and HANGING.isdisjoint(words[place:verb]) and words[place] not in JOINERS

    def _in_the_role(self, place: int) -> bool:
        """`As a source` names what something is for, `as far as the gate` how far; `as it rains` is a clause."""
        words = self.sentence.words[max(0, place - 1) : place + 2]
        return words[-2:-1] == ("as",) and (words[-1] in ROLES or words[0] in DEGREES)

    def _answered_before(self, place: int) -> bool:
        before = place - 1
        return before > 0 and ":" in self.sentence.gaps[before] and self._answer(before)

    def _answer(self, place: int) -> bool:
        """A no that stands alone, not the one of `no raisins`."""
        return self.sentence.words[place] in self.lexicon.answers and self._ends(place)

    def _ends(self, place: int) -> bool:
        return place + 1 == len(self.sentence.words) or not self.sentence.gaps[place + 1].isspace()

    def _joins(self, place: int) -> bool:
        """`and`, `or` before something that opens a clause of its own."""
        if self.sentence.words[place] not in JOINERS or place + 1 >= len(self.sentence.words):
            return False
        words, cues = self.sentence.words, self.starting.get(place + 1, frozenset())
        named = words[place + 1] in DETERMINERS and self._goes_on(place + 2)
        return named or bool(cues & (OPENING - CONDITIONAL)) or is_subject(words[place + 1])

    def _goes_on(self, place: int) -> bool:
        """A verb soon: `the customer wants`, `the pump has`."""
        words = self.sentence.words
        if not FINITE.isdisjoint(words[place : place + NEAR]):
            return True
        noun, verb = words[place : place + 1], words[place + 1 : place + 2]
        return bool(noun and verb) and not noun[0].endswith("s") and verb[0] in self.lexicon.third_persons

    def _opens(self, place: int) -> bool:
        """After a comma: does another clause begin, or does the list go on?"""
        words = self.sentence.words
        if words[place] in JOINERS and place + 1 < len(words):
            place += 1
            if words[place] in FINITE or any(
                self.starting.get(p, frozenset()) & {Cue.MUST, Cue.MAY, Cue.NOT} for p in range(place, place + NEAR)
            ):
                return True
        if words[place] in DETERMINERS and (self._finite(place) or self._reason(place)):
            return True
        if self._states(place):
            return True
        known = is_subject(words[place]) or words[place] in self.lexicon.openers or self._judges(place)
        return known or bool(self.starting.get(place, frozenset()) & OPENING)

    def _judges(self, place: int) -> bool:
        """`…, lemon fine`: a few words that end in a judgement and need no verb."""
        rest = self.sentence.words[place : place + NEAR]
        return any(word in JUDGEMENTS and self._ends(place + at) for at, word in enumerate(rest) if at)

    def _finite(self, place: int) -> bool:
        return not FINITE.isdisjoint(self.sentence.words[place : place + NEAR])

    def _reason(self, place: int) -> bool:
        """`don't start it, the pump leaks`: a few words that end the sentence and continue no list."""
        words = self.sentence.words
        few = len(words) - place <= NEAR and JOINERS.isdisjoint(words[place:])
        return few and Cue.NOT in self.starting.get(0, VOID)


def is_subject(word: str) -> bool:
    """A pronoun, with or without a contracted verb."""
    return word.partition("'")[0] in SUBJECTS
