"""A name in another name's stead: one that a turn took back, or another of its kind where one was said."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from reviewapp.engine.names.idents import Ident, spaced_paths
from reviewapp.engine.names.known import Names
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence
from reviewapp.engine.values.facts import Facts

_SAME_TOPIC = 0.3
_NOT_THIS = re.compile(r"\b(?:not|nicht|statt|instead of|rather than|no longer|pas|wrong)\W{1,3}$", re.I)
_BETWEEN = re.compile(
    r"^\W*(?:sorry|no|actually|wait|i meant?|correction|corrected to|is wrong|was wrong|should be|rather|make that"
    r"|pardon)\b",
    re.I,
)
_CUE = re.compile(
    r"\b(?:not?|nicht|statt|instead|rather|pas|wrong|sorry|actually|wait|mean|correct|should|make|pardon)",
    re.I,
)
_NAME_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_SEVERAL, _LONG = 3, 4  # words of a name, letters of a word that leave a name recognisable without one
_KINDS = frozenset({"code", "uuid", "hash", "scope", "flag", "url", "email", "dotted", "path"})


@dataclass(frozen=True, slots=True)
class Said:
    """A name of a turn."""

    turn: int
    ident: Ident


class Renamed:
    """What the names of brief turns say about each other."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.facts = pair.once(Facts)
        self.names = pair.once(Names)

    @cached_property
    def corrected(self) -> dict[str, Said]:
        """For the canonical form of a name that a turn takes back, the name that it gives instead."""
        found: dict[str, Said] = {}
        for turn in self.facts.brief:
            text = self.pair.turns[turn].content
            if self._names_little(turn) or _CUE.search(text) is None:
                continue
            held = [Said(turn, ident) for ident in self.facts.idents(turn)]
            for one, other in pairwise(held):
                if one.ident.kind == other.ident.kind and one.ident.canonical != other.ident.canonical:
                    between = text[one.ident.end : other.ident.start]
                    if _NOT_THIS.search(between):
                        found[other.ident.canonical] = one
                    elif _BETWEEN.search(between):
                        found[one.ident.canonical] = other
        return found

    def _names_little(self, turn: int) -> bool:
        """A turn that names one thing, or none, takes none back for another."""
        return len(self.names.names_of(turn)) < 2 and not any(spaced_paths(self.pair.turns[turn].content))

    def revived(self) -> Iterator[tuple[Said, Ident]]:
        """(the right name, the one of the summary that it replaced), where the summary has only the latter."""
        for ident in self.facts.summary_idents:
            right = self.corrected.get(ident.canonical)
            if right is not None and not self.names.kept(right.ident):
                yield right, ident

    def displaced(self, turn: int, ident: Ident) -> Ident | None:
        """A strange name of the summary of the same kind, in a sentence about the same thing."""
        reworded = self._reworded.get(ident.canonical)
        if reworded is not None or ident.kind == "name":
            return reworded
        strange = self._strange.get(ident.kind)
        sentence = self._sentence(turn, ident) if strange else None
        if strange is None or sentence is None:
            return None
        for index in sorted(self.facts.topics.near(sentence).intersection(strange)):
            if self.facts.topics.likeness(sentence, self.pair.sentences[index]) > _SAME_TOPIC:
                return strange[index]
        return None

    @cached_property
    def _reworded(self) -> dict[str, Ident]:
        """For names of brief turns the strange one that differs in one word of several: `_KEY`, `_SECRET`."""
        strange = {key: ident for ident in self.names.novel for key in _without_one(ident)}
        said = (ident for turn in (self.facts.brief if strange else ()) for ident in self.facts.idents(turn))
        shared = ((ident, strange.get(key)) for ident in said for key in _without_one(ident))
        return {ident.canonical: other for ident, other in shared if other is not None}

    @cached_property
    def _strange(self) -> dict[str, dict[int, Ident]]:
        """Strange names of the summary that were not made from another by a slip, by kind and sentence."""
        found: defaultdict[str, dict[int, Ident]] = defaultdict(dict)
        starts = [sentence.start for sentence in self.pair.sentences]
        for ident in self.names.novel:
            if ident.kind in _KINDS and ident.canonical not in self.names.origins:
                found[ident.kind].setdefault(bisect_right(starts, ident.start) - 1, ident)
        return dict(found)

    def _sentence(self, turn: int, ident: Ident) -> Sentence | None:
        sentences = self.pair.turn_sentences(turn)
        at = bisect_right(sentences, ident.start, key=lambda sentence: sentence.start) - 1
        return sentences[at] if at >= 0 else None


def _without_one(ident: Ident) -> set[tuple[str, ...]]:
    """The words of a name, or the parts of a path, with a gap at one of them; of two, the one that tells more stays."""
    every = ident.segments
    parts = every if len(every) > 1 else tuple(map(str.lower, _NAME_WORDS.findall(ident.text)))
    gaps = {(*parts[:i], "", *parts[i + 1 :]) for i in range(len(parts))}
    return (
        {gap for gap in gaps if len(gap) >= _SEVERAL or any(len(part) >= _LONG for part in gap)} if parts[1:] else set()
    )
