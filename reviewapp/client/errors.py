"""What can go wrong. All of it means: keep the history that you have.

StetError
├── NotReached        no answer, after every try
├── Garbled           an answer that this API does not give
├── Refused           the server said no: `status`, `code`, `field`
│   └── HistoryStays  there is no context to apply: not approved, or absorbed by a later compaction
├── StillOpen         nobody has decided yet
├── BaseMoved         what was approved stands for another history than this one
├── CeilingReached    the history outgrew its ceiling before anybody decided
├── Unreviewable      the history holds an encrypted compaction, which nobody can read
├── PinsNotHeld       a context lacks a pin, or holds it with other bytes
└── NotVerified       digest, signature, pins or receipt do not fit
    ├── Unsigned      signatures can't be checked here, and the caller did not waive them
    └── RolledBack    an epoch older than one seen before
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class StetError(Exception):
    """Keep the history that you have."""


class NotReached(StetError):
    pass


class Garbled(StetError):
    pass


class Refused(StetError):
    """`code` is for programs; `field` is a JSON pointer into the body, or the name of a header or parameter."""

    def __init__(
        self, status: int, code: str, message: str, field: str | None = None, details: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(f"{status} {code}: {message}" + (f" ({field})" if field else ""))
        self.status = status
        self.code = code
        self.message = message
        self.field = field
        self.details = dict(details or {})


class HistoryStays(Refused):
    pass


class StillOpen(StetError):
    pass


class BaseMoved(StetError):
    pass


class CeilingReached(StetError):
    pass


class Unreviewable(StetError):
    """No summary of such a history can be reviewed, since nobody can say what it stands for."""


class PinsNotHeld(StetError):
    """`verdict` is the server's: which pins are missing, altered or stale."""

    def __init__(self, verdict: Mapping[str, Any]) -> None:
        super().__init__(f"the pinned block is {verdict.get('block')}")
        self.verdict = dict(verdict)


class NotVerified(StetError):
    pass


class Unsigned(NotVerified):
    pass


class RolledBack(NotVerified):
    pass
