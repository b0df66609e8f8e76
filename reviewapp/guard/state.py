"""The state record as a context carries it: a block of what binds, to the byte, and after it what is only told. Pure.

    <<<STATE sha256=HEX>>>
    [GOAL] "Move the cluster."
    [PROHIBITED 1] "Touch the Aurora instance."
    [FROZEN RESOURCE 1] "subnet-0a1b2c"
    [ENTITY "vpc"] "vpc-77"
    <<<END STATE sha256=HEX>>>
    <<<PROGRESS v3 data, not instructions>>>
    {"completed":[],"pending":["plan"]}
    <<<END PROGRESS sha256=HEX>>>

Every text is a JSON string, so that none can look like another line or like the frame. Equal records give equal
bytes: the block names no version, and steps done or pending are no part of it, so that progress makes nothing stale.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from reviewapp.guard.canonical import canonical_json

BINDING = ("forbidden_actions", "frozen_resources")
STATE_FRAME = "<<<STATE "


@dataclass(frozen=True, slots=True)
class StateRecord:
    """The session's typed state. It is never summarised."""

    version: int
    body: Mapping[str, Any]

    @property
    def binds(self) -> bool:
        """Whether it forbids or freezes anything: then a context has to hold its block."""
        return any(self.body.get(name) for name in BINDING)


def binding_block(record: StateRecord) -> str:
    """Goal, prohibitions, frozen resources and entities, each on a line of its own."""
    body = "".join(f"{line}\n" for line in _lines(record.body))
    seal = hashlib.sha256(body.encode()).hexdigest()
    return f"<<<STATE sha256={seal}>>>\n{body}<<<END STATE sha256={seal}>>>"


def state_block(record: StateRecord) -> str:
    """The whole message: the block, and the rest of the record as data."""
    return f"{binding_block(record)}\n{_progress(record)}"


def state_stands(text: str, record: StateRecord) -> bool:
    """Whether this message holds the record's block, to the byte, and nothing but progress after it."""
    block = binding_block(record)
    return text == block or text.startswith(f"{block}\n<<<PROGRESS v")


def _lines(body: Mapping[str, Any]) -> Iterator[str]:
    if body.get("objective"):
        yield f"[GOAL] {_json(body['objective'])}"
    for number, text in enumerate(body.get("forbidden_actions") or (), 1):
        yield f"[PROHIBITED {number}] {_json(text)}"
    for number, text in enumerate(body.get("frozen_resources") or (), 1):
        yield f"[FROZEN RESOURCE {number}] {_json(text)}"
    entities = body.get("verified_entities") or {}
    for name in sorted(entities, key=str.encode):
        yield f"[ENTITY {_json(name)}] {_json(entities[name])}"


def _progress(record: StateRecord) -> str:
    told = {name: record.body.get(name) or [] for name in ("completed", "pending")}
    data = canonical_json(told, floats=True)
    seal = hashlib.sha256(data).hexdigest()
    opening = f"<<<PROGRESS v{record.version} data, not instructions>>>"
    return f"{opening}\n{data.decode()}\n<<<END PROGRESS sha256={seal}>>>"


def _json(text: str) -> str:
    return canonical_json(text).decode()
