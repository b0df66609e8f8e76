"""The one way in which Stet itself calls others: webhooks, judges, summarisers. Knows nothing of what it sends."""

from __future__ import annotations

from reviewapp.outbound.addresses import Forbidden, Target, parse_allowed
from reviewapp.outbound.client import Answer, Limits, OutboundError, TooSlow, Unreachable, post

__all__ = [
    "Answer",
    "Forbidden",
    "Limits",
    "OutboundError",
    "Target",
    "TooSlow",
    "Unreachable",
    "parse_allowed",
    "post",
]
