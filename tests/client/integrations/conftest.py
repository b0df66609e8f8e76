"""What every adapter is tested with: the words of a user, a person who decides, and a server that is gone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connections

from reviewapp.client import MustKeep, NotReached, Request, Response
from tests.api.flow import LOSSY, RULE
from tests.client.conftest import ThroughDjango

ASKED = (f"Move the cluster to the new VPC. {RULE}", "Keep me posted.", "How far are you?")


class Compactor:
    """Writes the same summary whatever it is shown; `wanted` is what it was asked to keep, each time."""

    def __init__(self) -> None:
        self.wanted: list[list[str]] = []

    async def __call__(self, _shown: Sequence[Any], must_keep: Sequence[MustKeep]) -> str:
        self.wanted.append([kept.quote for kept in must_keep])
        return LOSSY


def dead(_request: Request) -> Response:
    raise NotReached("no answer from http://localhost")


def in_threads(request: Request) -> Response:
    """The test client for a thread that ends: its connection must not outlive it."""
    try:
        return ThroughDjango()(request)
    finally:
        connections.close_all()
