"""LangChain: messages as `messages_to_dict`, `model_dump` or `dumpd` write them.

A compaction is a human message with `lc_source` "summarization", or one that begins as the middleware begins it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from reviewapp.importers.blocks import openai_message, text_of, turns
from reviewapp.importers.types import Entry, Event, NotRead, PastCompaction

_ROLES = {"human": "user", "ai": "assistant", "system": "system", "tool": "tool", "function": "function"}
_OPENING = "Here is a summary of the conversation to date:"


class LangChain:
    name: ClassVar[str] = "langchain"
    title: ClassVar[str] = "LangChain"

    @staticmethod
    def recognises(entry: Entry) -> bool:
        if "lc" in entry and entry.get("type") == "constructor":
            return True
        return _role(entry) is not None and ("data" in entry or "content" in entry) and "uuid" not in entry

    def events(self, entry: Entry, line: int) -> Iterator[Event]:
        role, fields = _role(entry), _fields(entry)
        if role is None or fields is None:
            yield NotRead(line, f"unknown type {entry.get('type')!r}")
        elif _is_summary(role, fields):
            yield PastCompaction(line, text_of(fields.get("content")).removeprefix(_OPENING).strip())
        else:
            message = {**fields, "role": role}
            yield from turns(role, openai_message(message), line, entry_id=text_of(fields.get("id")))

    def finish(self) -> Iterator[Event]:
        yield from ()


def _role(entry: Entry) -> str | None:
    kind = entry.get("type")
    if kind == "constructor" and isinstance(entry.get("id"), list) and entry["id"]:
        kind = text_of(entry["id"][-1])
    return _ROLES.get(text_of(kind).removesuffix("Chunk").removesuffix("Message").lower())


def _fields(entry: Entry) -> Mapping[str, Any] | None:
    for name in ("data", "kwargs"):
        if isinstance(entry.get(name), dict):
            return dict(entry[name])
    return entry if "content" in entry else None


def _is_summary(role: str, fields: Mapping[str, Any]) -> bool:
    more = fields.get("additional_kwargs")
    marked = isinstance(more, dict) and more.get("lc_source") == "summarization"
    return marked or (role == "user" and text_of(fields.get("content")).startswith(_OPENING))
