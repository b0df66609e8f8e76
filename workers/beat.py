"""The Celery application of beat: `celery --app workers.beat beat`.

It sends a name every few seconds. Without the code of the tasks and without Django's models it needs half the memory.
"""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reviewapp.settings")

from workers.settings import SETTINGS  # the settings module has to be named first

app = Celery("stet", fixups=[])
app.conf.update(SETTINGS)
