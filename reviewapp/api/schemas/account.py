"""What the API answers about an account: what became of every sentence, number and identifier of a range."""

from __future__ import annotations

from uuid import UUID

from pydantic import BaseModel


class LineOut(BaseModel):
    """`unit`: sentence, number or identifier; `state`: kept, changed, missing or undecided. Places are code points,
    half-open: in the turn, and in the summary where it stands there. Without a `turn` the summary alone says it.
    `finding` is the key of the finding about it."""

    unit: str
    state: str
    speaker: str
    turn: int | None
    start: int | None
    end: int | None
    summary_start: int | None
    summary_end: int | None
    finding: str | None


class HeldOut(BaseModel):
    """Lines that keep the compaction from passing by policy. `of`: turns, summary, or coverage (parts not read)."""

    of: str
    unit: str | None
    state: str | None
    lines: int


class AccountOut(BaseModel):
    """The account of the current revision. `counts` and `held` are of all of it, `lines` of the turns asked for; where
    `next_seq` is not null, ask again from there. The lines that the summary alone has come with the last turns."""

    compaction: UUID
    engine_version: str
    digest: str
    counts: dict[str, dict[str, int]]
    held: list[HeldOut]
    from_seq: int
    to_seq: int
    lines: list[LineOut]
    next_seq: int | None
