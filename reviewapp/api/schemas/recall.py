"""What the API answers about turns that were looked for: by words, or in place of a summary that did not pass."""

from __future__ import annotations

from uuid import UUID

from pydantic import BaseModel

from reviewapp.api.schemas.responses import TurnOut


class Place(BaseModel):
    """Code points of a turn's text, half-open."""

    start: int
    end: int


class Hit(BaseModel):
    """`excerpt` is the turn's text from `start` to `end`, in code points. `matches` are the first places of the words
    in the turn, `matched` says how many there are."""

    seq: int
    role: str
    kind: str
    origin: str
    start: int
    end: int
    excerpt: str
    matches: list[Place]
    matched: int


class RecallOut(BaseModel):
    """Turns that hold all that is asked for, best first; `found` counts them all. Where `more` is true, ask again with
    an `offset` past those that you have."""

    session: str
    hits: list[Hit]
    found: int
    more: bool


class RetrievedTurn(TurnOut):
    """A turn word for word. `why`: `must_keep` (the rejection names it), `cited` (the summary does) or `query`."""

    why: list[str]
    tokens: int


class LeftOut(BaseModel):
    seq: int
    tokens: int
    why: list[str]


class RetrievedOut(BaseModel):
    """The turns of the range that bear on what is asked, in turn order; `left_out` did not fit into the budget.
    Nothing takes effect by it: the history stays."""

    session: str
    compaction: UUID
    state: str
    tokens: int
    turns: list[RetrievedTurn]
    left_out: list[LeftOut]
