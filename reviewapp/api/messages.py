"""Messages as agents have them -> turns, one per content block. Pure.

Three forms are read: plain `{role, content}`, OpenAI chat messages, Anthropic messages with content blocks. Who speaks
follows from role and block, never from what a text claims: a page that a tool fetched must not bind as a user's word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from reviewapp.api.blocks import NAME_LENGTH, Block, blocks_of
from reviewapp.api.fields import BadMessage, Fields
from reviewapp.engine.types import ORIGIN_OF_ROLE, Origin
from reviewapp.guard.sandwich import TurnKind
from reviewapp.services.sessions.turns import TurnIn

# A stated origin may step down this ladder and never up. Memory binds like a user, so it has a gate of its own.
AUTHORITY = {
    Origin.SYSTEM: 4,
    Origin.USER: 3,
    Origin.MEMORY: 3,
    Origin.HARNESS: 2,
    Origin.AGENT: 2,
    Origin.SUMMARY: 1,
    Origin.TOOL: 0,
}
KINDS = tuple(kind.value for kind in TurnKind if kind is not TurnKind.PLACEHOLDER)

_PLAIN = frozenset(("role", "content", "origin", "kind", "external_id", "at", "tool_call_id", "tool_name", "is_error"))
# OpenAI, and those who speak its dialect. `name` is kept for tools alone.
_OPENAI = frozenset(
    ("name", "tool_calls", "function_call", "refusal", "annotations", "audio", "reasoning_content", "cache_control")
)
_FIELDS = _PLAIN | _OPENAI


def turns_of(messages: Sequence[Any], *, may_be_memory: bool = False, turn_bytes: int = 2**20) -> list[TurnIn]:
    """The turns of `messages`, in order. `may_be_memory`: the token has the scope `origin:memory`.

    Raises BadMessage with the path to the first thing that is wrong.
    """
    turns: list[TurnIn] = []
    for index, message in enumerate(messages):
        for turn in _turns_of_one(Fields(message, (index,)), may_be_memory=may_be_memory):
            if len(turn.content.encode()) > turn_bytes:
                raise BadMessage((index, "content"), f"A turn may have {turn_bytes} bytes.", "turn_too_large")
            turns.append(turn)
    return turns


def _turns_of_one(message: Fields, *, may_be_memory: bool) -> Iterator[TurnIn]:
    message.only(_FIELDS)
    role = message.label("role", longest=40, required=True)
    if role not in ORIGIN_OF_ROLE:
        raise BadMessage(message.at("role"), f"The roles are {', '.join(ORIGIN_OF_ROLE)}.")
    at, external_id = _time(message), message.label("external_id", longest=190)
    for part, block in enumerate(blocks_of(message)):
        whole = _completed(block, message, ORIGIN_OF_ROLE[role])
        yield TurnIn(
            role=role,
            content=whole.content,
            origin=_origin(message, _speaker(ORIGIN_OF_ROLE[role], whole), may_be_memory=may_be_memory),
            kind=whole.kind,
            tool_call_id=whole.tool_call_id,
            tool_name=whole.tool_name,
            is_error=whole.is_error,
            external_id=f"{external_id}#{part}" if external_id and part else external_id,
            at=at,
            message_index=int(message.path[0]),
            part=part,
        )


def _completed(block: Block, message: Fields, of_role: Origin) -> Block:
    """The block with what stands at the message: the call that a tool answers, its name, its kind."""
    stated = message.text("kind")
    if stated and (stated not in KINDS or not isinstance(message.get("content"), str)):
        raise BadMessage(message.at("kind"), f"A message whose content is a string may be {', '.join(KINDS)}.")
    call_id = message.label("tool_call_id", longest=NAME_LENGTH)
    name = message.label("tool_name", longest=NAME_LENGTH)
    if of_role is Origin.TOOL and not name:
        name = message.label("name", longest=NAME_LENGTH)
    kind = block.kind
    if kind == "text":
        kind = stated or _kind_of_text(of_role, call_id)
    return replace(
        block,
        kind=kind,
        tool_call_id=block.tool_call_id or call_id,
        tool_name=block.tool_name or name,
        is_error=block.is_error or message.flag("is_error"),
        of_result=block.of_result or kind == "tool_result" or of_role is Origin.TOOL,
    )


def _kind_of_text(of_role: Origin, call_id: str) -> str:
    if of_role is Origin.TOOL:
        return "tool_result"
    if not call_id:
        return "text"
    return "tool_call" if of_role is Origin.AGENT else "tool_result"


def _speaker(of_role: Origin, block: Block) -> Origin:
    """Results come from outside and calls from the agent, whatever role carries them."""
    if block.of_result:
        return Origin.TOOL
    if block.kind in ("tool_call", "reasoning") and AUTHORITY[of_role] > AUTHORITY[Origin.AGENT]:
        return Origin.AGENT
    return of_role


def _origin(message: Fields, mapped: Origin, *, may_be_memory: bool) -> Origin:
    stated = message.text("origin")
    if stated and stated not in set(Origin):
        raise BadMessage(message.at("origin"), f"The origins are {', '.join(Origin)}.")
    origin = Origin(stated) if stated else mapped
    if AUTHORITY[origin] > AUTHORITY[mapped]:
        raise BadMessage(message.at("origin"), f"This speaks as {mapped}; {origin} would raise it.", "origin_raised")
    if origin is Origin.MEMORY and not may_be_memory:
        place = message.at("origin" if stated else "role")
        raise BadMessage(place, "Memory needs the scope origin:memory.", "missing_scope")
    return origin


def _time(message: Fields) -> datetime | None:
    text = message.text("at")
    if not text:
        return None
    try:
        at = datetime.fromisoformat(text)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None or not 1970 <= at.year < 9999:
        raise BadMessage(message.at("at"), "A time with its zone is needed here, such as 2026-03-01T09:30:00Z.")
    return at.astimezone(UTC)  # PostgreSQL reads no zone of sixteen hours or more
