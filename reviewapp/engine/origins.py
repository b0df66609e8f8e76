"""Who speaks in a turn."""

from __future__ import annotations

from enum import StrEnum


class Origin(StrEnum):
    """Who speaks. Only BINDING origins can lay down a rule; a rule first met elsewhere is suspect."""

    USER = "user"
    SYSTEM = "system"
    AGENT = "agent"
    TOOL = "tool"
    MEMORY = "memory"
    HARNESS = "harness"
    SUMMARY = "summary"


BINDING = frozenset({Origin.USER, Origin.SYSTEM, Origin.MEMORY})

ORIGIN_OF_ROLE = {
    "user": Origin.USER,
    "human": Origin.USER,
    "system": Origin.SYSTEM,
    "developer": Origin.SYSTEM,
    "assistant": Origin.AGENT,
    "agent": Origin.AGENT,
    "ai": Origin.AGENT,
    "model": Origin.AGENT,
    "tool": Origin.TOOL,
    "function": Origin.TOOL,
    "tool_result": Origin.TOOL,
    "memory": Origin.MEMORY,
    "harness": Origin.HARNESS,
    "summary": Origin.SUMMARY,
}
