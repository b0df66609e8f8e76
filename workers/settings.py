"""What the processes of the broker agree on: names of tasks and queues, and Celery's settings.

Sending a task by its name needs no import of its code; beat, which only sends, rests on this alone.
"""

from __future__ import annotations

from typing import Any

from celery.schedules import schedule
from django.conf import settings

from reviewapp.conf import conf

ANALYSE = "stet.analyse"
SWEEP = "stet.sweep"
DISPATCH = "stet.dispatch"
DELIVER = "stet.deliver"
DIGESTS = "stet.digests"
QUEUE = "stet"
OUT = "stet-out"  # what waits for others: a receiver that is slow must not keep an analysis waiting


SETTINGS: dict[str, Any] = {
    "broker_url": settings.REDIS_URL,
    # A broker that does not answer costs one second; the sweeper rings again.
    "broker_transport_options": {
        "visibility_timeout": conf.visibility_timeout,
        "socket_timeout": 1,
        "socket_connect_timeout": 1,
        "retry_on_timeout": False,
        "max_retries": 1,
        "interval_start": 0,
    },
    "broker_connection_timeout": 1,
    "broker_connection_retry_on_startup": True,
    "task_publish_retry": False,
    "task_default_queue": QUEUE,
    "task_queues": {QUEUE: {}, OUT: {}},
    "task_routes": {DISPATCH: {"queue": OUT}, DELIVER: {"queue": OUT}, DIGESTS: {"queue": OUT}},
    "task_serializer": "json",
    "accept_content": ["json"],
    "result_backend": None,
    "task_ignore_result": True,
    # A message is gone only once its work is done; a second delivery finds the lease taken.
    "task_acks_late": True,
    "task_reject_on_worker_lost": True,
    "task_time_limit": conf.task_time_limit,
    "task_soft_time_limit": conf.task_soft_limit,
    "worker_prefetch_multiplier": 1,
    "worker_max_tasks_per_child": 200,
    "worker_hijack_root_logger": False,
    "worker_redirect_stdouts": False,
    "beat_schedule": {
        "sweep": {
            "task": SWEEP,
            "schedule": schedule(run_every=conf.sweep_seconds),
            # A sweep that waited longer than the pause between two has nothing to add to the next.
            "options": {"expires": conf.sweep_seconds},
        }
    },
    "timezone": "UTC",
}
