"""The server's entry: pages and API run in threads, waits are held back on the event loop before them.

A thread reads its request's body only when the view asks for it, so that the API can refuse by
headers alone; and a waiting agent holds no thread that a page could need.
"""

from __future__ import annotations

from typing import Any, cast

from a2wsgi import WSGIMiddleware
from environs import Env

from reviewapp.wsgi import application as pages_and_api

# After the line above, which sets Django up: the wait reads models.
from reviewapp.api.waiting import App, Receive, Scope, Send, WaitBefore  # isort: skip


class AliveFirst:
    """An ASGI application around another: answers whether the process lives on the event loop, whatever holds the
    threads or the database, and whoever asks under whatever name, since a health check has none."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] != "/healthz" or scope["method"] not in ("GET", "HEAD"):
            await self.app(scope, receive, send)
            return
        headers = [(b"content-type", b"text/plain"), (b"x-content-type-options", b"nosniff")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else b"ok\n"})


_threads: Any = WSGIMiddleware(cast("Any", pages_and_api), workers=Env().int("STET_WEB_THREADS", 8))
application = AliveFirst(WaitBefore(_threads))
