"""Stet for agents, on the standard library alone.

    gate = Gate(Client("https://stet.example", token), "run-7", format="openai")
    held = gate.hold(messages, summarise)   # waits until a person has decided
    messages = held.messages                # the approved context, or what it was

`Client` has each step by itself, `AsyncClient` and `AsyncGate` are the same for asyncio, `integrations` has adapters
for frameworks. Every failure is a `StetError`, and the rule is always the same: keep the history that you have.
Signatures need the extra `[verify]`; everything else is checked without it.
"""

from __future__ import annotations

from reviewapp.client.aio import AsyncClient, AsyncGate
from reviewapp.client.ceiling import Ceiling, Policy
from reviewapp.client.client import Client
from reviewapp.client.conversation import Base, Conversation, Look
from reviewapp.client.errors import (
    BaseMoved,
    CeilingReached,
    Garbled,
    HistoryStays,
    NotReached,
    NotVerified,
    PinsNotHeld,
    Refused,
    RolledBack,
    StetError,
    StillOpen,
    Unreviewable,
    Unsigned,
)
from reviewapp.client.gate import Gate, Held
from reviewapp.client.memory import FileMemory
from reviewapp.client.results import (
    Appended,
    Context,
    Finding,
    MustKeep,
    Pins,
    Prepared,
    Replaced,
    Standing,
    State,
    Status,
    Submission,
)
from reviewapp.client.wire import Request, Response, Send

__all__ = [
    "Appended",
    "AsyncClient",
    "AsyncGate",
    "Base",
    "BaseMoved",
    "Ceiling",
    "CeilingReached",
    "Client",
    "Context",
    "Conversation",
    "FileMemory",
    "Finding",
    "Garbled",
    "Gate",
    "Held",
    "HistoryStays",
    "Look",
    "MustKeep",
    "NotReached",
    "NotVerified",
    "Pins",
    "PinsNotHeld",
    "Policy",
    "Prepared",
    "Refused",
    "Replaced",
    "Request",
    "Response",
    "RolledBack",
    "Send",
    "Standing",
    "State",
    "Status",
    "StetError",
    "StillOpen",
    "Submission",
    "Unreviewable",
    "Unsigned",
]
