"""The server's entry: waits run on the event loop, everything else in threads.

A thread reads its request's body only when the view asks for it, so that the API can refuse by
headers alone; and a waiting agent holds no thread that a page could need.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from a2wsgi import WSGIMiddleware
from django.core.asgi import get_asgi_application
from environs import Env

from reviewapp.wsgi import application as _wsgi

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping
    from typing import Any

    Scope = MutableMapping[str, Any]
    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]

_waits = get_asgi_application()
_threads = WSGIMiddleware(_wsgi, workers=Env().int("STET_WEB_THREADS", 8))
_WAITABLE = re.compile(r"/api/v1/compactions/[^/]+/?\Z")


def is_wait(scope: Scope) -> bool:
    """Whether this request may stay open: one compaction, asked for with `wait`."""
    return (
        scope["method"] == "GET"
        and _WAITABLE.match(scope["path"]) is not None
        and b"wait" in parse_qs(scope["query_string"], keep_blank_values=True)
    )


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "http":
        await (_waits if is_wait(scope) else _threads)(scope, receive, send)
    elif scope["type"] == "lifespan":
        await _lifespan(receive, send)
    else:
        await send({"type": "websocket.close", "code": 1000})


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        event = str((await receive())["type"])
        await send({"type": f"{event}.complete"})
        if event == "lifespan.shutdown":
            return
