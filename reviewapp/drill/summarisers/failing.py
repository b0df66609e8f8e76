"""Summarisers that fail, each in one way: what a gate must survive."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from reviewapp.drill.summarisers.asked import Asked, Summarise, SummariserFailed


def malformed(asked: Asked) -> str:
    """A tool call where a summary should be, and cut off within it."""
    return (
        '{"tool_calls": [{"function": {"name": "write_summary", "arguments": "{\\"text\\": \\"' + asked.transcript[:80]
    )


def empty(_asked: Asked) -> str:
    return ""


def inflated(asked: Asked) -> str:
    """Longer than all that it is to replace, with nothing of it."""
    said = "The conversation went on in good spirits and many things were discussed at length. "
    return said * (1 + 2 * asked.round * asked.most // len(said))


def unavailable(_asked: Asked) -> str:
    raise SummariserFailed("unavailable")


FAILING: Mapping[str, Summarise] = MappingProxyType(
    {
        "malformed": malformed,
        "empty": empty,
        "inflated": inflated,
        "unavailable": unavailable,
    }
)
