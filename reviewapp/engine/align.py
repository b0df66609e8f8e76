"""Where the summary speaks of what a clause says: an inverted index over its sentences, then a rerank by weighted coverage."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cached_property

from reviewapp.engine.lexicon import START, Lexicon, lexicon_of
from reviewapp.engine.lang import Language
from reviewapp.engine.reading import read
from reviewapp.engine.rules import Clause, keys_of
from reviewapp.engine.text import Sentence

RARE = 48  # a word that stands in more sentences than this is no way to find one
CANDIDATES = 6
SAME_GROUP = 0.85  # worth of a word met by one that means the same
SAME_START = 0.7  # worth of a word met by one that starts alike
NEARBY = 0.5  # share of a word's worth when it stands in the heading or a neighbouring sentence


@dataclass(frozen=True)
class Window:
    """One sentence of the summary as it is searched."""

    index: int
    sentence: Sentence
    clauses: tuple[Clause, ...]

    @cached_property
    def keys(self) -> frozenset[str | int]:
        """Stems, starts of stems and group numbers of all its words."""
        return keys_of(self.sentence.words, self.clauses[0].lexicon) if self.clauses else frozenset()


@dataclass(frozen=True)
class Match:
    """How well a window covers a clause: 0..1, and which of the clause's topics it holds."""

    window: Window
    coverage: float
    held: frozenset[str]
    around: frozenset[str | int] = frozenset()


def worth(stem: str, keys: frozenset[str | int], lexicon: Lexicon) -> float:
    """How well `keys` hold the word: 1 for itself, less for a word that means the same or starts alike, else 0."""
    if stem in keys:
        return 1.0
    if not keys.isdisjoint(lexicon.groups.get(stem, frozenset())):
        return SAME_GROUP
    return SAME_START if stem[:START] + "*" in keys else 0.0


class Index:
    """The summary's sentences, found by the words they hold."""

    def __init__(self, sentences: Sequence[Sentence], language: Language) -> None:
        self.language = language
        self.windows = tuple(Window(i, sentence, read(sentence, language)) for i, sentence in enumerate(sentences))
        self.languages = frozenset(part.lexicon.language for window in self.windows for part in window.clauses)
        self._taken: set[int] = set()
        self._near: dict[int, frozenset[str | int]] = {}
        self._postings: dict[str | int, list[int]] = {}
        for window in self.windows:
            for key in window.keys:
                self._postings.setdefault(key, []).append(window.index)

    def take(self, windows: Iterable[int]) -> None:
        """Set aside the sentences that tell one source sentence again: they speak for no other."""
        self._taken.update(windows)

    def weight(self, stem: str) -> float:
        """A word of few sentences weighs more than one of many."""
        return math.log(1.5 + len(self.windows) / (1 + len(self._postings.get(stem, ()))))

    def matches(self, clause: Clause) -> list[Match]:
        """The windows that share words with the clause, the one that covers it best first."""
        return self.matches_of(clause.topics, clause.lexicon)

    def matches_of(self, topics: Sequence[str], lexicon: Lexicon, taken: bool = False) -> list[Match]:
        """The same for some topics; `taken` says whether windows that tell another sentence again count too."""
        barred = frozenset() if taken else self._taken
        found = [self._match(self.windows[i], lexicon, topics) for i in self._candidates(lexicon, topics, barred)]
        return sorted(found, key=lambda match: (-match.coverage, match.window.index))

    def covered(self, lexicon: Lexicon, topics: Sequence[str], window: Window) -> float:
        """How much of the topics, by weight, one sentence of the summary holds."""
        return self._match(window, lexicon, topics).coverage

    def share(self, clause: Clause, part: Clause) -> float:
        """How much of the clause's topic words, by weight, one clause of the summary holds."""
        keys = part.keys
        total = sum(self.weight(stem) for stem in clause.topics)
        return sum(self.weight(stem) * worth(stem, keys, clause.lexicon) for stem in clause.topics) / total if total else 0.0

    def _candidates(self, lexicon: Lexicon, topics: Sequence[str], barred: Set[int]) -> list[int]:
        votes: Counter[int] = Counter()
        for stem in topics:
            for key in _ways(stem, lexicon):
                found = self._postings.get(key, ())
                if len(found) <= RARE:
                    votes.update(dict.fromkeys(found, self.weight(stem)))
        return [index for index, _ in votes.most_common(CANDIDATES + len(barred)) if index not in barred][:CANDIDATES]

    def _match(self, window: Window, lexicon: Lexicon, topics: Sequence[str]) -> Match:
        around = self._around(window)
        total = got = 0.0
        held = set()
        for stem in topics:
            weight = self.weight(stem)
            own = worth(stem, window.keys, lexicon)
            total += weight
            got += weight * max(own, NEARBY * worth(stem, around, lexicon) if own < NEARBY else 0.0)
            if own:
                held.add(stem)
        return Match(window, got / total if total else 0.0, frozenset(held), around)

    def _around(self, window: Window) -> frozenset[str | int]:
        """What the heading above a window and the sentences beside it hold."""
        known = self._near.get(window.index)
        if known is None:
            beside = [self.windows[i].keys for i in (window.index - 1, window.index + 1) if 0 <= i < len(self.windows)]
            heading = Sentence(window.sentence.heading, 0, 0).words
            lexicon = lexicon_of(self.language)
            known = self._near[window.index] = frozenset().union(*beside, keys_of(heading, lexicon))
        return known


def _ways(stem: str, lexicon: Lexicon) -> Iterator[str | int]:
    yield stem
    yield from lexicon.groups.get(stem, ())
    if len(stem) >= START:
        yield stem[:START] + "*"
