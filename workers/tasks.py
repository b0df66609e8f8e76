"""The way in for the workers: each task is one call of a service."""

from __future__ import annotations

from uuid import UUID

from reviewapp.services.compactions import analysis
from workers.app import ANALYSE, SWEEP, app


@app.task(name=ANALYSE)  # type: ignore[untyped-decorator]  # celery publishes no types
def analyse(compaction_id: str) -> None:
    analysis.analyse(compaction_id=UUID(compaction_id))


@app.task(name=SWEEP)  # type: ignore[untyped-decorator]  # celery publishes no types
def sweep() -> None:
    analysis.sweep()
