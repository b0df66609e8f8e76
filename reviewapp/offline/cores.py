"""The analyses of a large transcript, shared out over the cores of the machine."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

from reviewapp.offline.losses import Ask, Found, Held, at_once, found

LARGE = 4_000_000  # bytes of a file from which on it pays to start processes
AHEAD = 2  # analyses that wait or run for each process: what bounds the memory


@contextmanager
def asking(size: int) -> Iterator[tuple[Ask, int]]:
    """How to ask for an analysis of a file of `size` bytes, and how many to ask for before the first is answered.

    A file that is not large, or of unknown size (0), is analysed in this process."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if size < LARGE or cores == 1:
        yield at_once, 0
        return
    with ProcessPoolExecutor(cores, mp_context=multiprocessing.get_context("spawn")) as pool:

        def shared(held: Held) -> Callable[[], Found]:
            return pool.submit(found, held).result

        yield shared, AHEAD * cores
