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
from reviewapp.api.waiting import WaitBefore  # isort: skip

_threads: Any = WSGIMiddleware(cast("Any", pages_and_api), workers=Env().int("STET_WEB_THREADS", 8))
application = WaitBefore(_threads)
