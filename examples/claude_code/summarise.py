"""Writes the summary that `stet claude-code install --summarise "python summarise.py"` has reviewed.

On the standard input: `messages` of the session and `must_keep`, what the last reviewer wants to find in it, as JSON.
This one takes the first line of each thing that the user said; have your model write a better one.
"""

from __future__ import annotations

import json
import sys
from typing import Any


def text(content: Any) -> str:
    parts = [content] if isinstance(content, str) else [part.get("text", "") for part in content]
    return "\n".join(parts).strip().partition("\n")[0]


given = json.load(sys.stdin)
typed = [text(message["content"]) for message in given["messages"] if message["role"] == "user"]
print("The user said:", *[f"- {line}" for line in [*typed, *given["must_keep"]] if line], sep="\n")
