"""A database of its own for a benchmark: the servers that come with the project, empty tables, gone afterwards."""

from __future__ import annotations

import logging
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from reviewapp.local.prepare import environment
from reviewapp.local.servers import throwaway_servers


@contextmanager
def fresh_database() -> Iterator[None]:
    """Sets up Django on new servers, with the settings of production but for their addresses."""
    with tempfile.TemporaryDirectory(prefix="stet-bench-", dir="/tmp") as name:  # its mode is 0700
        folder = Path(name)
        with throwaway_servers(folder, given={}) as urls:
            os.environ.update(environment(folder, urls, "http://localhost:8000"), DATABASE_URL=urls.database)
            os.environ["DJANGO_SETTINGS_MODULE"] = "reviewapp.settings"
            _migrate()
            yield
            _close()


def _migrate() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    logging.disable(logging.CRITICAL)  # a figure should not wait for a terminal


def _close() -> None:
    from django.db import connections

    connections.close_all()


def milliseconds(act: Callable[[], object], times: int = 15, warm_up: int = 2) -> float:
    """Median wall time of one call."""
    for _ in range(warm_up):
        act()
    return median(_once(act) for _ in range(times))


def _once(act: Callable[[], object]) -> float:
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1000
