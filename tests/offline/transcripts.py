"""Transcripts as an agent's program writes them, made of turns and summaries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

FRAME = (
    "This session is being continued from a previous conversation that ran out of context. "
    "The summary below covers the earlier portion of the conversation.\n\nSummary:\n{}\n\n"
    "Please continue the conversation from where we left it off without asking the user any further questions."
)


def claude_code(turns: Iterable[dict[str, str]], summary: str, start: int = 0) -> Iterator[str]:
    """The lines of one stretch of a session: its turns (`role`, `content`), the boundary and the summary."""
    number = start
    for number, turn in enumerate(turns, start=start):
        yield _line(number, turn["role"], turn["content"])
    yield json.dumps({"type": "system", "subtype": "compact_boundary", "uuid": f"b{number}", "compactMetadata": {}})
    framed = {"role": "user", "content": FRAME.format(summary)}
    yield json.dumps({"type": "user", "uuid": f"s{number}", "isCompactSummary": True, "message": framed})


def _line(number: int, role: str, content: str) -> str:
    said: Any = content
    if role == "tool":
        role, said = "user", [{"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": content}]
    about = {"uuid": f"t{number}", "parentUuid": f"t{number - 1}", "sessionId": "s", "isSidechain": False}
    return json.dumps({"type": role, **about, "message": {"role": role, "content": said}})
