"""/metrics: figures of the whole service, for who has the token."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.db.models.functions import Now
from django.test import Client

from reviewapp.local import Urls
from reviewapp.models import Heartbeat, OutboxEvent
from reviewapp.services import pulse
from tests.world import World, make_world
from workers.app import app

if TYPE_CHECKING:
    from pytest_django import Settings

DASHBOARD = Path(__file__).parents[2] / "deploy/dashboard.json"


@pytest.fixture
def world(db: None) -> World:
    return make_world()


@pytest.fixture
def token(settings: Settings) -> str:
    settings.STET_METRICS_TOKEN = "scrape-me"  # a test's
    return "scrape-me"


def figures(token: str) -> dict[str, float]:
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    lines = [line for line in answer.content.decode().splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_who_has_no_token_finds_no_page(db: None, token: str, settings: Settings) -> None:
    for given in ("Bearer wrong", "Bearer ", token, "Bearer scrape-më"):
        assert Client().get("/metrics", headers={"Authorization": given}).status_code == 404
    settings.STET_METRICS_TOKEN = ""
    assert Client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_it_counts_what_waits_and_since_when(world: World, server_urls: Urls, token: str) -> None:
    before = figures(token)
    world.propose("s-1")
    world.in_review("s-2")
    OutboxEvent.objects.update(at=Now() - timedelta(minutes=3))
    now = figures(token)
    assert now['stet_open_compactions{state="received"}'] == 1
    assert now['stet_open_compactions{state="in_review"}'] == 1
    assert now['stet_oldest_open_seconds{state="received"}'] > 0 == now['stet_oldest_open_seconds{state="analysing"}']
    assert now["stet_outbox_events"] >= 1 and now["stet_outbox_lag_seconds"] > 170
    assert now["stet_audit_entries"] > before["stet_audit_entries"]


def test_it_tells_when_nothing_sweeps_and_when_the_broker_is_away(
    world: World, server_urls: Urls, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Heartbeat.objects.all().delete()
    assert figures(token)["stet_sweep_age_seconds"] == float("inf")
    pulse.beat()
    told = figures(token)
    assert told["stet_sweep_age_seconds"] < 60 and told["stet_broker_up"] == 1
    monkeypatch.setattr(app.conf, "broker_url", "redis://127.0.0.1:1/0")
    assert figures(token)["stet_broker_up"] == 0


def test_the_dashboard_asks_for_figures_that_there_are(world: World, server_urls: Urls, token: str) -> None:
    asked = {
        name
        for panel in json.loads(DASHBOARD.read_text())["panels"]
        for target in panel["targets"]
        for name in re.findall(r"stet_\w+", target["expr"])
    }
    assert asked and asked <= {re.split(r"[{ ]", name)[0] for name in figures(token)}
