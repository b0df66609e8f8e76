"""The states of a compaction and the one table of legal steps; a database trigger holds the same table."""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    RECEIVED = "received"
    ANALYSING = "analysing"
    FAILED = "failed"
    IN_REVIEW = "in_review"
    APPROVED = "approved"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"
    SUPERSEDED = "superseded"


OPEN = frozenset({State.RECEIVED, State.ANALYSING, State.FAILED, State.IN_REVIEW})
TERMINAL = frozenset(State) - OPEN

_ENDED_WITHOUT_EFFECT = frozenset({State.WITHDRAWN, State.EXPIRED, State.SUPERSEDED})

TRANSITIONS: dict[State, frozenset[State]] = {
    State.RECEIVED: _ENDED_WITHOUT_EFFECT | {State.ANALYSING},
    State.ANALYSING: _ENDED_WITHOUT_EFFECT | {State.RECEIVED, State.FAILED, State.IN_REVIEW, State.APPROVED},
    State.FAILED: _ENDED_WITHOUT_EFFECT | {State.RECEIVED},
    State.IN_REVIEW: _ENDED_WITHOUT_EFFECT | {State.RECEIVED, State.APPROVED, State.REJECTED},
    **{state: frozenset() for state in TERMINAL},
}


def allowed(old: State, new: State) -> bool:
    return new in TRANSITIONS[old]
