"""GET /compactions/{id}?wait=n over ASGI: the wait is held on the event loop, and answered by the same view."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Set
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import OperationalError, connections

from reviewapp.api import waiting
from reviewapp.api.waiting import Hub, Wait, WaitBefore, may_wait, still_open, wanted
from reviewapp.models import Compaction
from reviewapp.services.teams import tokens
from tests.api.agents import Agent, bearer, people
from tests.api.flow import submitted

ID = UUID(int=7)


def scope(path: str = f"/api/v1/compactions/{ID}", query: bytes = b"wait=25", **changed: Any) -> dict[str, Any]:
    headers = [(b"authorization", b"Bearer secret")]
    return {"type": "http", "method": "GET", "path": path, "query_string": query, "headers": headers, **changed}


def test_it_reads_what_is_asked_for() -> None:
    found = wanted(scope())
    assert found is not None
    assert (found.compaction_id, found.bearer, found.seconds) == (ID, "secret", 25)


@pytest.mark.parametrize(
    "other",
    [
        {"method": "POST"},
        {"path": "/api/v1/compactions"},
        {"path": f"/api/v1/compactions/{ID}/context"},
        {"path": f"/api/v1/compactions/{'-' * 36}"},
        {"query": b""},
        {"query": b"wait=26"},
        {"query": b"wait=-1"},
        {"query": "wait=٣".encode()},
        {"query": b"wait=\xff"},
        {"headers": []},
        {"headers": [(b"authorization", b"Basic x")]},
    ],
)
def test_what_is_no_wait_is_not_held(other: dict[str, Any]) -> None:
    assert wanted(scope(**other)) is None


class Clockwork:
    """A hub over a set of open ids, with the questions it asked."""

    def __init__(self, *open_ids: UUID) -> None:
        self.open = set(open_ids)
        self.asked: list[Set[UUID]] = []
        self.hub = Hub(lambda wait: wait.compaction_id in self.open, self._still_open)

    def _still_open(self, ids: Set[UUID]) -> Set[UUID]:
        self.asked.append(ids)
        return self.open & ids


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiting, "POLL_EVERY", 0.01)


def test_a_decision_ends_every_wait_for_it() -> None:
    other, clockwork = uuid4(), Clockwork(ID)
    clockwork.open.add(other)

    async def run() -> None:
        waits = [asyncio.create_task(clockwork.hub.decided(Wait(ID, "t", 25))) for _ in range(200)]
        longer = asyncio.create_task(clockwork.hub.decided(Wait(other, "t", 25)))
        while len(clockwork.asked) < 3:  # by the third, all of them wait
            await asyncio.sleep(0)
        clockwork.open.discard(ID)
        await asyncio.gather(*waits)
        assert not longer.done()
        longer.cancel()

    asyncio.run(run())
    assert {ID, other} in clockwork.asked, "one question for all who wait"


def test_a_wait_ends_with_its_time() -> None:
    clockwork = Clockwork(ID)
    asyncio.run(clockwork.hub.decided(Wait(ID, "t", 0)))
    assert clockwork.open == {ID}


def test_who_may_not_wait_is_answered_at_once() -> None:
    clockwork = Clockwork()
    asyncio.run(clockwork.hub.decided(Wait(ID, "t", 25)))
    assert clockwork.asked == []


@pytest.mark.parametrize("limit", ["MOST_WAITING", "MOST_OF_ONE"])
def test_a_full_house_is_answered_at_once(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    monkeypatch.setattr(waiting, limit, 0)
    clockwork = Clockwork(ID)
    asyncio.run(clockwork.hub.decided(Wait(ID, "t", 25)))
    assert clockwork.asked == []


def test_every_other_request_goes_straight_on() -> None:
    seen: list[str] = []

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.append(scope["type"])

    async def nothing(*_args: Any) -> Any:
        raise AssertionError("the wait itself neither reads nor answers")

    async def run() -> None:
        held = WaitBefore(app)
        held.hub = Clockwork().hub
        for one in (scope(), scope(method="POST"), {"type": "lifespan"}):
            await held(one, nothing, nothing)

    asyncio.run(run())
    assert seen == ["http", "http", "lifespan"]


class Slow:
    """An application whose answers begin when they are let, and are read by nobody."""

    def __init__(self) -> None:
        self.let, self.computing, self.most, self.pages = asyncio.Event(), 0, 0, 0

    async def __call__(self, scope: Any, _receive: Any, send: Any) -> None:
        if scope["method"] == "POST":
            self.pages += 1
            return
        self.computing += 1
        self.most = max(self.most, self.computing)
        await self.let.wait()
        self.computing -= 1
        await send({"type": "http.response.start"})


def test_those_who_waited_are_answered_in_turn_and_leave_threads_to_pages() -> None:
    begun = 0

    async def run() -> None:
        nonlocal begun
        app, never_read = Slow(), asyncio.Event()
        held = WaitBefore(app)
        held.hub = Clockwork(ID).hub

        async def read_by_nobody(_message: Any) -> None:
            nonlocal begun
            begun += 1
            await never_read.wait()

        waits = [asyncio.create_task(held(scope(query=b"wait=0"), None, read_by_nobody)) for _ in range(20)]  # type: ignore[arg-type]  # nothing is received
        while app.computing < waiting.AT_ONCE:
            await asyncio.sleep(0)
        await held(scope(method="POST"), None, read_by_nobody)  # type: ignore[arg-type]  # nothing is received
        app.let.set()
        while begun < 20:
            await asyncio.sleep(0)
        assert (app.most, app.pages) == (waiting.AT_ONCE, 1)
        for task in waits:
            task.cancel()

    asyncio.run(run())


def test_agents_that_began_together_do_not_come_back_together(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    async def noted(waits: Any, seconds: float) -> None:
        waits.close()
        given.append(seconds)

    async def run() -> None:
        hub = Clockwork(ID).hub
        await asyncio.gather(*(hub.decided(Wait(ID, "t", 25)) for _ in range(50)))

    monkeypatch.setattr(asyncio, "wait_for", noted)
    asyncio.run(run())
    assert 20 <= min(given) < max(given) <= 25
    assert len(set(given)) > 40


@pytest.fixture
def in_its_thread(transactional_db: None) -> Iterator[ThreadPoolExecutor]:
    """A thread whose database connection is closed at the end, so that the test's database can go."""
    with ThreadPoolExecutor(max_workers=1) as thread:
        yield thread
        thread.submit(connections.close_all).result()


