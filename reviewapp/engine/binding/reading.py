"""Cutting a sentence into clauses: the cue phrases in it, the borders between clauses, what is condition of what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise

from reviewapp.engine.binding.lexicon import Lexicon, lexicon_of
from reviewapp.engine.binding.rules import CONDITIONAL, JOINERS, SILENT, Clause, Hit
from reviewapp.engine.lang import Cue, Language, language_of
from reviewapp.engine.lazy import lazy
from reviewapp.engine.text import Sentence

HARD = frozenset(";:()[]—–|；：（）【】。")
SUBJECTS = frozenset(["he", "she", "it", "they", "we", "you", "i", "this", "that", "there", "these", "those"])
OPENING = frozenset(
    {Cue.NOT, Cue.MUST, Cue.MAY, Cue.SPLIT, Cue.UNLESS, Cue.UNTIL, Cue.DURING, Cue.IF, Cue.FREE, Cue.ONLY}
)
DETERMINERS = frozenset(
    ["the", "a", "an", "his", "her", "their", "our", "my", "your", "its", "no", "every", "each", "all"]
)
FINITE = frozenset(
    [
        "is",
        "are",
        "was",
        "were",
        "has",
        "have",
        "had",
        "will",
        "would",
        "must",
        "shall",
        "can",
        "may",
        "should",
        "isn't",
        "aren't",
        "doesn't",
        "don't",
    ]
)
OBJECTS = (
    DETERMINERS | SUBJECTS | frozenset(["who", "what", "which", "whoever", "whatever", "where", "when", "how", "if"])
)
NOT_OBJECTS = FINITE | {"of"}  # what follows a noun
NEAR = 4  # words in which a clause's verb follows its subject
VOID: frozenset[Cue] = frozenset()
HOLLOW = 4
ASIDE = 6  # words in brackets that only gloss the clause they stand in


class _Readings:
    """A sentence as it was read so far: many detectors ask for the same one."""

    def __init__(self, sentence: Sentence) -> None:
        self._sentence = sentence
        self._languages: dict[Language | None, Language] = {}
        self._clauses: dict[Language, tuple[Clause, ...]] = {}

    def language(self, default: Language | None) -> Language:
        known = self._languages.get(default)
        if known is None:
            known = self._languages[default] = language_of(self._sentence.words, default)
        return known

    def clauses(self, language: Language) -> tuple[Clause, ...]:
        known = self._clauses.get(language)
        if known is None:
            known = self._clauses[language] = _clauses(self._sentence, lexicon_of(language))
        return known


def read(sentence: Sentence, default: Language | None = None) -> tuple[Clause, ...]:
    """The clauses of a sentence. `default` is the language of the text around it."""
    readings = sentence.once(_Readings)
    return readings.clauses(readings.language(default))


def lexicon_for(sentence: Sentence, default: Language | None = None) -> Lexicon:
    """The words of the language that it speaks."""
    return lexicon_of(sentence.once(_Readings).language(default))


def _clauses(sentence: Sentence, lexicon: Lexicon) -> tuple[Clause, ...]:
    hits = tuple(hits_of(sentence.words, lexicon))
    borders = _Borders(sentence, hits, lexicon)
    clauses = [_clause(sentence, lexicon, own, first, last) for first, last, own in _shared(hits, borders.ranges())]
    return tuple(_guarded(clauses))


def hits_of(texts: Sequence[str], lexicon: Lexicon) -> Iterator[Hit]:
    """The cue phrases of a text, the longest at each place."""
    place = 0
    while place < len(texts):
        for phrase, cues in lexicon.phrases.get(texts[place], ()):
            if texts[place : place + len(phrase)] == phrase:
                if Cue.PLAIN not in cues:
                    yield Hit(place, place + len(phrase), cues)
                place += len(phrase)
                break
        else:
            place += 1


@dataclass(frozen=True)
class _Borders:
    """Where one clause of `sentence` ends and the next begins."""

    sentence: Sentence
    hits: Sequence[Hit]
    lexicon: Lexicon

    @lazy
    def starting(self) -> Mapping[int, frozenset[Cue]]:
        return {hit.first: hit.cues for hit in self.hits}

    def ranges(self) -> Iterator[tuple[int, int]]:
        count = len(self.sentence.words)
        asides = self._asides() | self._phrased()
        places = list(self._places(asides))
        places = [p for p, end in pairwise([*places, count]) if not self._hollow(p, end)]
        yield from pairwise([0, *places, count]) if count else ()

    def _places(self, asides: Set[int]) -> Iterator[int]:
        first = 0
        for place in range(1, len(self.sentence.words)):
            if place not in asides and (self._is_border(place) or self._orders_on(first, place)):
                first = place
                yield place

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
        cues = [self.starting.get(place, frozenset()) for place in range(first, last)]
        if last - first > HOLLOW or not any(found & {Cue.NOT, Cue.ONLY, Cue.MUST} for found in cues):
            return False
        named = [word for word in self.sentence.words[first:last] if word not in self.lexicon.stop]
        return all(any(word in phrase for phrase, _ in self._phrases(first, last)) for word in named)

    def _phrases(self, first: int, last: int) -> Iterator[tuple[tuple[str, ...], frozenset[Cue]]]:
        for place in range(first, last):
            if place in self.starting:
                yield self.lexicon.phrases[self.sentence.words[place]][0]

    def _between(self, place: int) -> str:
        spans = self.sentence.word_spans
        return self.sentence.folded[spans[place - 1][1] : spans[place][0]]

    def _asides(self) -> set[int]:
        """Words of short brackets and the word after them: no border, the clause goes on around them."""
        asides: set[int] = set()
        opened = None
        for place in range(1, len(self.sentence.words)):
            between = self._between(place)
            if opened is not None and ")" in between:
                if place - opened <= ASIDE and not between.strip(") "):
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
        return any(h.last < hit.first and h.cues & {Cue.NOT, Cue.BAR, Cue.LIFT, Cue.AKIN} for h in self.hits)

    def _is_border(self, place: int) -> bool:
        between = self._between(place)
        if between == " ":
            return Cue.SPLIT in self.starting.get(place, ()) or self._joins(place)
        if "://" in between or " - " in between:
            return " - " in between
        if ":" in between and self.sentence.words[place] in self.lexicon.answers:
            return False  # `Cash advances: none`
        if place > 1 and ":" in self._between(place - 1) and self.sentence.words[place - 1] in self.lexicon.answers:
            return True
        if not HARD.isdisjoint(between) and (between[-1].isspace() or between[0].isspace() or len(between) > 2):
            return True
        if not {",", "，"}.isdisjoint(between) and self.lexicon.language.joined:
            return True
        if not {",", "，", "、", "،"}.isdisjoint(between):
            return self._opens(place)
        return Cue.SPLIT in self.starting.get(place, ()) if between.isspace() or not between else False

    def _joins(self, place: int) -> bool:
        """`and`, `or` before something that opens a clause of its own."""
        if self.sentence.words[place] not in JOINERS or place + 1 >= len(self.sentence.words):
            return False
        words, cues = self.sentence.words, self.starting.get(place + 1, frozenset())
        named = words[place + 1] in DETERMINERS and not FINITE.isdisjoint(words[place + 2 : place + 2 + NEAR])
        return named or bool(cues & (OPENING - CONDITIONAL)) or words[place + 1] in SUBJECTS

    def _opens(self, place: int) -> bool:
        """After a comma: does another clause begin, or does the list go on?"""
        words = self.sentence.words
        if words[place] in JOINERS and place + 1 < len(words):
            place += 1
            if any(
                self.starting.get(p, frozenset()) & {Cue.MUST, Cue.MAY, Cue.NOT} for p in range(place, place + NEAR)
            ):
                return True
        if words[place] in DETERMINERS and (self._finite(place) or self._reason(place)):
            return True
        known = words[place] in SUBJECTS or words[place] in self.lexicon.openers
        return known or bool(self.starting.get(place, frozenset()) & OPENING)

    def _finite(self, place: int) -> bool:
        return not FINITE.isdisjoint(self.sentence.words[place : place + NEAR])

    def _reason(self, place: int) -> bool:
        """`don't start it, the pump leaks`: a few words that end the sentence and continue no list."""
        rest = self.sentence.words[place:]
        return len(rest) <= NEAR and JOINERS.isdisjoint(rest) and Cue.NOT in self.starting.get(0, VOID)


def _shared(hits: Sequence[Hit], ranges: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, tuple[Hit, ...]]]:
    """Each range of words with the hits that start in it; both come in order."""
    place = 0
    for first, last in ranges:
        start = place
        while place < len(hits) and hits[place].first < last:
            place += 1
        yield first, last, tuple(hits[start:place])


def _clause(sentence: Sentence, lexicon: Lexicon, own: tuple[Hit, ...], first: int, last: int) -> Clause:
    words, start = sentence.words, first
    while start < last and (words[start] in JOINERS | {"also"} or _says_nothing(own, start)):
        start += 1
    verb = start if start < last and words[start] in lexicon.openers and _orders(sentence, start) else None
    return Clause(sentence, lexicon, first, last, own, _condition(sentence, lexicon, own, first, last), verb)


def _orders(sentence: Sentence, verb: int) -> bool:
    """An imperative, and not a noun with its verb behind it: `test results are …`, `end of …`."""
    following = sentence.words[verb + 1 : verb + 3]
    named = len(following) > 1 and following[1] in FINITE and following[0] not in OBJECTS
    return not sentence.asks and not named and NOT_OBJECTS.isdisjoint(following[:1])


def _says_nothing(hits: Sequence[Hit], place: int) -> bool:
    return any(hit.first <= place < hit.last and hit.cues & {Cue.SAY, Cue.SPLIT, Cue.ONLY, Cue.MUST} for hit in hits)


MAIN = frozenset({Cue.NOT, Cue.MUST, Cue.MAY, Cue.BAR})


def _condition(sentence: Sentence, lexicon: Lexicon, hits: Sequence[Hit], first: int, last: int) -> frozenset[int]:
    """The words under unless, if, before and the like: to the end of the clause, or to where the main one goes on."""
    places: set[int] = set()
    opened: Hit | None = None
    for hit in hits:
        if hit.cues & CONDITIONAL and lexicon.trails("".join(sentence.words[hit.first : hit.last])):
            places.update(range(first, hit.first))
        elif hit.cues & CONDITIONAL:
            opened = opened or hit
            last_word = _comma(sentence, hit.last, last) if hit.first == first else last
            if hit.first == first and last_word < last:
                places.update(range(hit.last, last_word))
                opened = None
        elif opened and hit.cues & MAIN and opened.cues & {Cue.UNTIL, Cue.DURING, Cue.NOT}:
            places.update(range(opened.last, hit.first))
            opened = None
    if opened:
        places.update(range(opened.last, last))
    return frozenset(places)


def _comma(sentence: Sentence, place: int, last: int) -> int:
    """The word after the next comma; `last` where there is none: `Until Friday, nothing moves`."""
    spans = sentence.word_spans
    for p in range(place + 1, last):
        if "," in sentence.folded[spans[p - 1][1] : spans[p][0]]:
            return p
    return last


def _guarded(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """A clause that is all condition guards the one it stands beside: the one before it, else the one after it."""
    guards: dict[int, Clause] = {}
    only = all(clause.conditional or not clause.topics for clause in clauses)
    for place, clause in enumerate(clauses):
        if clause.conditional:
            before = place > 0 and (only or not clauses[place - 1].conditional)
            guards[place - 1 if before else place + 1] = clause
    for place, clause in enumerate(clauses):
        lone = clause.denies and clause.anaphoric and not clause.topics
        borrowed = tuple(stem for earlier in clauses[:place] for stem in earlier.topics) if lone else ()
        guard = guards.get(place)
        yield replace(clause, guard=guard, borrowed=borrowed) if guard or borrowed else clause
