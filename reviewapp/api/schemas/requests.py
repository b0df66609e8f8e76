"""What the API takes, field by field: half of the OpenAPI document."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from reviewapp.conf import conf
from reviewapp.engine.types import ORIGIN_OF_ROLE, Origin
from reviewapp.models import PinSeverity

SESSION = r"^[A-Za-z0-9._:@-]{1,200}$"

Seq = Annotated[int, Field(ge=1, le=2**31 - 1)]
Offset = Annotated[int, Field(ge=0, le=2**31 - 1)]
Count = Annotated[int, Field(ge=0, le=100_000)]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
SessionId = Annotated[str, Field(pattern=SESSION, description="The agent's own id of the session.")]
Key = Annotated[str, Field(min_length=1, max_length=200)]
Id = Annotated[UUID, Field(strict=False)]  # JSON has no ids, only strings

_MESSAGE = {
    "type": "object",
    "description": "Plain, an OpenAI chat message, or an Anthropic message with content blocks. One turn per block.",
    "required": ["role"],
    "properties": {
        "role": {"enum": list(ORIGIN_OF_ROLE)},
        "content": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "object"}}, {"type": "null"}]},
        "origin": {"enum": list(Origin), "description": "May lower the authority that the role gives, never raise it."},
        "tool_calls": {"type": "array", "items": {"type": "object"}},
        "tool_call_id": {"type": "string", "maxLength": 200},
        "tool_name": {"type": "string", "maxLength": 200},
        "is_error": {"type": "boolean"},
        "external_id": {"type": "string", "maxLength": 190},
        "at": {"type": "string", "format": "date-time"},
    },
}
Messages = Annotated[
    list[Any],
    Field(max_length=conf.turns_per_request),
    WithJsonSchema({"type": "array", "items": _MESSAGE, "maxItems": conf.turns_per_request}),
]


class In(BaseModel):
    """A body. Unknown fields are refused, and no type is taken for another."""

    model_config = ConfigDict(extra="forbid", strict=True)


class TurnsIn(In):
    turns: Messages
    after_seq: Annotated[int, Field(ge=0, le=2**31 - 1)] | None = Field(
        None, description="The last seq that the caller knows; another one is refused with 409."
    )


class Compactor(In):
    """Who wrote the summary, as the agent declares it."""

    name: Key
    version: Key | None = None
    model: Key | None = None
    prompt_digest: Digest | None = None
    error: Annotated[str, Field(min_length=1, max_length=2_000)] | None = Field(
        None, description="Why there is no summary. The attempt is recorded, and the history stays."
    )


class CompactionIn(In):
    session: SessionId
    summary: str
    turns: Messages | None = Field(None, description="Appended first, in the same transaction.")
    from_seq: Seq | None = Field(None, description="The first turn to replace; by default the first that none covers.")
    to_seq: Seq | None = Field(None, description="The last turn to replace; by default the session's last.")
    level: Literal["leaf", "parent", "root"] | None = Field(None, description="By default what `builds_on` says.")
    builds_on: Annotated[list[Id], Field(max_length=1_000)] = []
    state_delta: dict[str, Any] | None = None
    evicted_keys: Annotated[list[Key], Field(max_length=10_000)] = []
    compactor: Compactor | None = None
    compactor_input: str | None = Field(None, description="What the compactor was shown; raises the assurance.")
    keep_head: Count = 1
    keep_tail: Count = 0


class PrepareIn(In):
    session: SessionId
    from_seq: Seq | None = None
    to_seq: Seq | None = None
    structured: bool = Field(default=False, description="Also the prompt for a compaction by fields.")


class AppliedIn(In):
    context_digest: Digest


class NothingIn(In):
    """`{}`: the request says all by its address."""


class ProposalIn(In):
    session: SessionId | None = Field(None, description="The session that the pin is for; without it, the team.")
    key: Annotated[str, Field(min_length=1, max_length=100)]
    text: Annotated[str, Field(min_length=1, max_length=8_192)]
    severity: Literal["ADVISORY", "HARD_DENIAL", "FATAL_FALSIFICATION"] = PinSeverity.ADVISORY.value
    turn_seq: Seq | None = Field(None, description="The turn of the session that the text was taken from.")
    start: Offset = Field(0, description="Where the span begins in that turn, in code points.")
    end: Offset | None = Field(None, description="Where it ends (half-open); needed with `turn_seq`.")


class AssertionIn(In):
    session: SessionId | None = Field(None, description="Without it only the team's pins are asked for.")
    messages: Annotated[list[Any], Field(max_length=conf.turns_per_request)]


Text = Annotated[str, Field(min_length=1, max_length=8_192)]
Texts = Annotated[list[Text], Field(max_length=1_000)]


class StateIn(In):
    """The state record: what stays true whatever is summarised. What is left out is empty."""

    objective: Annotated[str, Field(max_length=8_192)] = ""
    forbidden_actions: Texts = []
    frozen_resources: Texts = []
    verified_entities: Annotated[dict[Text, Text], Field(max_length=1_000)] = Field(
        {}, description="A name for each identifier that was checked."
    )
    completed: Texts = []
    pending: Texts = []
