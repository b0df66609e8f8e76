"""What the API gives, field by field: the other half of the OpenAPI document."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel, Field

from reviewapp.api.schemas.requests import StateIn


class ErrorBody(BaseModel):
    code: str
    message: str
    field: str | None
    details: dict[str, Any] | None = None


class ErrorOut(BaseModel):
    error: ErrorBody


class AppendedOut(BaseModel):
    session: str
    first_seq: int
    last_seq: int
    epoch: int


class LatestOut(BaseModel):
    """The compaction that was proposed last, whatever became of it."""

    id: UUID
    state: str
    base_epoch: int
    attempt: int
    review_url: str


class SessionOut(BaseModel):
    """Where a session stands. `in_force` names the compaction whose context is served now, null before the first.

    `last_external_id` is the agent's own id of the last turn: what is stored ends there.
    """

    session: str
    epoch: int
    last_seq: int
    last_external_id: str
    covered_seq: int
    closed: bool
    in_force: UUID | None
    latest: LatestOut | None


class SubmittedOut(BaseModel):
    """The same bytes for every replay of the same Idempotency-Key."""

    id: UUID
    session: str
    state: str
    level: str
    from_seq: int
    to_seq: int
    base_epoch: int
    generation: int
    attempt: int
    submission_digest: str
    expires_at: datetime
    review_url: str = Field(description="The page where people decide about it.")


class FindingOut(BaseModel):
    key: str
    kind: str
    change: str
    severity: str
    turn_seq: int | None
    quote: str
    summary_quote: str
    why: str
    undecided: bool
    resolution: str | None


class FindingsOut(BaseModel):
    """Counts by severity, and the findings that flag the compaction, the most important first."""

    blocking: int
    warning: int
    note: int
    undecided: int
    unresolved: int
    flagged: list[FindingOut]


class DecisionOut(BaseModel):
    verdict: str
    by: str
    reason_code: str
    reason: str
    at: datetime


class MustKeepOut(BaseModel):
    turn_seq: int | None
    quote: str
    kind: str
    reason: str
    finding_key: str


class CompactionOut(BaseModel):
    id: UUID
    session: str
    state: str
    kind: str
    level: str
    generation: int
    attempt: int
    from_seq: int
    to_seq: int
    base_epoch: int
    revision: int | None
    risk: int | None
    assurance: str
    submission_digest: str
    manifest_digest: str | None
    received_at: datetime
    expires_at: datetime
    failure: str
    findings: FindingsOut | None
    skipped: list[Any]
    decision: DecisionOut | None
    must_keep: list[MustKeepOut]
    receipt: UUID | None
    absorbed_by: UUID | None
    retired_by: UUID | None
    review_url: str


class RegisterOut(BaseModel):
    version: int
    digest: str


class RegistersOut(BaseModel):
    """`session` is null where the team's pins alone were asked for."""

    team: RegisterOut
    session: RegisterOut | None = None


class ContextOut(BaseModel):
    """The whole effective context up to `through_seq`; the agent keeps its own turns after that."""

    compaction: UUID
    session: str
    epoch: int
    registers: RegistersOut = Field(serialization_alias="register")
    through_seq: int
    format: str
    messages: list[Any]
    context_digest: str
    receipt: Any
    review_url: str


class PinsOut(BaseModel):
    """The pinned block, to the byte; `digest` is the SHA-256 of its UTF-8. `state`: the system message that has to
    follow it, where the session has a state record."""

    registers: RegistersOut = Field(serialization_alias="register")
    block: str
    digest: str
    state: str


class ProposedOut(BaseModel):
    id: UUID
    state: str


class AlteredOut(BaseModel):
    key: str
    diff: list[str]


class StaleOut(BaseModel):
    key: str
    found: int
    wanted: int | None


class AssertionOut(BaseModel):
    """`block`: present, missing, broken or differs; the lists say how. `state`: the same of the state record's block,
    or none where the record binds nothing."""

    held: bool
    block: str
    missing: list[str]
    altered: list[AlteredOut]
    stale: list[StaleOut]
    state: str


class TurnOut(BaseModel):
    session: str
    seq: int
    role: str
    kind: str
    origin: str
    content: str | None
    erased: bool
    digest: str
    tool_call_id: str
    tool_name: str
    is_error: bool
    external_id: str
    at: datetime


class WaitingOut(BaseModel):
    """A prohibition or a frozen resource that the record still holds, until a person lets it go."""

    field: str
    text: str


class StateOut(BaseModel):
    """`version` is 0 and the record empty before the first. `waiting`: what was asked to be taken out of it."""

    session: str
    version: int
    state: StateIn
    waiting: list[WaitingOut]


class ExcludedOut(BaseModel):
    """A pinned span that was cut out, in code points of the turn."""

    seq: int
    start: int
    end: int
    pin: str


class UntaggedOut(BaseModel):
    """A constraint in the turns that no pin holds."""

    turn_seq: int
    start: int
    end: int
    quote: str
    kind: str
    salience: int
    divergence: int


class PreparedOut(BaseModel):
    """`input` is the exact text to give to the compactor, and to send back as `compactor_input`."""

    session: str
    from_seq: int
    to_seq: int
    turns: list[dict[str, Any]]
    input: str
    input_digest: str
    excluded: list[ExcludedOut]
    pins: dict[str, int] = Field(description="Each pin's key with its divergence from the narrative, in permille.")
    untagged: list[UntaggedOut]
    fidelity: dict[int, str] = Field(description="Each turn's seq with how faithfully it is kept.")
    registers: RegistersOut = Field(serialization_alias="register")
    prompt: str


class SignatureOut(BaseModel):
    keyid: str
    sig: str


class EnvelopeOut(BaseModel):
    """A DSSE envelope over an in-toto statement."""

    payloadType: str  # DSSE's own name
    payload: str
    signatures: list[SignatureOut]