def test_the_database_says_who_may_wait(in_its_thread: ThreadPoolExecutor) -> None:
    secret, stranger = bearer(people("ours")), bearer(people("theirs"))
    id_ = UUID(submitted(Agent(secret))["id"])

    def asks(bearer: str, id_: UUID = id_) -> bool:
        return in_its_thread.submit(may_wait, Wait(id_, bearer, 1)).result()

    assert asks(secret)
    assert not asks(stranger)
    assert not asks("stet_x")
    assert not asks(secret, uuid4())
    assert in_its_thread.submit(still_open, {id_, ID}).result() == {id_}
    Agent(secret).post(f"/compactions/{id_}/withdraw", {})
    assert Compaction.objects.get().state == "withdrawn"
    assert not asks(secret)
    assert in_its_thread.submit(still_open, {id_}).result() == set()


@pytest.mark.django_db  # both look first whether the thread's own connection is too old, whichever test opened it
def test_without_a_database_nobody_is_held(monkeypatch: pytest.MonkeyPatch) -> None:
    def down(*_args: object) -> None:
        raise OperationalError

    monkeypatch.setattr(tokens, "authenticate", down)
    monkeypatch.setattr(waiting, "_open", down)
    assert not may_wait(Wait(ID, "t", 1))
    assert still_open({ID}) == set()
