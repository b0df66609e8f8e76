"""Over the real broker: killing the worker or emptying Redis delays an analysis and loses nothing."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

import pytest
from django.db import connection, transaction

from reviewapp.local import Urls
from reviewapp.models import Analysis, AuditEntry, Compaction
from tests.workers.processes import beat, empty_broker, kill, until, worker
from tests.world import World
from workers import queue

pytestmark = pytest.mark.django_db(transaction=True)


def states() -> list[str]:
    return sorted(Compaction.objects.values_list("state", flat=True))


def test_a_worker_takes_a_submission_from_the_broker(world: World, process_env: dict[str, str]) -> None:
    with worker(process_env):
        compaction = world.propose()
        until(lambda: states() == ["in_review"], "the worker")
    assert Analysis.objects.get().compaction_id == compaction.id


def test_a_worker_killed_in_an_analysis(world: World, process_env: dict[str, str], tmp_path: Path) -> None:
    with worker(process_env) as doomed, transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("LOCK TABLE reviewapp_analysis IN EXCLUSIVE MODE")  # nobody can store a result
        _propose_elsewhere(world)
        until(lambda: states() == ["analysing"], "the worker to begin")
        kill(doomed)
    assert states() == ["analysing"]
    with worker(process_env), beat(process_env, tmp_path):
        until(lambda: states() == ["in_review"], "another worker to take over")
    assert Analysis.objects.count() == 1
    assert AuditEntry.objects.filter(action="compaction.leased_again").exists()


def _propose_elsewhere(world: World) -> None:
    """On another connection, since this one's transaction stays open."""

    def propose() -> None:
        world.propose()
        connection.close()

    thread = Thread(target=propose)
    thread.start()
    thread.join()


def test_redis_emptied_with_ten_submissions_queued(
    world: World, process_env: dict[str, str], server_urls: Urls, tmp_path: Path
) -> None:
    for number in range(10):
        world.propose(f"s-{number}")
    assert queue.waiting() == 10
    empty_broker(server_urls)
    assert queue.waiting() == 0
    with worker(process_env), beat(process_env, tmp_path):
        until(lambda: states() == ["in_review"] * 10, "the sweeper to ring for all ten")
    assert Analysis.objects.count() == 10


def test_messages_that_come_twice_do_the_work_once(world: World, process_env: dict[str, str]) -> None:
    compaction = world.propose()
    for _ in range(5):
        assert queue.ring_now(compaction.id)
    with worker(process_env):
        until(lambda: states() == ["in_review"] and queue.waiting() == 0, "the worker")
    assert AuditEntry.objects.filter(action="compaction.analysing").count() == 1
