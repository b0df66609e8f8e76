"""A worker that answers at once, for tests of what comes after it.

What an edit sends back to the workers is analysed, in this process, as soon as the service's own transaction is over:
no lock is held by then.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local
from uuid import UUID

import pytest
from django.db import transaction

from reviewapp.services import locks
from reviewapp.services.compactions import analysis, refresh


class _Worker(local):
    """Of one thread: how deep its services' transactions are nested, and what they have sent back."""

    depth = 0

    def __init__(self) -> None:
        self.waiting: list[UUID] = []

    @contextmanager
    def atomic(self) -> Iterator[None]:
        self.depth += 1
        try:
            with transaction.atomic():
                yield
        except BaseException:
            self.waiting.clear()
            raise
        finally:
            self.depth -= 1
        while self.waiting and not self.depth:
            analysis.analyse(compaction_id=self.waiting.pop())


@pytest.fixture(autouse=True)
def worker_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = _Worker()
    monkeypatch.setattr(locks, "django_transaction", worker)
    monkeypatch.setattr(refresh, "enqueue_analysis", lambda row: worker.waiting.append(row))
