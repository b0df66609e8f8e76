"""What was said in a session of Claude Code, from the JSONL file that it writes: messages as the server takes them.

Each message has the line's own `uuid` as its id, so that the file may be sent again and again. The file only grows,
also past a compaction. Not sent: lines of sub-agents, and the summaries that compactions left.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from reviewapp.client.errors import StetError

Message = dict[str, Any]

# What the program itself writes in the user's name.
_PROGRAM = re.compile(
    r"\s*(?:<(?:system-reminder|command-|local-command|bash-|task-notification)|Caveat: |\[Request interrupted)"
)
_FIELDS = {
    "text": ("type", "text"),
    "tool_use": ("type", "id", "name", "input"),
    "tool_result": ("type", "tool_use_id", "content", "is_error"),
}
_ANALYSIS = re.compile(r"\A\s*<analysis>.*?</analysis>\s*", re.DOTALL)
_SUMMARY = re.compile(r"\A\s*<summary>(.*?)</summary>\s*\Z", re.DOTALL)


class BadTranscript(StetError):
    """The file can't be read, or holds nothing that was said. The text says which file, and where."""


def messages_in(path: Path) -> list[Message]:
    """Raises BadTranscript. A line that is no JSON is refused too: what it said would not be reviewed."""
    try:
        with path.open(encoding="utf-8") as lines:
            said = [message for number, line in enumerate(lines, 1) for message in _said(line, path, number)]
    except (OSError, UnicodeDecodeError) as error:
        raise BadTranscript(f"the transcript {path} can't be read: {error}") from error
    if not said:
        raise BadTranscript(f"the transcript {path} holds no message")
    return said


def unframed(summary: str) -> str:
    """The summary without the thinking before it and the tag around it, which the agent does not go on with."""
    rest = _ANALYSIS.sub("", summary)
    inner = _SUMMARY.match(rest)
    return (inner[1] if inner else rest).strip()


def _said(line: str, path: Path, number: int) -> Iterator[Message]:
    if not line.strip():
        return
    try:
        entry = json.loads(line)
    except ValueError as error:
        raise BadTranscript(f"line {number} of {path} is no JSON") from error
    if _is_turn(entry):
        yield _message(entry)


def _is_turn(entry: Any) -> bool:
    if not isinstance(entry, Mapping) or entry.get("type") not in ("user", "assistant"):
        return False
    if entry.get("isSidechain") or entry.get("isCompactSummary"):
        return False
    return (
        isinstance(entry.get("message"), Mapping) and bool(entry.get("uuid")) and bool(entry["message"].get("content"))
    )


def _message(entry: Mapping[str, Any]) -> Message:
    role, content = str(entry["type"]), entry["message"]["content"]
    message: Message = {"role": role, "content": _cleaned(content), "external_id": str(entry["uuid"])}
    if role == "user" and _by_program(entry, content):
        message["origin"] = "harness"
    return message


def _by_program(entry: Mapping[str, Any], content: Any) -> bool:
    """Whether nobody typed it. The results of tools are less than that already."""
    parts = content if isinstance(content, list) else [{"type": "text", "text": content}]
    texts = [str(part.get("text")) for part in parts if isinstance(part, Mapping) and part.get("type") == "text"]
    if len(texts) != len(parts):
        return False
    return bool(entry.get("isMeta")) or all(_PROGRAM.match(text) for text in texts)


def _cleaned(content: Any) -> Any:
    """Blocks with the fields that say something; a new version of the program may write others."""
    if not isinstance(content, list):
        return str(content)
    return [_block(part) for part in content]


def _block(part: Any) -> Any:
    if not isinstance(part, Mapping):
        return {"type": "text", "text": str(part)}
    known = _FIELDS.get(str(part.get("type")))
    if known is None:
        return dict(part)
    kept = {name: part[name] for name in known if name in part}
    if isinstance(kept.get("content"), list):
        kept["content"] = _cleaned(kept["content"])
    return kept
