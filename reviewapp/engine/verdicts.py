"""Every clause that binds, read once a pair and held against the summary: what the rule detectors report from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reviewapp.engine.align import Index
from reviewapp.engine.compare import Verdict, judge, judge_retold
from reviewapp.engine.pair import Pair
from reviewapp.engine.retold import Retold, retold
from reviewapp.engine.rules import Clause, Force, read
from reviewapp.engine.text import Sentence, Shape
from reviewapp.engine.types import Origin, Turn

COPIED = 0.9
EXTRACT_SHARE = 0.5
EXTRACT_ALIKE = 0.45


@dataclass(frozen=True)
class Told:
    """A clause of turn `turn` and what the summary did to it."""

    turn: int
    verdict: Verdict

    @property
    def clause(self) -> Clause:
        return self.verdict.clause


def index_of(pair: Pair) -> Index:
    return Index(pair.sentences)


def verdicts(pair: Pair) -> tuple[Told, ...]:
    """What became of each binding clause that was not kept."""
    index = pair.once(index_of)
    spoken = list(_spoken(pair))
    told = [(*spot, retold(spot[1], spot[2], index)) for spot in spoken]
    if _extract(index, [again for *_, again in told if again]):
        told = [(*spot, again or retold(spot[1], spot[2], index, EXTRACT_ALIKE)) for *spot, again in told]
    index.take(again.window.index for _, _, _, again in told if again)
    return tuple(
        Told(turn, verdict)
        for turn, _, clauses, again in told
        for clause in clauses
        if _counts(clause, pair.turns[turn]) and (verdict := judge_retold(clause, again) if again else judge(clause, index))
    )


def _extract(index: Index, told: Sequence[Retold]) -> bool:
    """Is the summary mostly made of the source's own sentences? Then a sentence that is only half alike is a changed one."""
    copied = {again.window.index for again in told if again.similarity >= COPIED}
    return len(copied) >= EXTRACT_SHARE * len(index.windows)


def _spoken(pair: Pair) -> Iterator[tuple[int, Sentence, tuple[Clause, ...]]]:
    for turn in range(len(pair.turns)):
        if speaks(pair, turn):
            for sentence in pair.turn_sentences(turn):
                if sentence.shape not in (Shape.CODE, Shape.HEADING):
                    yield turn, sentence, read(sentence)


def speaks(pair: Pair, turn: int) -> bool:
    """Does the turn's prose lay down what holds? A user's, a system's or memory's does; an agent's where it is half of a dialogue."""
    return pair.turns[turn].binds or (pair.turns[turn].speaker is Origin.AGENT and not pair.has_tools)


def _counts(clause: Clause, turn: Turn) -> bool:
    """An agent's offers and requests bind nobody; what it says can't be done does tell."""
    if not clause.topics or clause.question or clause.force is Force.FACT:
        return False
    return turn.binds or clause.denies
