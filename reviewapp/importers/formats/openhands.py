"""OpenHands: events with a `kind`, as a conversation stores them.

A compaction is a `Condensation`, which names the events that it forgot; all others stayed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from reviewapp.importers.blocks import Block, blocks, call, result, text_of, turns
from reviewapp.importers.types import Entry, Event, Kept, NotRead, PastCompaction

_SILENT = frozenset({"CondensationSummaryEvent", "CondensationRequest", "ConversationStateUpdateEvent", "PauseEvent"})


class OpenHands:
    name: ClassVar[str] = "openhands"
    title: ClassVar[str] = "OpenHands"

    @staticmethod
    def recognises(entry: Entry) -> bool:
        kind = text_of(entry.get("kind"))
        return kind == "Condensation" or (kind.endswith("Event") and "source" in entry)

    def events(self, entry: Entry, line: int) -> Iterator[Event]:
        kind = text_of(entry.get("kind"))
        about: dict[str, Any] = {"entry_id": text_of(entry.get("id")), "at": text_of(entry.get("timestamp"))}
        if kind == "Condensation":
            yield _condensation(entry, line)
        elif kind == "MessageEvent":
            message: Any = entry.get("llm_message") if isinstance(entry.get("llm_message"), dict) else {}
            yield from turns(text_of(message.get("role")), blocks(message.get("content")), line, **about)
        elif kind == "SystemPromptEvent":
            yield from turns("system", blocks([entry.get("system_prompt")]), line, **about)
        elif kind == "ActionEvent":
            yield from turns("assistant", _action(entry), line, **about)
        elif kind == "ObservationEvent" or kind.endswith("ErrorEvent"):
            answer = result(_observed(entry), entry.get("tool_call_id"), entry.get("tool_name"))
            yield from turns("tool", answer, line, **about)
        else:
            yield NotRead(line, f"unknown kind {kind!r}", known=kind in _SILENT)

    def finish(self) -> Iterator[Event]:
        yield from ()


def _condensation(entry: Entry, line: int) -> PastCompaction:
    ids: Any = entry.get("forgotten_event_ids")
    forgotten = frozenset(map(text_of, ids)) if isinstance(ids, list) else frozenset()
    summary = text_of(entry.get("summary"))
    return PastCompaction(
        line, summary, Kept(forgotten=forgotten), "" if summary else "events were dropped unsummarised"
    )


def _action(entry: Entry) -> Iterator[Block]:
    yield from blocks(entry.get("thought"))
    made: Any = entry.get("tool_call")
    made = made if isinstance(made, dict) else {}
    inner: Any = made.get("function") if isinstance(made.get("function"), dict) else made
    name = entry.get("tool_name") or inner.get("name")
    arguments = inner.get("arguments") or entry.get("action")
    yield call(name, arguments, entry.get("tool_call_id") or made.get("id"))


def _observed(entry: Entry) -> Any:
    seen: Any = entry.get("observation", entry.get("error"))
    if isinstance(seen, dict):
        return seen.get("content") or seen.get("output") or seen
    return seen
