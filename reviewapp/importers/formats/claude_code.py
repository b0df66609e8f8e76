"""Claude Code: one JSON object a line, as it writes them under `~/.claude/projects`.

A compaction is a `compact_boundary` and, after it, a user line with `isCompactSummary`. Lines of sub-agents
(`isSidechain`) belong to another conversation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from reviewapp.engine.types import Origin
from reviewapp.importers.blocks import blocks, text_of, turns
from reviewapp.importers.types import Entry, Event, Kept, NotRead, PastCompaction

_SPEAK = frozenset({"user", "assistant"})
_SILENT = frozenset(  # lines that hold no turn
    {
        *("summary", "attachment", "progress", "queue-operation", "last-prompt", "api-request", "cost-state", "mode"),
        *("file-history-snapshot", "custom-title", "ai-title", "agent-name", "agent-color", "tag", "pr-link"),
        *("permission-mode", "result", "stream_event"),
    }
)
_HARNESS = re.compile(
    r"\s*(?:<(?:system-reminder|command-|local-command|bash-|task-notification)|Caveat: |\[Request interrupted)"
)
_OPENING = re.compile(
    r"This session is being continued from a previous conversation.{0,400}?(?:Summary:|below[^\n]*:)\s*", re.S
)
_CLOSING = re.compile(
    r"\n+(?:Please continue the conversation from where (?:we|it) left|Continue the conversation from where it left"
    r"|If you need specific details from before compaction).*\Z",
    re.S,
)
_THOUGHT = re.compile(r"\A\s*<analysis>.*?</analysis>\s*", re.S)
_TAGGED = re.compile(r"\A<summary>(.*?)(?:</summary>\s*)?\Z", re.S)


class ClaudeCode:
    name: ClassVar[str] = "claude-code"
    title: ClassVar[str] = "Claude Code"

    def __init__(self) -> None:
        self._boundary: tuple[int, Kept] | None = None

    @staticmethod
    def recognises(entry: Entry) -> bool:
        spoken = entry.get("type") in _SPEAK and isinstance(entry.get("message"), dict)
        return (spoken and ("uuid" in entry or "sessionId" in entry)) or entry.get("subtype") == "compact_boundary"

    def events(self, entry: Entry, line: int) -> Iterator[Event]:
        kind = entry.get("type")
        if entry.get("isSidechain"):
            yield NotRead(line, "a sub-agent's conversation", known=True)
        elif kind == "system" and entry.get("subtype") == "compact_boundary":
            yield from self.finish()
            self._boundary = (line, _kept(entry))
        elif kind in _SPEAK and isinstance(entry.get("message"), dict):
            yield from self._spoken(entry, entry["message"], line)
        elif kind == "system" or kind in _SILENT:
            yield NotRead(line, f"type {kind}", known=True)
        else:
            yield NotRead(line, f"unknown type {kind!r}")

    def finish(self) -> Iterator[Event]:
        """A boundary whose summary never came."""
        if self._boundary:
            line, kept = self._boundary
            self._boundary = None
            yield PastCompaction(line, "", kept, "the transcript holds no summary after this boundary")

    def _spoken(self, entry: Entry, message: Entry, line: int) -> Iterator[Event]:
        if entry.get("isCompactSummary"):
            kept = self._boundary[1] if self._boundary else Kept()
            self._boundary = None
            yield PastCompaction(line, unframed(text_of(message.get("content"))), kept)
            return
        role = str(message.get("role") or entry["type"])
        about: dict[str, Any] = {"entry_id": text_of(entry.get("uuid")), "at": text_of(entry.get("timestamp"))}
        for block in blocks(message.get("content")):
            harness = role == "user" and (entry.get("isMeta") or _HARNESS.match(block.content))
            yield from turns(role, iter([block]), line, origin=Origin.HARNESS if harness else None, **about)


def unframed(summary: str) -> str:
    """The summary without the sentences that the program puts around it, which no turn said."""
    opened = _OPENING.match(summary)
    inner = _THOUGHT.sub("", _CLOSING.sub("", summary[opened.end() :] if opened else summary))
    tagged = _TAGGED.match(inner.strip())
    return (tagged[1] if tagged else inner).strip()


def _kept(entry: Entry) -> Kept:
    """The tail that was carried on word for word, in either spelling of the program's versions."""
    about: Any = entry.get("compactMetadata") or entry.get("compact_metadata") or {}
    segment = about.get("preservedSegment") or about.get("preserved_segment") if isinstance(about, dict) else None
    if not isinstance(segment, dict):
        return Kept()
    return Kept(from_id=text_of(segment.get("headUuid") or segment.get("head_uuid")))
