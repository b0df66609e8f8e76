"""The way out to the workers: names and ids, sent after commit. A doorbell that fails is a delay, never a loss."""

from __future__ import annotations

import logging
from functools import partial
from uuid import UUID

from django.db import transaction
from kombu.exceptions import OperationalError
from redis import Redis
from redis.exceptions import RedisError

from workers.app import app
from workers.settings import ANALYSE, DELIVER, DIGESTS, DISPATCH, QUEUE

log = logging.getLogger(__name__)


def enqueue_analysis(compaction_id: UUID) -> None:
    """Tells a worker, once the current transaction is committed, that this compaction wants to be analysed."""
    transaction.on_commit(partial(ring_now, compaction_id), robust=True)


def ring_now(compaction_id: UUID) -> bool:
    """Whether the broker took the message. If not, the sweeper sends it again."""
    return _send(ANALYSE, str(compaction_id))


def enqueue_dispatch() -> None:
    """Once the current transaction is committed: there are events to be told."""
    transaction.on_commit(partial(_send, DISPATCH), robust=True)


def enqueue_delivery(endpoint_id: UUID) -> None:
    """Once the current transaction is committed: something waits for this webhook endpoint."""
    transaction.on_commit(partial(_send, DELIVER, str(endpoint_id)), robust=True)


def enqueue_digests() -> None:
    """Once the current transaction is committed: somebody may be due a digest."""
    transaction.on_commit(partial(_send, DIGESTS), robust=True)


def _send(task: str, *args: str) -> bool:
    try:
        app.send_task(task, args=args)
    except (OperationalError, RedisError, OSError) as error:
        log.warning("the broker did not take a message", extra={"task": task, "error": type(error).__name__})
        return False
    return True


def waiting() -> int:
    """How many messages the broker holds for workers. Raises when it can't say."""
    with Redis.from_url(app.conf.broker_url, socket_timeout=1, socket_connect_timeout=1) as broker:
        return int(broker.llen(QUEUE))
