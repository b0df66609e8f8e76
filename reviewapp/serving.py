"""How the web server runs: `gunicorn --config python:reviewapp.serving reviewapp.asgi:application`.

Read by the server before it loads the application. One process more costs little memory, since all are forked from one
that has loaded it; one that ends is started again. Addresses are given on the command line.
"""

from __future__ import annotations

import gc
import logging
import os

from environs import Env

from reviewapp.logging import logging_config

_env = Env()

worker_class = "uvicorn_worker.UvicornWorker"
workers = _env.int("STET_WEB_PROCESSES", os.cpu_count() or 1)
preload_app = True
keepalive = 5  # seconds that an idle connection is kept
timeout = 60  # seconds without a sign of life of a process's event loop until it is replaced
graceful_timeout = 15  # seconds for what is under way, when the service stops
control_socket_disable = True  # it would lie in the home of who runs it, one for all servers


def pre_fork(_server: object, _process: object) -> None:
    """What is loaded by now stays one copy: the collector would write into every page of it in each process."""
    gc.collect()
    gc.freeze()


_log = logging_config(_env.log_level("LOG_LEVEL", logging.INFO))
logconfig_dict = {
    **_log,
    "loggers": {
        **_log["loggers"],
        "gunicorn.error": {"handlers": ["stderr"], "propagate": False},
        "gunicorn.access": {"level": "CRITICAL"},
    },
}
