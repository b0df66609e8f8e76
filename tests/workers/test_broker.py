"""A broker that is down or silent: a submission is accepted all the same, and soon."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

import pytest
from django.db import connection

from reviewapp.local import Urls
from reviewapp.models import Compaction
from reviewapp.services.compactions import analysis
from reviewapp.services.compactions.sweep import ring_due
from reviewapp.services.locks import now
from tests.world import World
from workers import queue
from workers.app import app

pytestmark = pytest.mark.django_db(transaction=True)

SOON_S = 10  # far more than the one second that a silent broker may cost, far less than for ever


@contextmanager
def broker_at(url: str) -> Iterator[None]:
    before = app.conf.broker_url
    _point_at(url)
    try:
        yield
    finally:
        _point_at(before)


def _point_at(url: str) -> None:
    app.conf.broker_url = url
    app._after_fork()  # celery's own way to forget its connections


@contextmanager
def silent_server() -> Iterator[str]:
    """Takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"redis://127.0.0.1:{server.getsockname()[1]}/0"


@pytest.fixture(params=["down", "silent"])
def bad_broker(request: pytest.FixtureRequest) -> Iterator[None]:
    with silent_server() as silent:
        url = silent if request.param == "silent" else "redis://127.0.0.1:1/0"
        with broker_at(url):
            yield


def test_a_submission_is_accepted_without_a_broker(world: World, bad_broker: None) -> None:
    def propose() -> None:
        world.propose()
        connection.close()

    thread = Thread(target=propose, daemon=True)
    thread.start()
    thread.join(SOON_S)
    assert not thread.is_alive()
    assert Compaction.objects.get().state == "received"


def test_the_sweeper_survives_a_bad_broker_and_rings_once_it_is_back(
    world: World, bad_broker: None, server_urls: Urls
) -> None:
    world.propose()
    assert analysis.sweep() == 0
    with broker_at(server_urls.redis):
        assert ring_due(now()) == 1


def test_the_sweeper_does_not_fill_a_queue_that_has_lost_nothing(world: World, server_urls: Urls) -> None:
    world.propose()
    waiting = queue.waiting()
    assert waiting >= 1
    assert ring_due(now()) == 0
    assert queue.waiting() == waiting
