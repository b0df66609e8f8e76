"""What the queue's template prints: plain values, decided before it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from reviewapp.web.queue.filters import ENDED, Filter
from reviewapp.web.safe_text import Piece


@dataclass(frozen=True, slots=True)
class Worst:
    """The finding that a reviewer would meet first."""

    mark: str
    severity: str
    excerpt: tuple[Piece, ...]
    url: str


@dataclass(frozen=True, slots=True)
class Row:
    """`due` only while open, `decided_at` only once decided; `holder` is empty when free."""

    id: str
    url: str
    risk: int | None
    session: str
    generation: int
    attempt: int
    level: str
    agent: str
    status: str
    status_glyph: str
    worst: Worst | None
    blocking: int
    others: str
    kinds: str
    source_tokens: int
    summary_tokens: int
    received_at: datetime
    due: datetime
    urgent: bool
    decided_at: datetime | None
    outcome: str
    decider: str
    holder: str
    mine: bool
    votes: int
    voters: str
    quorum: int


@dataclass(frozen=True, slots=True)
class Tab:
    name: str
    title: str
    count: int
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class Queue:
    tabs: Sequence[Tab]
    filter: Filter
    rows: Sequence[Row]
    waiting: int
    lede_more: str
    analysing: int
    silence: str
    resume: str  # session of what this person holds; empty where it is nothing
    next_up: Row | None
    never: bool
    empty_words: str
    next_page: str
    decides: bool
    seen: str  # the moment of this page, to ask later what came since

    @property
    def ended(self) -> bool:
        return self.filter.view in ENDED
