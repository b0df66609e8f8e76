"""The Celery application. Messages carry ids only and may be lost, doubled or late: the database is the truth."""

from __future__ import annotations

import gc
import os

from celery import Celery
from celery.signals import worker_before_create_process, worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reviewapp.settings")

from workers.settings import SETTINGS  # the settings module has to be named first

app = Celery("stet", set_as_current=True)
app.conf.update(SETTINGS, imports=("workers.tasks",))


def _load_before_forking(**_given: object) -> None:
    """Its tables are the larger part of a worker's memory; the processes of a pool share what was there before them."""
    from reviewapp import engine

    engine.analyse([], "")


def _share_memory(**_given: object) -> None:
    """What is loaded by now stays one copy: the collector would write into every page of it in each process."""
    gc.collect()
    gc.freeze()


worker_init.connect(_load_before_forking)
worker_before_create_process.connect(_share_memory)
