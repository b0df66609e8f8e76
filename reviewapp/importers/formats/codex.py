"""Codex: a rollout file, `{timestamp, type, payload}` a line, whose items are those of the Responses API.

A compaction is a line of type `compacted`. What its `replacement_history` repeats word for word was kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from reviewapp.engine.types import Origin
from reviewapp.importers.blocks import text_of
from reviewapp.importers.formats.openai_responses import items
from reviewapp.importers.types import ENCRYPTED, Entry, Event, ImportedTurn, Kept, NotRead, PastCompaction

_TYPES = frozenset({"session_meta", "response_item", "turn_context", "event_msg", "compacted"})
_HARNESS = re.compile(r"\s*<(?:environment_context|permissions|turn_aborted|collaboration_mode|model_switch)")
_OPENING = re.compile(r"Another language model started to solve this problem and produced a summary[^\n]*\n*")


class Codex:
    name: ClassVar[str] = "codex"
    title: ClassVar[str] = "Codex"

    @staticmethod
    def recognises(entry: Entry) -> bool:
        return entry.get("type") in _TYPES and isinstance(entry.get("payload"), dict)

    def events(self, entry: Entry, line: int) -> Iterator[Event]:
        kind, payload = entry.get("type"), entry.get("payload")
        if kind not in _TYPES or not isinstance(payload, dict):
            yield NotRead(line, f"unknown type {kind!r}")
        elif kind == "compacted":
            yield _compaction(payload, line)
        elif kind == "response_item":
            yield from map(_as_spoken, items(payload, line, at=text_of(entry.get("timestamp"))))
        else:
            yield NotRead(line, f"type {kind}", known=True)  # what they say stands in response items too

    def finish(self) -> Iterator[Event]:
        yield from ()


def _as_spoken(event: Event) -> Event:
    if isinstance(event, ImportedTurn) and event.turn.role == "user" and _HARNESS.match(event.turn.content):
        return replace(event, turn=replace(event.turn, origin=Origin.HARNESS))
    return event


def _compaction(payload: Entry, line: int) -> PastCompaction:
    history: Any = payload.get("replacement_history")
    stays = [item for item in history if isinstance(item, dict)] if isinstance(history, list) else []
    texts = frozenset(
        each.turn.content for item in stays for each in items(item, line) if isinstance(each, ImportedTurn)
    )
    summary = _OPENING.sub("", text_of(payload.get("message")), count=1).strip()
    sealed = any(item.get("type") in ("compaction", "compaction_summary") for item in stays)
    unreadable = "" if summary else ENCRYPTED if sealed else "the line holds no summary"
    return PastCompaction(line, summary, Kept(texts=texts - {""}), unreadable)
