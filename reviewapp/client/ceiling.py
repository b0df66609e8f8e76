"""What a model is given when the history outgrows its limit before anybody decided. Never a summary nobody saw."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from reviewapp.client.errors import CeilingReached
from reviewapp.guard.sandwich import SYSTEM_ROLES

LEFT_OUT = "[{count} earlier messages are left out here: their summary still waits for review. Nothing replaces them.]"


class Policy(StrEnum):
    """`keep`: the whole history, whatever the model says to it. `stop`: CeilingReached."""

    KEEP = "keep"
    TRUNCATE = "truncate_narrative_keep_pins"
    STOP = "stop"


def tokens_about(messages: Sequence[Any]) -> int:
    """A quarter of the characters, as JSON: near enough to hold a limit with some room below it."""
    return len(json.dumps(list(messages), ensure_ascii=False, default=str)) // 4


@dataclass(frozen=True)
class Ceiling:
    """`size`: the most that `measure` may give for what goes to the model."""

    size: int
    policy: Policy | str = Policy.KEEP
    measure: Callable[[Sequence[Any]], int] = tokens_about

    def __post_init__(self) -> None:
        object.__setattr__(self, "policy", Policy(self.policy))

    def over(self, messages: Sequence[Any]) -> bool:
        return self.measure(messages) > self.size

    def fitted(self, history: Sequence[Mapping[str, Any]], block: Callable[[], str]) -> Sequence[Mapping[str, Any]]:
        """What to give to the model in place of `history`, which itself stays whole.

        `block` gives the pinned block that has to stand in it. Raises CeilingReached where the policy says so, or where
        even the last message does not fit; whatever `block` raises is raised.
        """
        if self.policy is Policy.KEEP or not self.over(history):
            return history
        if self.policy is Policy.STOP:
            raise CeilingReached(f"the history is over its ceiling of {self.size}, and nobody has decided yet")
        opening = _opening(history, block())
        rest = [message for message in history if not _is_system(message)]
        for start in _whole_starts(rest):
            kept = [*opening, _notice(start), *rest[start:]]
            if not self.over(kept):
                return kept
        raise CeilingReached(f"not even the pins and the last message fit into a ceiling of {self.size}")


def _is_system(message: Mapping[str, Any]) -> bool:
    return str(message.get("role")).lower() in SYSTEM_ROLES


def _opening(history: Sequence[Mapping[str, Any]], block: str) -> list[Mapping[str, Any]]:
    """All system messages, and the pinned block as the last of them: an older block gives way to this one."""
    system = [message for message in history if _is_system(message)]
    others = [message for message in system if not str(message.get("content")).startswith("<<<PINNED ")]
    return [*others, {"role": "system", "content": block}]


def _notice(count: int) -> Mapping[str, Any]:
    return {"role": "user", "content": LEFT_OUT.format(count=count)}


def _whole_starts(rest: Sequence[Mapping[str, Any]]) -> list[int]:
    """Where the kept end may begin: at no answer of a tool, whose call would be missing."""
    return [index for index in range(1, len(rest)) if not _answers_a_call(rest[index])]


def _answers_a_call(message: Mapping[str, Any]) -> bool:
    if message.get("role") in ("tool", "function") or message.get("tool_call_id"):
        return True
    content = message.get("content")
    return isinstance(content, list) and any(
        isinstance(part, Mapping) and str(part.get("type")).endswith("tool_result") for part in content
    )
