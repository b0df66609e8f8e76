"""What may be forgotten: counted in Redis for all processes, and in this process alone while Redis is away.

allauth counts tries at a login in the default cache. Without a stand-in nobody could log in while Redis is away, and
with a cache that takes nothing anybody could try passwords for ever.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, ClassVar

from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

AWAY_FOR = 10.0  # seconds without asking a Redis that failed: one that hangs would cost every call its timeout

log = logging.getLogger(__name__)


class FallbackCache(RedisCache):
    """The operations that a lock and a count need; the others answer as Redis does, errors included."""

    away_until: ClassVar[float] = 0.0  # of the process: each thread has a cache object of its own

    def __init__(self, server: str | list[str], params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._local = LocMemCache("while-redis-is-away", {"KEY_PREFIX": self.key_prefix})

    def add(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._either(super().add, self._local.add, *args, **kwargs))

    def get(self, *args: Any, **kwargs: Any) -> Any:
        return self._either(super().get, self._local.get, *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> None:
        self._either(super().set, self._local.set, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> bool:
        return bool(self._either(super().delete, self._local.delete, *args, **kwargs))

    def _either(self, shared: Callable[..., Any], local: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        if time.monotonic() >= FallbackCache.away_until:
            try:
                return shared(*args, **kwargs)
            except (RedisError, OSError) as error:
                FallbackCache.away_until = time.monotonic() + AWAY_FOR
                log.warning("redis_away", extra={"error": type(error).__name__, "seconds": AWAY_FOR})
        return local(*args, **kwargs)
