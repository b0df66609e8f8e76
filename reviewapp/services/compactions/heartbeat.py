"""A worker that is at it says so: its lease is renewed while the work lasts, and runs out soon after it died."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from threading import Event, Thread
from uuid import UUID

from django.db import Error as DatabaseError
from django.db import connection

from reviewapp.conf import conf
from reviewapp.guard.states import State
from reviewapp.models import Compaction
from reviewapp.services.locks import now

log = logging.getLogger(__name__)

BEATS = 3  # in the time of one lease


@contextmanager
def renewed(compaction: Compaction, lease: UUID) -> Iterator[None]:
    """Renews the lease from a thread of its own until the block ends."""
    done = Event()
    thread = Thread(target=_beat, args=(compaction, lease, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def renew(compaction: Compaction, lease: UUID) -> bool:
    """Whether the row is still this worker's; if so, for one more lease."""
    rows = Compaction.objects.filter(team_id=compaction.team_id, id=compaction.id, state=State.ANALYSING)
    until = now() + timedelta(seconds=conf.lease_seconds)
    return bool(rows.filter(lease_token=lease).update(lease_until=until))


def _beat(compaction: Compaction, lease: UUID, done: Event) -> None:
    while not done.wait(conf.lease_seconds / BEATS):
        try:
            if not renew(compaction, lease):
                return
        except DatabaseError as error:
            log.warning("a lease was not renewed", extra={"compaction": str(compaction.id)}, exc_info=error)
        finally:
            connection.close()  # of this thread alone
