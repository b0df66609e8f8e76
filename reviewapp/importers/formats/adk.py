"""Google ADK: session events, in either spelling of their fields (`invocationId`, `invocation_id`).

A compaction is an event whose `actions.compaction` names the stretch of time that it replaces.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from reviewapp.importers.blocks import Block, call, result, text_of, turns
from reviewapp.importers.types import Entry, Event, Kept, NotRead, PastCompaction


class GoogleADK:
    name: ClassVar[str] = "adk"
    title: ClassVar[str] = "Google ADK"

    @staticmethod
    def recognises(entry: Entry) -> bool:
        return "author" in entry and ("invocationId" in entry or "invocation_id" in entry)

    def events(self, entry: Entry, line: int) -> Iterator[Event]:
        compaction = _member(_member(entry, "actions"), "compaction")
        if compaction:
            yield _compaction(compaction, line)
        elif "author" not in entry:
            yield NotRead(line, f"member {next(iter(entry), '')} of the document", known=len(entry) == 1)
        else:
            role = "user" if entry["author"] == "user" else "assistant"
            about: dict[str, Any] = {"entry_id": text_of(entry.get("id")), "at": text_of(entry.get("timestamp"))}
            parts: Any = _member(entry, "content").get("parts")
            for part in parts if isinstance(parts, list) else []:
                yield from turns(role, _block(part) if isinstance(part, dict) else iter(()), line, **about)

    def finish(self) -> Iterator[Event]:
        yield from ()


def _member(entry: Entry, name: str) -> Entry:
    value = entry.get(name)
    return value if isinstance(value, dict) else {}


def _either(entry: Entry, snake: str) -> Any:
    """A field under its own name or the camel-cased one."""
    head, *rest = snake.split("_")
    return entry.get(snake, entry.get(head + "".join(map(str.capitalize, rest))))


def _block(part: Entry) -> Iterator[Block]:
    called, answered = _either(part, "function_call"), _either(part, "function_response")
    if isinstance(called, dict):
        yield call(called.get("name"), called.get("args"), called.get("id"))
    elif isinstance(answered, dict):
        yield from result(answered.get("response"), answered.get("id"), answered.get("name"))
    elif isinstance(part.get("text"), str):
        yield Block(part["text"], "reasoning" if part.get("thought") else "text")
    else:
        yield Block(f"[{next(iter(part), 'part')}]", "placeholder")


def _compaction(compaction: Entry, line: int) -> PastCompaction:
    content = _either(compaction, "compacted_content")
    parts: Any = content.get("parts") if isinstance(content, dict) else content
    summary = text_of(parts)
    start, end = _time(_either(compaction, "start_timestamp")), _time(_either(compaction, "end_timestamp"))
    kept = Kept() if start is None or end is None else Kept(outside=(start, end))
    return PastCompaction(line, summary, kept, "" if summary else "the event holds no summary")


def _time(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None
