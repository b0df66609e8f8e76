"""Reading one sentence: its clauses, what each of them binds, and under which condition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from reviewapp.engine.lang import Cue, language_of
from reviewapp.engine.lexicon import Lexicon, lexicon_of
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


BINDING_FORCES = frozenset({Force.PROHIBITION, Force.OBLIGATION, Force.RESTRICTION})
DENYING = frozenset({Cue.NOT, Cue.BAR, Cue.FEW})


@dataclass(frozen=True)
class Hit:
    """Words `first`..`last` (half-open, of the sentence) say `cues`."""

    first: int
    last: int
    cues: frozenset[Cue]


@dataclass(frozen=True)
class Clause:
    """Words `first`..`last` of a sentence that say one thing. `condition` are the words under unless, if, without and the like."""

    sentence: Sentence
    lexicon: Lexicon
    first: int
    last: int
    hits: tuple[Hit, ...]
    condition: frozenset[int] = frozenset()
    imperative: bool = False
    question: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        return self.sentence.words[self.first : self.last]

    @cached_property
    def cues(self) -> frozenset[Cue]:
        return frozenset(cue for hit in self.hits for cue in hit.cues)

    @cached_property
    def topics(self) -> tuple[str, ...]:
        """Stems of the words that say what the clause is about, in order, each once."""
        return self._topics(range(self.first, self.last))

    @cached_property
    def condition_topics(self) -> tuple[str, ...]:
        return self._topics(sorted(self.condition))

    def _topics(self, places: Sequence[int]) -> tuple[str, ...]:
        stem = self.lexicon.stem
        cued = {place for hit in self.hits for place in range(hit.first, hit.last) if not hit.cues <= {Cue.BAR}}
        texts = self.sentence.words
        kept = (texts[p] for p in places if p not in cued and not self._bare(texts[p]))
        return tuple(dict.fromkeys(stem(word) for word in kept))

    def _bare(self, word: str) -> bool:
        """Says nothing about the topic: a function word, with or without a contracted verb, or a number."""
        return word.partition("'")[0] in self.lexicon.stop or not any(c.isalpha() for c in word)

    @cached_property
    def span(self) -> tuple[int, int]:
        """Where the clause stands in the text that its sentence was cut from."""
        spans = self.sentence.word_spans
        return self.sentence.start + spans[self.first][0], self.sentence.start + spans[self.last - 1][1]

    @cached_property
    def force(self) -> Force:
        cues = self.cues
        if Cue.FREE in cues:
            return Force.FREEDOM
        if cues & {Cue.NOT, Cue.BAR, Cue.FEW}:
            return self._denial()
        if Cue.ONLY in cues:
            return Force.RESTRICTION
        if Cue.MUST in cues or self.imperative:
            return Force.OBLIGATION
        if Cue.SHOULD in cues:
            return Force.ADVICE
        return Force.PERMISSION if Cue.MAY in cues else Force.FACT

    def _denial(self) -> Force:
        if self.cues & {Cue.MUST, Cue.MAY, Cue.SHOULD} or self.imperative or self._ordered():
            return Force.PROHIBITION
        return Force.DENIAL

    def _ordered(self) -> bool:
        """`Never …`, `do not …`, `no …` with no subject before it: an order."""
        opening = [hit for hit in self.hits if not hit.cues & {Cue.SAY, Cue.SPLIT}]
        return bool(opening) and Cue.NOT in opening[0].cues and opening[0].first <= self.first + 1

    @property
    def denies(self) -> bool:
        return bool(self.cues & DENYING)


def read(sentence: Sentence) -> tuple[Clause, ...]:
    """The clauses of a sentence."""
    lexicon = lexicon_of(language_of(sentence.words))
    hits = tuple(_hits(sentence.words, lexicon))
    question = sentence.text.rstrip("\"'”’)* ").endswith(("?", "？", "؟"))
    return tuple(_clause(sentence, lexicon, hits, first, last, question) for first, last in _borders(sentence, hits, lexicon))


def _hits(texts: Sequence[str], lexicon: Lexicon) -> Iterator[Hit]:
    place = 0
    while place < len(texts):
        for phrase, cues in lexicon.phrases.get(texts[place], ()):
            if tuple(texts[place : place + len(phrase)]) == phrase:
                if Cue.PLAIN not in cues:
                    yield Hit(place, place + len(phrase), cues)
                place += len(phrase)
                break
        else:
            place += 1


_HARD = frozenset(";:()[]—–|；：（）【】。")
_SUBJECTS = frozenset("he she it they we you i this that there these those".split())
_OPENING = frozenset({Cue.NOT, Cue.MUST, Cue.MAY, Cue.SPLIT, Cue.UNLESS, Cue.IF, Cue.FREE, Cue.ONLY})


def _borders(sentence: Sentence, hits: Sequence[Hit], lexicon: Lexicon) -> Iterator[tuple[int, int]]:
    """Where one clause ends and the next begins, as half-open ranges of words."""
    starting = {hit.first: hit.cues for hit in hits}
    first = 0
    for place in range(1, len(sentence.words)):
        if _is_border(sentence, starting, lexicon, place) and place > first:
            yield first, place
            first = place
    if first < len(sentence.words):
        yield first, len(sentence.words)


def _is_border(sentence: Sentence, starting: dict[int, frozenset[Cue]], lexicon: Lexicon, place: int) -> bool:
    between = sentence.folded[sentence.word_spans[place - 1][1] : sentence.word_spans[place][0]]
    if between == " ":
        return Cue.SPLIT in starting.get(place, ()) or _joins(sentence, starting, lexicon, place)
    if not _HARD.isdisjoint(between.strip("'\"*_")) and (between[-1:].isspace() or between[:1].isspace() or len(between) > 2):
        return True
    if " - " in between or "\n" in between:
        return " - " in between
    if "," in between or "，" in between or "、" in between:
        return bool(starting.get(place, frozenset()) & _OPENING) or _opens(sentence.words, starting, lexicon, place)
    return False


def _joins(sentence: Sentence, starting: dict[int, frozenset[Cue]], lexicon: Lexicon, place: int) -> bool:
    """`and`, `or` before something that opens a clause of its own."""
    if sentence.words[place] not in ("and", "or") or place + 1 >= len(sentence.words):
        return False
    cues = starting.get(place + 1, frozenset())
    return bool(cues & (_OPENING - {Cue.UNLESS, Cue.IF})) or sentence.words[place + 1] in _SUBJECTS


def _opens(texts: Sequence[str], starting: dict[int, frozenset[Cue]], lexicon: Lexicon, place: int) -> bool:
    if texts[place] in ("and", "or", "then") and place + 1 < len(texts):
        place += 1
    return texts[place] in _SUBJECTS or texts[place] in lexicon.openers or bool(starting.get(place, frozenset()) & _OPENING)


def _clause(sentence: Sentence, lexicon: Lexicon, hits: Sequence[Hit], first: int, last: int, question: bool) -> Clause:
    own = tuple(hit for hit in hits if first <= hit.first < last)
    start = first
    while start < last and (sentence.words[start] in ("and", "or", "then", "you", "also") or _says_nothing(own, start)):
        start += 1
    imperative = start < last and sentence.words[start] in lexicon.openers and not question
    return Clause(sentence, lexicon, first, last, own, _condition(sentence, own, first, last), imperative, question)


def _says_nothing(hits: Sequence[Hit], place: int) -> bool:
    return any(hit.first <= place < hit.last and hit.cues & {Cue.SAY, Cue.SPLIT, Cue.ONLY, Cue.MUST} for hit in hits)


def _condition(sentence: Sentence, hits: Sequence[Hit], first: int, last: int) -> frozenset[int]:
    opening = next((hit for hit in hits if hit.cues & {Cue.UNLESS, Cue.IF}), None)
    return frozenset(range(opening.last, last)) if opening else frozenset()
