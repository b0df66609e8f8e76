"""Reading a sentence as clauses: the cue phrases in each, what it orders, what is condition of what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import replace
from itertools import chain, islice, pairwise

from reviewapp.engine.binding.borders import DETERMINERS, FINITE, HARD, NEAR, NO_MARKS, SUBJECTS, Borders
from reviewapp.engine.binding.lexicon import Lexicon, lexicon_of
from reviewapp.engine.binding.relative import narrowing
from reviewapp.engine.binding.rules import CONDITIONAL, JOINERS, Clause, Hit
from reviewapp.engine.lang import Cue, Language, language_of
from reviewapp.engine.text import Sentence

OBJECTS = (
    DETERMINERS | SUBJECTS | frozenset(["who", "what", "which", "whoever", "whatever", "where", "when", "how", "if"])
)
NOT_OBJECTS = FINITE | {"of"}  # what follows a noun
LINKS = JOINERS | {"also"}
LEADING = frozenset({Cue.SAY, Cue.SPLIT, Cue.ONLY, Cue.MUST})  # may stand before the verb of an order
ROLES = frozenset({"assistant", "agent", "bot", "helper", "copilot"})
ROLE_WORDS = 4
MAIN = frozenset({Cue.NOT, Cue.MUST, Cue.MAY, Cue.BAR, Cue.SHOULD})
DASHES = frozenset("-–—,(")
OPENING = CONDITIONAL | {Cue.EVEN}  # what opens a condition, met or not
FREED = frozenset({Cue.FREE})
UNDONE = {Cue.FREE: Cue.MUST, Cue.BAN: Cue.MAY}  # what a denial makes of them
TIMED = frozenset({Cue.UNTIL, Cue.DURING, Cue.NOT})
MOST_CLAUSES = 32  # of one sentence: what stands behind them is not read, and coverage says so
IDLE = frozenset({Cue.SAY, Cue.SPLIT, Cue.DONE, Cue.PAST, Cue.IF, Cue.DURING, Cue.HEDGE})  # bind nothing by themselves


class _Readings:
    """A sentence as it was read so far: many detectors ask for the same one."""

    def __init__(self, sentence: Sentence) -> None:
        self._sentence = sentence
        self._languages: dict[Language | None, Language] = {}
        self._hits: dict[Language, tuple[Hit, ...]] = {}
        self._clauses: dict[Language, tuple[Clause, ...]] = {}

    @property
    def cut_off(self) -> bool:
        """Has it more clauses than are read?"""
        return any(len(clauses) == MOST_CLAUSES for clauses in self._clauses.values())

    def language(self, default: Language | None) -> Language:
        known = self._languages.get(default)
        if known is None:
            known = self._languages[default] = language_of(self._sentence.words, default)
        return known

    def clauses(self, language: Language) -> tuple[Clause, ...]:
        known = self._clauses.get(language)
        if known is None:
            known = self._clauses[language] = _clauses(self._sentence, lexicon_of(language), self.hits(language))
        return known

    def hits(self, language: Language) -> tuple[Hit, ...]:
        known = self._hits.get(language)
        if known is None:
            known = self._hits[language] = _hits(self._sentence, lexicon_of(language))
        return known


def read(sentence: Sentence, default: Language | None = None) -> tuple[Clause, ...]:
    """The clauses of a sentence. `default` is the language of the text around it."""
    readings = sentence.once(_Readings)
    return readings.clauses(readings.language(default))


def may_bind(sentence: Sentence, default: Language | None = None) -> bool:
    """Has it a phrase that binds, a verb that may order, or the name of a rule? What has none states facts, and is not
    cut into clauses to see that."""
    readings, words = sentence.once(_Readings), sentence.words
    language = readings.language(default)
    lexicon, hits = lexicon_of(language), readings.hits(language)
    if any(not hit.cues <= IDLE for hit in hits) or not lexicon.rulings.isdisjoint(words):
        return True
    verbs = [] if lexicon.openers.isdisjoint(words) else [p for p, word in enumerate(words) if word in lexicon.openers]
    return any(_may_order(sentence, verb, hits) for verb in verbs)


def _may_order(sentence: Sentence, verb: int, hits: Iterable[Hit]) -> bool:
    """Can a clause begin with it: behind a mark, a link or a phrase? In `I will move it` none can."""
    words, gaps = sentence.words, sentence.gaps
    if verb == 0 or gaps[verb] not in NO_MARKS or ":" in gaps[verb - 1] or words[verb - 1] in LINKS:
        return True
    return any(hit.first <= verb <= hit.last for hit in hits)


def lexicon_for(sentence: Sentence, default: Language | None = None) -> Lexicon:
    """The words of the language that it speaks."""
    return lexicon_of(sentence.once(_Readings).language(default))


def _hits(sentence: Sentence, lexicon: Lexicon) -> tuple[Hit, ...]:
    said = hits_of(sentence.words, lexicon, _stops(sentence))
    found = (hit for hit in said if not _numbers(sentence, hit) and not _corrects(sentence, hit, lexicon))
    return _freed(tuple(_settled(sentence.words, found)), sentence.words, lexicon)


def _clauses(sentence: Sentence, lexicon: Lexicon, hits: tuple[Hit, ...]) -> tuple[Clause, ...]:
    narrowed = frozenset(chain.from_iterable(narrowing(sentence.words, sentence.gaps, hits, lexicon)))
    borders = Borders(sentence, hits, lexicon, narrowed)
    clauses = [
        _clause(sentence, lexicon, own, first, last, narrowed)
        for first, last, own in _shared(hits, islice(borders.ranges(), MOST_CLAUSES), sentence.words)
    ]
    return tuple(_guarded(clauses) if len(clauses) > 1 else clauses)


def cut_off(sentence: Sentence) -> bool:
    """Does the sentence, as it was read so far, go on after the most clauses that are read of one?"""
    return len(sentence.text) > MOST_CLAUSES and sentence.once(_Readings).cut_off


def _freed(hits: tuple[Hit, ...], words: Sequence[str], lexicon: Lexicon) -> tuple[Hit, ...]:
    """`No approval is needed` denies the duty and nothing else: its `no` goes with its `needed`."""
    if lexicon.nones.isdisjoint(words) or lexicon.dues.isdisjoint(words):
        return hits
    none = {hit: due for hit, due in pairwise(hits) if _needless(hit, due, words, lexicon)}
    due = frozenset(none.values())
    return tuple(Hit(h.first, h.last, FREED) if h in due else h for h in hits if h not in none)


def _needless(hit: Hit, due: Hit, words: Sequence[str], lexicon: Lexicon) -> bool:
    alone = hit.last == hit.first + 1 and words[hit.first] in lexicon.nones
    return alone and due.first - hit.last < NEAR and due.last == due.first + 1 and words[due.first] in lexicon.dues


def _stops(sentence: Sentence) -> frozenset[int]:
    """The words before which the writer stopped: no phrase goes on over a colon (`Do not: apply it by hand`)."""
    return frozenset([p for p, gap in enumerate(sentence.gaps) if len(gap) > 1 and not HARD.isdisjoint(gap)])


def hits_of(texts: Sequence[str], lexicon: Lexicon, stops: Set[int] = frozenset()) -> Iterator[Hit]:
    """The cue phrases of a text: at each place the longest, unless a longer one begins within it (`is | out of the
    question`)."""
    free = 0  # the first place that no phrase has taken
    starting = lexicon.starting
    for place in [place for place, word in enumerate(texts) if starting(word)]:
        for end, cues in _phrases(texts, place, lexicon, stops) if place >= free else ():
            within = ((p, later) for p in range(place + 1, end) for later, _ in _phrases(texts, p, lexicon, stops))
            if any(later > end and later - p > end - place for p, later in within):
                continue
            if Cue.PLAIN not in cues:
                yield Hit(place, end, cues)
            free = end
            break


def _settled(texts: Sequence[str], hits: Iterable[Hit]) -> Iterator[Hit]:
    """Two denials that undo each other, as what they come to: not optional is a must, not forbidden a may."""
    held: Hit | None = None
    for hit in (hit for hit in hits if not _about_a_number(texts, hit) and not _answers(texts, hit)):
        undone = _undone(texts, held, hit) if held else None
        if held and not undone:
            yield held
        held = undone or hit
    if held:
        yield held


def _answers(texts: Sequence[str], hit: Hit) -> bool:
    """The no of `it wore out the sectors, so no` denies what was asked, and not what it stands behind."""
    return hit.last == len(texts) and texts[hit.first - 1 :] == ("so", "no")


def _numbers(sentence: Sentence, hit: Hit) -> bool:
    """The no. of `catalogue no. 7` is short for number."""
    after = sentence.gaps[hit.last] if hit.last < len(sentence.words) else ""
    return hit.first > 0 and sentence.words[hit.first : hit.last] == ("no",) and after.startswith(". ")


def _corrects(sentence: Sentence, hit: Hit, lexicon: Lexicon) -> bool:
    """The no of `Sunday 16:30 – no, 17:00` takes back what was said before it, and denies neither."""
    if hit.last == len(sentence.words) or not lexicon.nones.issuperset(sentence.words[hit.first : hit.last]):
        return False
    before, after = sentence.gaps[hit.first].strip(), sentence.gaps[hit.last].strip()
    return hit.first > 0 and before[-1:] in DASHES and before != "" and after[:1] == ","


def _about_a_number(texts: Sequence[str], hit: Hit) -> bool:
    """`Roughly 31 h` makes a value vague, and no rule weaker."""
    return hit.cues == {Cue.HEDGE} and any(word[0].isdigit() for word in texts[hit.last : hit.last + 2])


def _undone(texts: Sequence[str], no: Hit, hit: Hit) -> Hit | None:
    denies = Cue.NOT in no.cues and no.cues.isdisjoint(OPENING) and texts[no.first] not in DETERMINERS
    if not denies or hit.first > no.last + 1 or Cue.NOT in hit.cues or hit.cues.isdisjoint(UNDONE):
        return None
    return Hit(no.first, hit.last, frozenset({next(UNDONE[cue] for cue in UNDONE if cue in hit.cues)}))


def _phrases(
    texts: Sequence[str], place: int, lexicon: Lexicon, stops: Set[int]
) -> Iterator[tuple[int, frozenset[Cue]]]:
    """Where the phrases end that begin at a place, the longest first."""
    by_second = lexicon.starting(texts[place])
    if not by_second:
        return
    for phrase, cues in by_second.get(texts[place + 1] if place + 1 < len(texts) else "", by_second[""]):
        end = place + len(phrase)
        if texts[place + 1 : end] == phrase[1:] and (end - place == 1 or stops.isdisjoint(range(place + 1, end))):
            yield end, cues


def _shared(
    hits: Sequence[Hit], ranges: Iterable[tuple[int, int]], words: Sequence[str]
) -> Iterator[tuple[int, int, tuple[Hit, ...]]]:
    """Each range of words with the hits that start in it; both come in order."""
    place = 0
    for first, last in ranges:
        start = place
        while place < len(hits) and hits[place].first < last:
            place += 1
        yield first, last, tuple(hit for hit in hits[start:place] if hit.first == first or not _asks_back(hit, words))


def _asks_back(hit: Hit, words: Sequence[str]) -> bool:
    """`Should it rain` is a condition where it opens the clause; `at no time should it …` is none."""
    return Cue.IF in hit.cues and words[hit.first] == "should"


def _clause(
    sentence: Sentence, lexicon: Lexicon, own: tuple[Hit, ...], first: int, last: int, narrowed: Set[int]
) -> Clause:
    words, start = sentence.words, first
    hollow = {place for hit in own if not hit.cues.isdisjoint(LEADING) for place in range(hit.first, hit.last)}
    while start < last and (words[start] in LINKS or start in hollow):
        start += 1
    verb = start if start < last and words[start] in lexicon.openers and _orders(sentence, start) else None
    aside = _condition(sentence, lexicon, own, first, last) | {p for p in range(first, last) if p in narrowed}
    return Clause(sentence, lexicon, first, last, own, aside, verb)


def _orders(sentence: Sentence, verb: int) -> bool:
    """An imperative, and not a noun with its verb behind it: `test results are …`, `end of …`."""
    following = sentence.words[verb + 1 : verb + 3]
    named = len(following) > 1 and following[1] in FINITE and following[0] not in OBJECTS
    role = not ROLES.isdisjoint(sentence.words[verb + 1 : verb + ROLE_WORDS])  # `copy desk assistant at a newspaper`
    return not sentence.asks and not named and not role and NOT_OBJECTS.isdisjoint(following[:1])


def _condition(sentence: Sentence, lexicon: Lexicon, hits: Sequence[Hit], first: int, last: int) -> frozenset[int]:
    """The words under unless, if, before and the like: to the end of the clause, or to where the main one goes on."""
    places: set[int] = set()
    opened: Hit | None = None
    for hit in hits:
        conditional = not hit.cues.isdisjoint(OPENING)
        if conditional and lexicon.trails("".join(sentence.words[hit.first : hit.last])):
            places.update(range(first, hit.first))
        elif conditional:
            opened = opened or hit
            last_word = _comma(sentence, hit.last, last) if hit.first == first else last
            if hit.first == first and last_word < last:
                places.update(range(hit.last, last_word))
                opened = None
        elif opened and hit.cues & MAIN and opened.cues & TIMED:
            places.update(range(opened.last, hit.first))
            opened = None
    if opened:
        places.update(range(opened.last, last))
    return frozenset(places)


def _comma(sentence: Sentence, place: int, last: int) -> int:
    """The word after the next comma; `last` where there is none: `Until Friday, nothing moves`."""
    return next((p for p in range(place + 1, last) if "," in sentence.gaps[p]), last)


def _guarded(clauses: Sequence[Clause]) -> Iterator[Clause]:
    """A clause that is all condition guards the one it stands beside: the one before it, else the one after it."""
    guards: dict[int, Clause] = {}
    conditional = [place for place, clause in enumerate(clauses) if clause.conditional]
    only = bool(conditional) and all(clause.conditional or not clause.topics for clause in clauses)
    for place in conditional:
        before = place > 0 and (only or not clauses[place - 1].conditional)
        guards[place - 1 if before else place + 1] = clauses[place]
    bare = next(filter(_breaks_off, clauses[:-1]), None)
    for place, clause in enumerate(clauses):
        if bare and clause.imperative and not clause.denies and clause.first >= bare.last:
            clause = replace(clause, hits=(bare.hits[0], *clause.hits))  # `do not, whatever he says, read it out`
        lone = clause.denies and clause.anaphoric and not clause.topics
        borrowed = tuple(stem for earlier in clauses[:place] for stem in earlier.topics) if lone else ()
        guard = guards.get(place)
        yield replace(clause, guard=guard, borrowed=borrowed) if guard or borrowed else clause


def _breaks_off(clause: Clause) -> bool:
    """`Do not, whatever he says, …`: what is denied comes later."""
    lone = clause.hits[0] if clause.hits and Cue.NOT in clause.hits[0].cues else None
    return bool(
        lone and lone.first == clause.first and lone.last < clause.last and "," in clause.sentence.gaps[lone.last]
    )
