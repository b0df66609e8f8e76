"""A language's table made ready for reading: phrases by their first word, stems, groups of words that mean the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import Stemmer

from reviewapp.engine.lang import Cue, Language
from reviewapp.engine.lazy import Known
from reviewapp.engine.text import LONGEST_WORD, words

START = 5  # letters by which words of one family start alike
LETTERS = 3  # characters that make about one word where they are read one by one
SHORTEST_CONTRARY = 6
SHORT = 5  # letters up to which an ending may make another word
INFLECTED = frozenset({Cue.BAR, Cue.BAN, Cue.AKIN, Cue.MUST, Cue.MAY, Cue.FREE, Cue.LIFT, Cue.VOID})
IMPLIED = {Cue.BAN: (Cue.BAR,)}
NEVER = ("\0",)
UNIT = 3  # letters that a unit glued to a number has at most
Phrase = tuple[tuple[str, ...], frozenset[Cue]]
BySecond = dict[str, tuple[Phrase, ...]]  # phrases that begin alike, by their second word


class Lexicon:
    """What reading needs of one language. Made once a process: see `lexicon_of`."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._irregular = dict(pair.split() for pair in _entries(language.irregular))
        self._stem = _stemmer(language.stemmer)
        self.stem: Callable[[str], str] = Known(self._stem_of).__getitem__
        self.is_empty: Callable[[str], bool] = Known(self._says_nothing).__getitem__
        self.keys: Callable[[str], frozenset[str | int]] = Known(self._keys_of).__getitem__
        self.stop = frozenset(language.stop.split())
        self.bare = frozenset(language.bare.split())
        self._trailing = None if language.trailing == "*" else frozenset(language.trailing.split())
        self.letters = LETTERS if language.joined else 1
        self.stating = frozenset(language.stating.split())
        self.telling = frozenset(phrase for phrase in language.cues.get(Cue.PAST, "").split("|") if phrase)
        self.anew = frozenset(language.anew.split())
        self.adverbs = frozenset(tuple(words(phrase)) for phrase in _entries(language.adverbs))
        self.reserving = frozenset(tuple(words(phrase)) for phrase in _entries(language.reserving))
        self.machine = frozenset(language.machine.split())
        self.bygone = frozenset(language.bygone.split())
        self.sooner = frozenset(language.sooner.split())
        self.waiting = frozenset(language.waiting.split())
        self.assents = frozenset(map(self.stem, language.assents.split()))
        self.flat = tuple(filter(None, language.flat.split("|")))
        self.toggles = frozenset(language.toggles.split())
        self.toggling = frozenset(language.toggling.split())
        self.around = frozenset(language.around.split())
        self.yielding = frozenset(language.yielding.split())
        self.nones = frozenset(language.nones.split())
        self.there = frozenset(language.there.split())
        self.dues = frozenset(language.dues.split())
        self.rulings = frozenset(language.rulings.split())
        self.gone = frozenset(language.gone.split())
        self.applying = frozenset(language.applying.split())
        self.keeping = frozenset(language.keeping.split())
        self.kept = self.keeping | frozenset(form for form, base in self._irregular.items() if base in self.keeping)
        self.answers = frozenset(language.answers.split())
        self.openers = frozenset(language.openers.split())
        self.third_persons = frozenset(f"{word}s" for word in (*self.openers, *language.verbs.split()))
        self._positive = tuple(language.positive.split())
        self._plain_pairs = frozenset(language.plain_pairs.split())
        self.phrases = _phrases(language)
        self._inflected = self._by_stem() if language.inflected else {}
        at = {first: _by_second(phrases) for first, phrases in self.phrases.items()}
        in_any_form = Known(self._phrases_by_second).__getitem__
        self.starting: Callable[[str], BySecond | None] = in_any_form if language.inflected else at.get
        self.groups = self._groups(language.synonyms.strip().splitlines())
        self.opposites = self._opposites(language.opposites.strip().splitlines())

    def _stem_of(self, word: str) -> str:
        """The form under which all inflections of a word meet."""
        base = self._irregular.get(word, word.removesuffix("'s"))
        return base if len(word) > LONGEST_WORD else self._stem(base)

    def _says_nothing(self, word: str) -> bool:
        """Nothing about a topic: a function word, with or without a contracted verb, or a number."""
        return word.partition("'")[0] in self.stop or _is_value(word)

    def _keys_of(self, word: str) -> frozenset[str | int]:
        """What a word is found by: its stem, the start of it, and the groups of words that mean the same."""
        stem = self.stem(word)
        start = {stem[:START] + "*"} if len(stem) >= START else set()
        return frozenset({stem, *start, *self.groups.get(stem, ())}) | self._undenied(word)

    def _undenied(self, word: str) -> frozenset[str | int]:
        """What the word is about that a negative prefix denies: `undecided` speaks of deciding."""
        if not self.denies(word):
            return frozenset()
        starts = (start for start in self.language.negative_starts if word.startswith(start))
        return frozenset(self.stem(word[len(start) :]) for start in starts)

    def undone(self, stem: str, words: Iterable[str]) -> bool:
        """Is one of the words this one with a negative prefix on: usable, unusable?"""
        starts = self.language.negative_starts + self.language.contrary_starts
        others = (word for word in words if word not in self._plain_pairs)
        return any(
            word.startswith(start) and self.stem(word[len(start) :]) == stem for word in others for start in starts
        )

    def phrases_at(self, word: str) -> tuple[Phrase, ...]:
        """The phrases that begin with the word, the longest first; of an inflected language in any form."""
        known = self.phrases.get(word)
        if known is None and self._inflected and len(word) > SHORT:
            known = self._inflected.get(self.stem(word))
        return known or ()

    def _phrases_by_second(self, word: str) -> BySecond:
        return _by_second(self.phrases_at(word)) if self.phrases_at(word) else {}

    def _by_stem(self) -> dict[str, tuple[Phrase, ...]]:
        """Long single words that say what they say in any form: forbidden, required."""
        single = ((word, phrases[-1]) for word, phrases in self.phrases.items() if len(word) > SHORT)
        said = ((word, cues) for word, (phrase, cues) in single if len(phrase) == 1 and cues <= INFLECTED)
        return {self.stem(word): (((word,), cues),) for word, cues in said}

    def trails(self, phrase: str) -> bool:
        """Does the conditional phrase stand after its condition?"""
        return self._trailing is None or phrase in self._trailing

    def denies(self, word: str) -> bool:
        """Is the word a contrary by its form: unsafe, powerless?"""
        if len(word) < SHORTEST_CONTRARY or word.startswith(self._positive or NEVER):
            return False
        language = self.language
        return word.startswith(language.negative_starts or NEVER) or word.endswith(language.negative_ends or NEVER)

    def _groups(self, lines: Sequence[str]) -> dict[str, frozenset[int]]:
        groups: dict[str, set[int]] = {}
        for number, line in enumerate(lines):
            for word in line.split():
                groups.setdefault(self.stem(word), set()).add(number)
        return {stem: frozenset(numbers) for stem, numbers in groups.items()}

    def _opposites(self, lines: Sequence[str]) -> dict[str, frozenset[str]]:
        opposites: dict[str, set[str]] = {}
        for line in lines:
            one, _, other = line.partition("/")
            left, right = set(map(self.stem, one.split())), set(map(self.stem, other.split()))
            for stem in left:
                opposites.setdefault(stem, set()).update(right)
            for stem in right:
                opposites.setdefault(stem, set()).update(left)
        return {stem: frozenset(others) for stem, others in opposites.items()}


