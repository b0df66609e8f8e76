"""The same client for asyncio: each call runs in a thread of its own pool, so that the event loop never waits."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial, update_wrapper
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from reviewapp.client.client import Client
from reviewapp.client.gate import Gate, Held, History, Summarise
from reviewapp.client.results import MustKeep, Submission

THREADS = 32  # calls at the same time, of one client; a wait takes one for as long as it lasts

P = ParamSpec("P")
T = TypeVar("T")

SummariseAsync = Callable[[Sequence[MustKeep]], Awaitable[str]]


class _Pool:
    def __init__(self, threads: int) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="stet")

    async def run(self, call: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, call)

    def close(self) -> None:
        self._threads.shutdown(wait=False)


def _call(method: Callable[Concatenate[Client, P], T]) -> Callable[Concatenate[AsyncClient, P], Awaitable[T]]:
    async def awaited(self: AsyncClient, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._pool.run(partial(method, self.sync, *args, **kwargs))

    update_wrapper(awaited, method)
    return awaited


class AsyncClient:
    """`Client` with every method awaited; takes what `Client` takes. `sync` is the client behind it."""

    def __init__(self, url: str, token: str, *, threads: int = THREADS, **options: Any) -> None:
        self.sync = Client(url, token, **options)
        self._pool = _Pool(threads)

    append_turns = _call(Client.append_turns)
    prepare = _call(Client.prepare)
    status = _call(Client.status)
    wait = _call(Client.wait)
    context = _call(Client.context)
    verify = _call(Client.verify)
    applied = _call(Client.applied)
    replaced = _call(Client.replaced)
    assert_pinned = _call(Client.assert_pinned)
    withdraw = _call(Client.withdraw)
    close = _call(Client.close)
    standing = _call(Client.standing)
    pins = _call(Client.pins)
    state = _call(Client.state)
    write_state = _call(Client.write_state)
    turn = _call(Client.turn)
    recall = _call(Client.recall)
    retrieve = _call(Client.retrieve)
    receipt = _call(Client.receipt)
    keys = _call(Client.keys)

    async def submit(self, session: str, summary: str, **fields: Any) -> Submission:
        return await self._pool.run(partial(self.sync.submit, session, summary, **fields))

    async def propose_pin(self, key: str, text: str, **fields: Any) -> Mapping[str, Any]:
        return await self._pool.run(partial(self.sync.propose_pin, key, text, **fields))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        self._pool.close()


class AsyncGate:
    """`Gate` with every method awaited; `summary` may be an async function."""

    def __init__(self, client: AsyncClient, session: str, **options: Any) -> None:
        self.sync = Gate(client.sync, session, **options)
        self._pool = client._pool

    async def hold(self, history: History, summary: str | Summarise | SummariseAsync, **options: Any) -> Held:
        given = summary if isinstance(summary, str) else _from_thread(summary)
        return await self._pool.run(partial(self.sync.hold, history, given, **options))

    async def replaced(self, history: History) -> Held:
        return await self._pool.run(partial(self.sync.replaced, history))

    async def assert_pinned(self, context: Any) -> None:
        await self._pool.run(partial(self.sync.assert_pinned, context))


def _from_thread(summarise: Summarise | SummariseAsync) -> Summarise:
    """A function that a thread may call: what has to be awaited is awaited by the loop that is running now."""
    loop = asyncio.get_running_loop()

    async def on_loop(must_keep: Sequence[MustKeep]) -> str:
        told = summarise(must_keep)
        return str(await told) if inspect.isawaitable(told) else str(told)

    return lambda must_keep: asyncio.run_coroutine_threadsafe(on_loop(must_keep), loop).result()
