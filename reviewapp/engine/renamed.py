"""A name in another name's stead: one that a turn took back, or another of its kind where one was said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from reviewapp.engine.facts import Facts
from reviewapp.engine.idents import Ident
from reviewapp.engine.names import Names
from reviewapp.engine.pair import Pair
from reviewapp.engine.text import Sentence

_SAME_TOPIC = 0.3
_NOT_THIS = re.compile(r"\b(?:not|nicht|statt|instead of|rather than|no longer|pas|wrong)\W{1,3}$", re.I)
_BETWEEN = re.compile(
    r"^\W*(?:sorry|no|actually|wait|i meant?|correction|corrected to|is wrong|was wrong|should be|rather|make that"
    r"|pardon)\b",
    re.I,
)
_KINDS = frozenset({"code", "uuid", "hash", "scope", "flag", "url", "email", "dotted", "path"})


@dataclass(frozen=True, slots=True)
class Said:
    """A name in the sentence of the turn, or of the summary where `turn` is None."""

    turn: int | None
    ident: Ident
    sentence: Sentence


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
            held = self._placed(turn, self.pair.turn_sentences(turn), self.facts.idents(turn))
            for one, other in pairwise(held):
                if one.ident.kind == other.ident.kind and one.ident.canonical != other.ident.canonical:
                    between = text[one.ident.end : other.ident.start]
                    if _NOT_THIS.search(between):
                        found[other.ident.canonical] = one
                    elif _BETWEEN.search(between):
                        found[one.ident.canonical] = other
        return found

    def revived(self) -> Iterator[tuple[Said, Ident]]:
        """(the right name, the one of the summary that it replaced), where the summary has only the latter."""
        for ident in self.facts.summary_idents:
            right = self.corrected.get(ident.canonical)
            if right is not None and not self.names.kept(right.ident):
                yield right, ident

    def displaced(self, lost: Said) -> Ident | None:
        """A strange name of the summary of the same kind, in a sentence about the same thing."""
        if lost.ident.kind not in _KINDS:
            return None
        for said in self._strange:
            alike = self.facts.topics.likeness(lost.sentence, said.sentence)
            if said.ident.kind == lost.ident.kind and alike > _SAME_TOPIC:
                return said.ident
        return None

    @cached_property
    def _strange(self) -> list[Said]:
        """Strange names of the summary that were not made from another by a slip."""
        alone = [ident for ident in self.names.novel if ident.canonical not in self.names.origins]
        return self._placed(None, self.pair.sentences, alone)

    def sentence_of(self, turn: int, ident: Ident) -> Said | None:
        placed = self._placed(turn, self.pair.turn_sentences(turn), [ident])
        return placed[0] if placed else None

    def _placed(self, turn: int | None, sentences: tuple[Sentence, ...], idents: list[Ident]) -> list[Said]:
        out, i = [], 0
        for ident in sorted(idents, key=lambda ident: ident.start):
            while i < len(sentences) and sentences[i].end <= ident.start:
                i += 1
            if i < len(sentences):
                out.append(Said(turn, ident, sentences[i]))
        return out
