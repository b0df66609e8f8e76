"""Where the summary speaks of what a clause says: an inverted index over its sentences, read as weighted coverage."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set

from reviewapp.engine.binding.lexicon import START, Lexicon, lexicon_of
from reviewapp.engine.binding.reading import read
from reviewapp.engine.binding.rules import Clause, Keys, keys_of
from reviewapp.engine.lang import Language
from reviewapp.engine.lazy import lazy
from reviewapp.engine.record import record
from reviewapp.engine.text import Sentence

RARE = 32  # a word that stands in more sentences than this finds none by itself
CANDIDATES = 6
LIKELY = 0.4  # share of the best window's votes from which another one is looked at
SAME_GROUP = 0.85  # worth of a word met by one that means the same
SAME_START = 0.7  # worth of a word met by one that starts alike
NEARBY = 0.5  # share of a word's worth when it stands in the heading or a neighbouring sentence


@record()
class Window:
    """One sentence of the summary as it is searched."""

    index: int
    sentence: Sentence
    clauses: tuple[Clause, ...]

    @lazy
    def keys(self) -> Keys:
        return keys_of(self.sentence.words, self.clauses[0].lexicon) if self.clauses else frozenset()


@record(slots=True)
class Match:
    """How well a window covers a clause: 0..1."""

    window: Window
    coverage: float


def worth(stem: str, keys: Keys, lexicon: Lexicon) -> float:
    """How well `keys` hold the word: 1 for itself, less for a word that means the same or starts alike, else 0."""
    if stem in keys:
        return 1.0
    if not keys.isdisjoint(lexicon.groups.get(stem, ())):
        return SAME_GROUP
    return SAME_START if stem[:START] + "*" in keys else 0.0


@record(slots=True)
class _Credit:
    """What one word weighs, and is worth in each window: by the window alone, and with what stands around it."""

    weight: float
    own: Mapping[int, float]
    whole: Mapping[int, float]


class Index:
    """The summary's sentences, found by the words they hold."""

    def __init__(self, sentences: Sequence[Sentence], language: Language) -> None:
        self.language = language
        self.windows = tuple(Window(i, sentence, read(sentence, language)) for i, sentence in enumerate(sentences))
        self.languages = frozenset(part.lexicon.language for window in self.windows for part in window.clauses)
        self._taken: set[int] = set()
        self._postings: dict[str | int, list[int]] = {}
        for window in self.windows:
            for key in window.keys:
                self._postings.setdefault(key, []).append(window.index)
        self._credits: dict[tuple[Lexicon, str], _Credit] = {}
        self._weights: dict[str, float] = {}
        self._around: dict[int, Keys] = {}
        self._gathered: dict[Callable[[Index], frozenset[str]], frozenset[str]] = {}
        self._matches: dict[tuple[Language, tuple[str, ...], bool], tuple[Match, ...]] = {}

    def once(self, make: Callable[[Index], frozenset[str]]) -> frozenset[str]:
        """What `make` gathers from all windows, once: not for each clause that is held against them."""
        known = self._gathered.get(make)
        if known is None:
            known = self._gathered[make] = make(self)
        return known

    def take(self, windows: Iterable[int]) -> None:
        """Set aside the sentences that tell one source sentence again: they speak for no other."""
        self._taken.update(windows)

    def holds_any(self, keys: Iterable[str | int]) -> bool:
        """Does some sentence hold one of them?"""
        return not self._postings.keys().isdisjoint(keys)

    def weight(self, stem: str) -> float:
        """A word of few sentences weighs more than one of many."""
        known = self._weights.get(stem)
        if known is None:
            seen = len(self._postings.get(stem, ()))
            known = self._weights[stem] = math.log(1.5 + len(self.windows) / (1 + seen))
        return known

    def _weigh(self, stem: str, lexicon: Lexicon) -> float:
        """A whole word among pairs of characters weighs as several of them."""
        whole = lexicon.language.joined and stem.isascii()
        return self.weight(stem) * (lexicon.letters if whole else 1)

    def matches(self, clause: Clause) -> list[Match]:
        """The windows that share words with the clause, the one that covers it best first."""
        return self.matches_of(clause.topics, clause.lexicon)

    def matches_of(self, topics: tuple[str, ...], lexicon: Lexicon, *, taken: bool = False) -> list[Match]:
        """The same for some topics; `taken` says whether windows that tell another sentence again count too."""
        every = taken or not self._taken
        known = self._matches.get((lexicon.language, topics, every))
        if known is None:
            known = self._found(topics, lexicon, frozenset() if every else self._taken)
            self._matches[lexicon.language, topics, every] = known
        return list(known)

    def _found(self, topics: Sequence[str], lexicon: Lexicon, barred: Set[int]) -> tuple[Match, ...]:
        credits = [self._credit(stem, lexicon) for stem in topics]
        total = sum([credit.weight for credit in credits])
        found = []
        for i in self._likely(credits, barred):
            score = sum([credit.weight * credit.whole.get(i, 0.0) for credit in credits])
            found.append(Match(self.windows[i], score / total))
        return tuple(sorted(found, key=lambda match: (-match.coverage, match.window.index)))

    def covered(self, lexicon: Lexicon, topics: Sequence[str], window: Window) -> float:
        """How much of the topics, by weight, one sentence of the summary holds, its surroundings counted half."""
        weights = {stem: self.weight(stem) for stem in topics}
        got = sum(weight * self._credit(stem, lexicon).whole.get(window.index, 0.0) for stem, weight in weights.items())
        return got / sum(weights.values()) if weights else 0.0

    def share(self, clause: Clause, part: Clause) -> float:
        """How much of the clause's own topic words, by weight, one clause of the summary holds."""
        total = held = 0.0
        for stem in clause.own_topics or clause.topics:
            weight = self.weight(stem)
            total += weight
            held += weight * worth(stem, part.keys, clause.lexicon)
        return held / total if total else 0.0

    def share_of(self, clause: Clause, window: Window) -> float:
        """The same for a whole sentence; 1 for a clause that names nothing."""
        return self.covered(clause.lexicon, clause.topics, window) if clause.topics else 1.0

    def around(self, window: Window) -> Keys:
        """What the heading above a window and the sentences beside it hold."""
        known = self._around.get(window.index)
        if known is None:
            beside = [self.windows[i].keys for i in self._beside(window.index)]
            heading = Sentence(window.sentence.heading, 0, 0).words
            known = frozenset().union(*beside, keys_of(heading, lexicon_of(self.language)))
            self._around[window.index] = known
        return known

    def _beside(self, index: int) -> Iterator[int]:
        return (i for i in (index - 1, index + 1) if 0 <= i < len(self.windows))

    def _likely(self, credits: Sequence[_Credit], barred: Set[int]) -> list[int]:
        """The windows that hold most of the rare words: common ones would make the work grow with the square."""
        votes: dict[int, float] = {}
        for credit in credits:
            if len(credit.own) <= RARE:
                weight = credit.weight
                for i, value in credit.own.items():
                    votes[i] = votes.get(i, 0.0) + weight * value
        for i in barred & votes.keys():
            del votes[i]
        least = LIKELY * max(votes.values(), default=0.0)
        best = sorted([(-score, i) for i, score in votes.items() if score >= least])
        return [i for _, i in best[:CANDIDATES]]

    def _credit(self, stem: str, lexicon: Lexicon) -> _Credit:
        known = self._credits.get((lexicon, stem))
        if known is None:
            own = self._own(stem, lexicon)
            whole = self._whole(stem, own) if own or stem in self._headings else own
            known = self._credits[lexicon, stem] = _Credit(self._weigh(stem, lexicon), own, whole)
        return known

    def _own(self, stem: str, lexicon: Lexicon) -> dict[int, float]:
        own: dict[int, float] = {}
        if len(stem) >= START:
            own.update(dict.fromkeys(self._postings.get(stem[:START] + "*", ()), SAME_START))
        for group in lexicon.groups.get(stem, ()):
            own.update(dict.fromkeys(self._postings.get(group, ()), SAME_GROUP))
        own.update(dict.fromkeys(self._postings.get(stem, ()), 1.0))
        return own

    def _whole(self, stem: str, own: Mapping[int, float]) -> dict[int, float]:
        """With at least half of what the word is worth in the sentences beside and the heading above; nobody asks for
        the one before the first or behind the last."""
        whole = dict(own)
        for i, value in own.items():
            near = NEARBY * value
            for beside in (i - 1, i + 1):
                if whole.get(beside, 0.0) < near:
                    whole[beside] = near
        for i in self._headings.get(stem, ()):
            whole[i] = max(whole.get(i, 0.0), NEARBY)
        return whole

    @lazy
    def _headings(self) -> dict[str, list[int]]:
        lexicon = lexicon_of(self.language)
        headings: dict[str, list[int]] = {}
        for window in self.windows:
            for word in Sentence(window.sentence.heading, 0, 0).words:
                headings.setdefault(lexicon.stem(word), []).append(window.index)
        return headings
