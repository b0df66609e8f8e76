"""The way out to the workers: names and ids, sent after commit. A doorbell that fails is a delay, never a loss."""

from __future__ import annotations

import logging
from functools import partial
from uuid import UUID

from django.db import transaction
from kombu.exceptions import OperationalError
from redis import Redis
from redis.exceptions import RedisError

from workers.app import ANALYSE, QUEUE, app

log = logging.getLogger(__name__)


def enqueue_analysis(compaction_id: UUID) -> None:
    """Tells a worker, once the current transaction is committed, that this compaction wants to be analysed."""
    transaction.on_commit(partial(ring_now, compaction_id), robust=True)


def ring_now(compaction_id: UUID) -> bool:
    """Whether the broker took the message. If not, the sweeper sends it again."""
    try:
        app.send_task(ANALYSE, args=[str(compaction_id)])
    except (OperationalError, RedisError, OSError) as error:
        log.warning("the broker did not take a message", extra={"task": ANALYSE, "error": type(error).__name__})
        return False
    return True


def waiting() -> int:
    """How many messages the broker holds for workers. Raises when it can't say."""
    with Redis.from_url(app.conf.broker_url, socket_timeout=1, socket_connect_timeout=1) as broker:
        return int(broker.llen(QUEUE))