def _is_value(word: str) -> bool:
    """A number, with or without a unit on it: `412k`, `4pm`, `2nd`."""
    return word[0].isdigit() and sum(map(str.isalpha, word)) <= UNIT


@lru_cache(maxsize=32)
def lexicon_of(language: Language) -> Lexicon:
    return Lexicon(language)


def _entries(table: str) -> list[str]:
    return [entry for entry in table.replace("\n", "|").split("|") if entry.strip()]


def _stemmer(name: str) -> Callable[[str], str]:
    if not name:
        return str
    stem: Callable[[str], str] = Stemmer.Stemmer(name).stemWord
    return stem


def _phrases(language: Language) -> dict[str, tuple[Phrase, ...]]:
    """All phrases by their first word, longest first. A phrase that stands under several cues has them all."""
    cues: dict[tuple[str, ...], set[Cue]] = {}
    for cue, table in language.cues.items():
        for entry in table.split("|"):
            phrase = tuple(words(entry.strip()))
            if phrase:
                cues.setdefault(phrase, set()).update({cue, *IMPLIED.get(cue, ())})
    by_first: dict[str, list[Phrase]] = {}
    for phrase, kinds in cues.items():
        by_first.setdefault(phrase[0], []).append((phrase, frozenset(kinds)))
    return {first: tuple(sorted(group, key=lambda item: -len(item[0]))) for first, group in by_first.items()}


def _by_second(phrases: tuple[Phrase, ...]) -> BySecond:
    """Phrases that begin alike by their second word, each with the one of no second word, which also has an entry."""
    alone = tuple(item for item in phrases if len(item[0]) == 1)
    seconds = {item[0][1] for item in phrases if len(item[0]) > 1}
    longer = {second: tuple(item for item in phrases if item[0][1:2] == (second,)) for second in seconds}
    return {"": alone} | {second: (*items, *alone) for second, items in longer.items()}
