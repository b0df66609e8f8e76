"""How often a token may ask: counted in Redis for all processes, and in this process alone while Redis is away."""

from __future__ import annotations

import threading
import time
from functools import cache

from django.conf import settings
from redis import Redis
from redis.exceptions import RedisError

from reviewapp.conf import conf

WINDOW = 60  # seconds
LOCAL_SHARE = 4  # without Redis each process grants a quarter, so that several don't add up to much more than the limit
AWAY_FOR = 10.0  # seconds without asking a Redis that failed: one that hangs would cost every request its timeout


class Local:
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


class Shared:
    """Requests of a window in all processes."""

    def __init__(self) -> None:
        self._away_until = 0.0

    def add(self, key: str, window: int) -> int | None:
        """None where Redis can't say."""
        if time.monotonic() < self._away_until:
            return None
        try:
            return self._add(f"api-rate:{key}:{window}")
        except (RedisError, OSError):
            self._away_until = time.monotonic() + AWAY_FOR
            return None

    def _add(self, name: str) -> int:
        """One round trip; a window's count goes away by itself."""
        pipeline = _redis().pipeline(transaction=False)
        count, _set = pipeline.incr(name).expire(name, 2 * WINDOW, nx=True).execute()
        return int(count)


@cache
def _redis() -> Redis[bytes]:
    """One for all threads of this process; it has a pool of connections, each with the time limits of the caches."""
    return Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1)


shared, local = Shared(), Local()


def seconds_to_wait(key: str) -> int:
    """0 where this request is within the limit, else the seconds until the next window."""
    now = time.time()
    window, most = int(now // WINDOW), conf.requests_per_minute
    count = shared.add(key, window)
    over = local.add(key, window) > max(1, most // LOCAL_SHARE) if count is None else count > most
    return WINDOW - int(now % WINDOW) if over else 0
