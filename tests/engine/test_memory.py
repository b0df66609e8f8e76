"""An analysis leaves nothing that only the cyclic collector would find, and does not touch the collector."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from reviewapp.engine import Pin, Turn, analyse, check_pins

TURNS = [
    Turn("user", "Never push to main. Keep 3 retries in src/queue/worker.py unless Dana agrees."),
    Turn("assistant", "I tried 5 retries, it failed. The worker in src/queue/pool.py is done."),
    Turn("user", "Use ticket ENG-12, not ENG-13."),
]
SUMMARY = "Pushing to main is fine. 4 retries in src/queue/worker.py. The pool is still to do. ENG-13 is open."


@pytest.fixture
def _paused() -> Iterator[None]:
    analyse(TURNS, SUMMARY)  # tables that are made once a process
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("_paused")
def test_nothing_is_left_for_the_collector() -> None:
    assert analyse(TURNS, SUMMARY).findings
    assert gc.collect() == 0


def test_the_collector_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def touched() -> None:
        raise AssertionError("the collector belongs to the process")

    for name in ("disable", "enable", "freeze", "collect"):
        monkeypatch.setattr(gc, name, touched)
    analyse(TURNS, SUMMARY)
    check_pins(TURNS, SUMMARY, [Pin("push", "Never push to main.")])
