"""Workers killed at random moments, connections cut: every submission is analysed in the end, and once."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest
from redis import Redis

from reviewapp.local import Urls
from reviewapp.models import Analysis, AuditEntry, Compaction
from tests.workers.processes import beat, empty_broker, kill, until, worker
from tests.world import World, make_world

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.stress]

KILLS = 20 if os.environ.get("STET_STRESS") == "full" else 2
SUBMISSIONS = 4 * KILLS


@pytest.fixture
def world(transactional_db: None, server_urls: Urls) -> World:
    empty_broker(server_urls)
    return make_world()


def all_in_review() -> bool:
    return set(Compaction.objects.values_list("state", flat=True)) == {"in_review"}


def test_workers_killed_at_random_moments(world: World, process_env: dict[str, str], tmp_path: Path) -> None:
    seed = random.randrange(10**6)
    print(f"seed {seed}")
    moments = random.Random(seed)
    for number in range(SUBMISSIONS):
        world.propose(f"s-{number}")
    with beat(process_env, tmp_path):
        for number in range(KILLS):
            with worker(process_env) as doomed:
                _until_busy(number)
                time.sleep(moments.uniform(0, 0.3))
                kill(doomed)
        with worker(process_env):
            until(all_in_review, "every submission to be analysed")
    assert Analysis.objects.count() == SUBMISSIONS
    _each_step_was_written_down()


def _until_busy(already: int) -> None:
    """The worker has begun, so that the kill hits work and not a start."""
    until(lambda: AuditEntry.objects.filter(action__contains="analys").count() > already, "the worker to begin")


def _each_step_was_written_down() -> None:
    for compaction in Compaction.objects.all():
        rows = AuditEntry.objects.filter(object_id=str(compaction.id)).values_list("action", flat=True)
        assert rows[0] == "compaction.received"
        assert list(rows).count("compaction.in_review") == 1


def test_a_worker_whose_connections_are_cut_goes_on(
    world: World, process_env: dict[str, str], server_urls: Urls, tmp_path: Path
) -> None:
    with worker(process_env), beat(process_env, tmp_path), Redis.from_url(server_urls.redis) as broker:
        world.propose("before")
        until(all_in_review, "the worker to run")
        broker.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        world.propose("after")
        until(all_in_review, "the worker to come back")
