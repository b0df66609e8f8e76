"""How often a token may ask: counted in Redis for all processes, and in this process alone while Redis is away."""

from __future__ import annotations

import threading
import time

from django.core.cache import cache
from redis.exceptions import RedisError

from reviewapp.conf import conf

WINDOW = 60  # seconds
LOCAL_SHARE = 4  # without Redis each process grants a quarter, so that several don't add up to much more than the limit


class LocalCounter:
    """Requests of the current window in this process."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._window = 0
        self._counts: dict[str, int] = {}

    def add(self, key: str, window: int) -> int:
        with self._lock:
            if window != self._window:
                self._window, self._counts = window, {}
            self._counts[key] = self._counts.get(key, 0) + 1
            return self._counts[key]


_local = LocalCounter()


def seconds_to_wait(key: str) -> int:
    """0 where this request is within the limit, else the seconds until the next window."""
    now = time.time()
    window = int(now // WINDOW)
    try:
        over = _shared(f"api-rate:{key}:{window}") > conf.requests_per_minute
    except (RedisError, OSError):
        over = _local.add(key, window) > max(1, conf.requests_per_minute // LOCAL_SHARE)
    return WINDOW - int(now % WINDOW) if over else 0


def _shared(key: str) -> int:
    if cache.add(key, 1, timeout=2 * WINDOW):
        return 1
    try:
        return int(cache.incr(key))
    except ValueError:  # the key went between the two calls
        return 1
