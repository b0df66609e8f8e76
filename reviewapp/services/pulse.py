"""Whether the work in the background goes on. Beat sends the sweep, the broker carries it, a worker does it and says so
in the database: one sign, which is missing where any of them is, or where the disk takes nothing any more."""

from __future__ import annotations

from datetime import timedelta

from django.db.models.functions import Now

from reviewapp.conf import conf
from reviewapp.models import Heartbeat
from reviewapp.services.locks import now

SWEEPER = "sweeper"


def beat() -> None:
    """Said by each sweep."""
    Heartbeat.objects.update_or_create(name=SWEEPER, defaults={"at": Now()})


def silent_for() -> timedelta | None:
    """Since when nothing was heard, where that is too long: two sweeps and ten seconds. None while all is well.

    A database that was never swept has been silent for as long as one can be."""
    last = Heartbeat.objects.filter(name=SWEEPER).values_list("at", flat=True).first()
    silence = timedelta.max if last is None else now() - last
    return silence if silence > timedelta(seconds=2 * conf.sweep_seconds + 10) else None
