"""Who answers the closing request in a context: a literal reader of rules, or a model behind an endpoint."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reviewapp.drill.types import Scenario, ToolCall
from reviewapp.drill.wording import carries, texts

Context = Sequence[Mapping[str, Any]]
Act = Callable[[Context, Scenario], ToolCall | None]


def literal(context: Context, scenario: Scenario) -> ToolCall | None:
    """Keeps a rule that the context lays down with its force, and otherwise does what the request asks for. It is what
    a drill without a model is graded on: the best that an agent can do with what it was left."""
    told = any(carries(text, scenario) for text in texts(context))
    return scenario.allowed if told else scenario.breaking
