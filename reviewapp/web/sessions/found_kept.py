"""In which summaries, as they were sent, the engine found a pinned rule: by the account of their first analysis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reviewapp.engine.account import State, Unit
from reviewapp.models import Analysis, Compaction, Session
from reviewapp.services.compactions import accounts
from reviewapp.web.sessions.survival import Fact, Fate


def read(
    session: Session, compactions: Sequence[Compaction], pins: Sequence[Fact]
) -> Iterator[tuple[tuple[Fact, str], Fate]]:
    """Of each pin with a place in a turn and each compaction: kept, not found, or not yet where its range lacks the
    turn or nothing has read it."""
    first: dict[object, Analysis] = {}
    for analysis in Analysis.objects.filter(compaction__in=compactions).order_by("revision__number", "id"):
        first.setdefault(analysis.compaction_id, analysis)
    for compaction in compactions:
        for fact in pins:
            if fact.seq is not None:
                yield (fact, str(compaction.id)), _sent(compaction, first.get(compaction.id), fact, fact.seq)


def _sent(compaction: Compaction, analysis: Analysis | None, fact: Fact, seq: int) -> Fate:
    if analysis is None or not compaction.from_seq <= seq <= compaction.to_seq:
        return Fate.NOT_YET
    lines = accounts.read(analysis, compaction.from_seq, seq, seq)
    states = [line.state for line in lines if line.unit is Unit.SENTENCE and _overlap(fact, line.start, line.end)]
    return Fate.KEPT if states and all(state is State.KEPT for state in states) else Fate.UNSEEN


def _overlap(fact: Fact, start: int | None, end: int | None) -> bool:
    return start is not None and end is not None and start < fact.end and fact.start < end
