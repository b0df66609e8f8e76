"""Every clause that binds, read once a pair and held against the summary: what the rule detectors report from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reviewapp.engine.align import Index
from reviewapp.engine.compare import Verdict, judge
from reviewapp.engine.pair import Pair
from reviewapp.engine.rules import Clause, Force, read
from reviewapp.engine.text import Shape
from reviewapp.engine.types import Origin


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
    told = ((turn, judge(clause, index)) for turn, clause in _binding_clauses(pair))
    return tuple(Told(turn, verdict) for turn, verdict in told if verdict is not None)


def _binding_clauses(pair: Pair) -> Iterator[tuple[int, Clause]]:
    for turn in range(len(pair.turns)):
        if speaks(pair, turn):
            yield from ((turn, clause) for clause in _clauses(pair, turn) if _counts(clause))


def speaks(pair: Pair, turn: int) -> bool:
    """Does the turn's prose lay down what holds? A user's, a system's or memory's does; an agent's where it is half of a dialogue."""
    return pair.turns[turn].binds or (pair.turns[turn].speaker is Origin.AGENT and not pair.has_tools)


def _clauses(pair: Pair, turn: int) -> Iterator[Clause]:
    for sentence in pair.turn_sentences(turn):
        if sentence.shape not in (Shape.CODE, Shape.HEADING):
            yield from read(sentence)


def _counts(clause: Clause) -> bool:
    return bool(clause.topics) and not clause.question and clause.force is not Force.FACT
