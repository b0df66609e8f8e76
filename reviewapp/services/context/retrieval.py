"""In place of a summary that did not pass: the original turns that bear on the work, word for word, within a budget.

The history stays whatever is asked here. An agent whose window is full can go on with these turns instead of guessing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from reviewapp.models import AgentToken, Compaction, Session, Team
from reviewapp.services.context import recall
from reviewapp.services.context.fidelity import CITATION
from reviewapp.services.context.recall import Recalled
from reviewapp.services.errors import not_found
from reviewapp.services.sessions.ownership import readable

TOKENS = 4_000
MOST_TOKENS = 200_000
CONSIDERED = 1_000  # turns at most are read for one answer, the best first
BYTES_PER_TOKEN = 4  # near enough to hold a budget with some room


@dataclass(frozen=True)
class Reason:
    """A turn that bears on what is asked: it is named by a rejection, cited by the summary, or found by the query."""

    recalled: Recalled
    why: list[str]

    @property
    def tokens(self) -> int:
        return -(-len((self.recalled.text or "").encode()) // BYTES_PER_TOKEN)


@dataclass(frozen=True)
class Retrieved:
    """`turns` in turn order; `left_out` bear on it too, but would go beyond the budget. No turn is cut."""

    session: Session
    compaction: Compaction
    turns: list[Reason]
    left_out: list[Reason]

    @property
    def tokens(self) -> int:
        return sum(one.tokens for one in self.turns)


def retrieve(*, team: Team, token: AgentToken, compaction_id: UUID, query: str = "", tokens: int = TOKENS) -> Retrieved:
    """What a rejection asks to keep comes first, then what the summary cites, then what holds words of the query, the
    best first. Reads only; erased turns are no answer."""
    rows = Compaction.objects.select_related("session", "current_revision")
    compaction = rows.filter(team=team, id=compaction_id).first()
    if compaction is None:
        raise not_found("compaction")
    readable(compaction.session, token)
    reasons = dict[int, list[str]]()
    for seq, why in _bearing(compaction, query):
        if why not in reasons.setdefault(seq, []):
            reasons[seq].append(why)
    found = recall.read(compaction.session, list(reasons)[:CONSIDERED])
    return _within(compaction, [Reason(one, reasons[one.turn.seq]) for one in found if one.text], tokens)


def _bearing(compaction: Compaction, query: str) -> Iterator[tuple[int, str]]:
    for item in compaction.must_keep:
        yield item["turn_seq"], "must_keep"
    for seq in map(int, CITATION.findall(compaction.current_revision.summary if compaction.current_revision else "")):
        if compaction.from_seq <= seq <= compaction.to_seq:
            yield seq, "cited"
    if query.strip():
        for seq in _found(compaction, query):
            yield seq, "query"


def _found(compaction: Compaction, query: str) -> Iterable[int]:
    """Turns up to the end of the range: what came after it still stands in the agent's own window."""
    found: Sequence[int] = recall.search(compaction.session, query, any_word=True).seqs
    return (seq for seq in found if seq <= compaction.to_seq)


def _within(compaction: Compaction, reasons: Sequence[Reason], tokens: int) -> Retrieved:
    chosen, left_out, rest = list[Reason](), list[Reason](), tokens
    for one in reasons:
        fits = one.tokens <= rest
        (chosen if fits else left_out).append(one)
        rest -= one.tokens if fits else 0
    chosen.sort(key=lambda one: one.recalled.turn.seq)
    return Retrieved(compaction.session, compaction, chosen, left_out)
