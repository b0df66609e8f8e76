"""A sentence told again nearly word for word: what matters is the few words that were taken out and put in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rapidfuzz.distance import Indel

from reviewapp.engine.binding.align import Index, Match, Window
from reviewapp.engine.binding.rules import Clause, Hit
from reviewapp.engine.lazy import lazy
from reviewapp.engine.record import record
from reviewapp.engine.text import Sentence

LIKELY = 0.4  # coverage below which no sentence can be alike
ALIKE = 0.72  # share of words in common, in order, from which a sentence counts as told again


@record()
class Retold:
    """`source` and the summary's sentence that tells it again."""

    source: Sentence
    clauses: tuple[Clause, ...]
    match: Match
    similarity: float

    @property
    def window(self) -> Window:
        return self.match.window

    @lazy
    def _places(self) -> dict[int, int]:
        """Word of the source -> the same word of the retelling."""
        same: dict[int, int] = {}
        for op in Indel.opcodes(self.source.words, self.window.sentence.words):
            if op.tag == "equal":
                same.update(zip(range(op.src_start, op.src_end), range(op.dest_start, op.dest_end), strict=True))
        return same

    def region(self, clause: Clause) -> tuple[int, int]:
        """The words of the retelling that stand where the clause stood: between the kept words around it."""
        before = [self._places[p] for p in range(clause.first) if p in self._places]
        after = [self._places[p] for p in range(clause.last, len(self.source.words)) if p in self._places]
        return (before[-1] + 1 if before else 0), (after[0] if after else len(self.window.sentence.words))

    def kept(self, place: int) -> bool:
        return place in self._places


def retold(sentence: Sentence, clauses: Sequence[Clause], index: Index, least: float = ALIKE) -> Retold | None:
    """The summary's sentence that tells this one again; None where there is none."""
    topics = tuple(dict.fromkeys(stem for clause in clauses for stem in clause.topics))
    if not clauses or not sentence.words:
        return None
    best: Retold | None = None
    for match in index.matches_of(topics, clauses[0].lexicon):
        if match.coverage < LIKELY:
            break
        alike = Indel.normalized_similarity(sentence.words, match.window.sentence.words)
        if alike >= least and (best is None or alike > best.similarity):
            best = Retold(sentence, tuple(clauses), match, alike)
    return best


def differing(
    one: Iterable[Hit], other: Iterable[Hit], one_words: Sequence[str], other_words: Sequence[str]
) -> tuple[list[Hit], list[Hit]]:
    """The cues of each side that the other one does not have in the same words."""
    left = list(one)
    right = []
    for hit in other:
        twin = next((h for h in left if one_words[h.first : h.last] == other_words[hit.first : hit.last]), None)
        if twin:
            left.remove(twin)
        else:
            right.append(hit)
    return left, right
