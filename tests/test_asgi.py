"""Whether a process lives is answered before anything that could hang, and under any name."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from reviewapp import asgi
from reviewapp.api.waiting import App


def answers(app: App, method: str, path: str) -> list[Any]:
    """What an application sends for a request that names a host nobody allows."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        raise AssertionError("nothing is read")

    scope = {"type": "http", "method": method, "path": path, "headers": [(b"host", b"10.1.2.3:8000")]}

    async def call() -> None:
        await app(scope, receive, send)

    asyncio.run(call())
    return sent


async def hangs(*_: object) -> None:
    raise TimeoutError


@pytest.mark.parametrize(("method", "body"), [("GET", b"ok\n"), ("HEAD", b"")])
def test_life_is_told_while_all_else_hangs(method: str, body: bytes) -> None:
    start, end = answers(asgi.AliveFirst(hangs), method, "/healthz")
    assert (start["status"], end["body"]) == (200, body)


@pytest.mark.parametrize(("method", "path"), [("POST", "/healthz"), ("GET", "/readyz"), ("GET", "/")])
def test_all_else_goes_on(method: str, path: str) -> None:
    with pytest.raises(TimeoutError):
        answers(asgi.AliveFirst(hangs), method, path)


def test_the_server_runs_it() -> None:
    assert isinstance(asgi.application, asgi.AliveFirst)
