"""The way in for the workers: each task is one call of a service."""

from __future__ import annotations

from uuid import UUID

from reviewapp.services import dispatch, pulse
from reviewapp.services.compactions import analysis
from reviewapp.services.notices import digests
from reviewapp.services.webhooks import sending
from workers.app import app
from workers.settings import ANALYSE, DELIVER, DIGESTS, DISPATCH, SWEEP


@app.task(name=ANALYSE)  # type: ignore[untyped-decorator]  # celery publishes no types
def analyse(compaction_id: str) -> None:
    analysis.analyse(compaction_id=UUID(compaction_id))


@app.task(name=SWEEP)  # type: ignore[untyped-decorator]  # celery publishes no types
def sweep() -> None:
    analysis.sweep()
    pulse.beat()


@app.task(name=DISPATCH)  # type: ignore[untyped-decorator]  # celery publishes no types
def dispatch_events() -> None:
    dispatch.dispatch()


@app.task(name=DELIVER)  # type: ignore[untyped-decorator]  # celery publishes no types
def deliver(endpoint_id: str) -> None:
    sending.deliver(UUID(endpoint_id))


@app.task(name=DIGESTS)  # type: ignore[untyped-decorator]  # celery publishes no types
def send_digests() -> None:
    digests.send_due()
