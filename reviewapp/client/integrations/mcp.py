"""A server of the Model Context Protocol, `stet mcp`: what a model may ask Stet by itself.

It advises and enforces nothing: a model calls a tool or does not. Only an adapter holds a compaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

from reviewapp.client.client import Client
from reviewapp.client.errors import PinsNotHeld, StetError

ADVICE = (
    "Stet keeps the rules that people pinned for a session, and its original turns. These tools advise and enforce "
    "nothing: a pin that you propose counts once a person accepted it, and no tool here changes what you are given. "
    "Before an act that can't be undone, check that the pinned rules still stand in your context."
)
Severity = Literal["ADVISORY", "HARD_DENIAL", "FATAL_FALSIFICATION"]
T = TypeVar("T")


def server(client: Client) -> MCPServer:
    """Its tools; a failure of Stet is told to the model as an error of the tool."""
    made = MCPServer("stet", instructions=ADVICE)

    @made.tool()
    def propose_pin(session: str, key: str, text: str, severity: Severity = "ADVISORY") -> dict[str, Any]:
        """Ask that a rule be pinned, in its exact words. It counts only once a person accepted it.

        key: a short name, such as no-prod-deletes. severity: how bad breaking it would be.
        """
        return told(lambda: dict(client.propose_pin(key, text, session=session, severity=severity)))

    @made.tool()
    def read_pinned_block(session: str) -> str:
        """The rules that people pinned for this session, word for word. They stand above any summary of it."""
        return told(lambda: client.pins(session).block)

    @made.tool()
    def recall_turn(session: str, turn: int) -> dict[str, Any]:
        """The original words behind a citation: for [[turn:12]] in a summary, turn is 12."""
        return told(lambda: dict(client.turn(session, turn)))

    @made.tool()
    def recall_words(session: str, words: str) -> dict[str, Any]:
        """The original turns of the session that hold these words, each with an excerpt and its number."""
        return told(lambda: dict(client.recall(session, words)))

    @made.tool()
    def check_pinned(session: str, messages: list[dict[str, Any]]) -> dict[str, Any]:
        """Whether these messages hold the pinned block to the byte, and if not, which rules are missing or altered.

        messages: your context from its first message on, each with role and content.
        """
        return told(lambda: _checked(client, session, messages))

    return made


def told(call: Callable[[], T]) -> T:
    try:
        return call()
    except StetError as error:
        raise ToolError(f"{type(error).__name__}: {error}") from error


def _checked(client: Client, session: str, messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    try:
        client.assert_pinned(session, messages)
    except PinsNotHeld as error:
        return error.verdict
    return {"held": True}
