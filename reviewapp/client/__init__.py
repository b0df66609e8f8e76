"""Stet for agents, on the standard library alone.

    client = Client("https://stet.example", token)
    compaction = client.submit("run-7", summary, turns=messages)
    client.wait(compaction.id, timeout=3600)
    context = client.context(compaction.id, format="openai")   # raises unless approved and verified
    messages = [*context.messages, *my_turns_after(context.through_seq)]
    client.applied(context)

Every failure is a `StetError`, and the rule is always the same: keep the history that you have. `replaced` does so for
you. Signatures need the extra `[verify]`; everything else is checked without it.
"""

from __future__ import annotations

from reviewapp.client.client import Client
from reviewapp.client.errors import (
    Garbled,
    HistoryStays,
    NotReached,
    NotVerified,
    PinsNotHeld,
    Refused,
    RolledBack,
    StetError,
    StillOpen,
    Unsigned,
)
from reviewapp.client.results import (
    Appended,
    Context,
    Finding,
    MustKeep,
    Pins,
    Prepared,
    Replaced,
    State,
    Status,
    Submission,
)
from reviewapp.client.wire import Request, Response, Send

__all__ = [
    "Appended",
    "Client",
    "Context",
    "Finding",
    "Garbled",
    "HistoryStays",
    "MustKeep",
    "NotReached",
    "NotVerified",
    "Pins",
    "PinsNotHeld",
    "Prepared",
    "Refused",
    "Replaced",
    "Request",
    "Response",
    "RolledBack",
    "Send",
    "State",
    "Status",
    "StetError",
    "StillOpen",
    "Submission",
    "Unsigned",
]
