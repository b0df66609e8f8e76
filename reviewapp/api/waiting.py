"""`GET /api/v1/compactions/{id}?wait=25`: the wait itself, on the event loop, before any thread is taken.

A waiting agent costs a task and a place in one shared query, no page thread and no database connection of its own.
When the decision is there or the time is over, the request goes on to the same view as every other, which alone
checks the token and words the answer: here nothing is answered and nothing is granted.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
from collections.abc import Awaitable, Callable, MutableMapping, Set
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import parse_qs
from uuid import UUID

from django.db import DatabaseError, InterfaceError, close_old_connections
from django.db.models import QuerySet

from reviewapp.conf import conf
from reviewapp.models import Compaction
from reviewapp.services.teams import tokens

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLL_EVERY = 0.5  # seconds
MOST_WAITING = 1_000  # in a process; who comes after is answered at once and asks again
MOST_OF_ONE = 250  # of one token, so that one agent gone wild leaves room for the others
AT_ONCE = 2  # of those who waited are answered at the same time, so that the other threads are there for pages
SHORTEST = 0.8  # of the seconds asked for: agents that began together do not all come back together

Q = TypeVar("Q")
A = TypeVar("A")

log = logging.getLogger(__name__)
_PATH = re.compile(r"/api/v1/compactions/([0-9a-fA-F-]{36})\Z")
_database = ThreadPoolExecutor(max_workers=1, thread_name_prefix="waits")


@dataclass(frozen=True, eq=False)
class Wait:
    """One request that asked to wait; equal to no other."""

    compaction_id: UUID
    bearer: str
    seconds: int


class WaitBefore:
    """An ASGI application around another: holds back what asks to wait, changes nothing else."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.hub = Hub(may_wait, still_open)
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        wait = wanted(scope) if scope["type"] == "http" else None
        if wait is not None and await self.hub.decided(wait):
            await self._in_turn(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _in_turn(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The turn ends where the answer begins: whoever reads it slowly holds up nobody."""
        await self._turns.acquire()
        with ExitStack() as turn:
            turn.callback(self._turns.release)

            async def begun(message: MutableMapping[str, Any]) -> None:
                turn.close()
                await send(message)

            await self.app(scope, receive, begun)


def wanted(scope: Scope) -> Wait | None:
    """The wait that a request asks for; None where it asks for none or can't have it."""
    found = _PATH.match(scope["path"]) if scope["method"] == "GET" else None
    if found is None:
        return None
    seconds = parse_qs(scope["query_string"].decode("latin-1")).get("wait", [""])[-1]
    scheme, _, bearer = dict(scope["headers"]).get(b"authorization", b"").decode("latin-1").partition(" ")
    if not re.fullmatch(r"[0-9]{1,2}", seconds) or int(seconds) > conf.wait_seconds or scheme.lower() != "bearer":
        return None
    try:
        return Wait(UUID(found[1]), bearer.strip(), int(seconds))
    except ValueError:
        return None


class Hub:
    """All waits of one event loop: one query for all of them, and only while there are any."""

    def __init__(self, may_wait: Callable[[Wait], bool], still_open: Callable[[Set[UUID]], Set[UUID]]) -> None:
        self._may_wait = may_wait
        self._still_open = still_open
        self._waiting: dict[Wait, asyncio.Event] = {}
        self._poll: asyncio.Task[None] | None = None

    async def decided(self, wait: Wait) -> bool:
        """Returns when the compaction is no longer open or the time is over; False at once to who may not wait."""
        if self._full_for(wait) or not await _in_database_thread(self._may_wait, wait):
            return False
        event = self._waiting[wait] = asyncio.Event()
        if self._poll is None or self._poll.done():
            self._poll = asyncio.create_task(self._poll_while_waiting())
        try:
            await asyncio.wait_for(event.wait(), wait.seconds * random.uniform(SHORTEST, 1))  # noqa: S311  # no secret
        except TimeoutError:
            pass
        finally:
            del self._waiting[wait]
        return True

    def _full_for(self, wait: Wait) -> bool:
        of_one = sum(other.bearer == wait.bearer for other in self._waiting)
        return of_one >= MOST_OF_ONE or len(self._waiting) >= MOST_WAITING

    async def _poll_while_waiting(self) -> None:
        while self._waiting:
            await asyncio.sleep(POLL_EVERY)
            asked = {wait.compaction_id for wait in self._waiting}
            over = asked - await _in_database_thread(self._still_open, asked)
            for wait, event in self._waiting.items():
                if wait.compaction_id in over:
                    event.set()


async def _in_database_thread(question: Callable[[Q], A], about: Q) -> A:
    return await asyncio.get_running_loop().run_in_executor(_database, question, about)


def may_wait(wait: Wait) -> bool:
    """Whether the token is good and the compaction is its team's and open."""
    close_old_connections()
    try:
        token = tokens.authenticate(wait.bearer)
        return token is not None and _open().filter(team_id=token.team_id, id=wait.compaction_id).exists()
    except (DatabaseError, InterfaceError):
        return False  # the view will meet the same failure, and words it


def still_open(ids: Set[UUID]) -> Set[UUID]:
    close_old_connections()
    try:
        return set(_open().filter(id__in=ids).values_list("id", flat=True))
    except (DatabaseError, InterfaceError):
        log.warning("wait_without_database")
        return frozenset()


def _open() -> QuerySet[Compaction]:
    return Compaction.objects.open()
