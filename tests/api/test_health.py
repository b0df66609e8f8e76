"""What stands at the root: healthz, readyz and the public keys."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test import Client

from reviewapp.api import health
from reviewapp.conf import conf
from reviewapp.local import Urls
from reviewapp.models import Heartbeat
from reviewapp.services import outbox, pulse
from reviewapp.services.errors import Refused
from reviewapp.services.receipts import signing_keys
from workers.app import app


def test_a_living_process_needs_nothing_to_say_so(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


@pytest.fixture
def alive(db: None, server_urls: Urls) -> None:
    signing_keys.signer()
    pulse.beat()


def test_it_is_ready_when_all_of_it_works(alive: None, client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (200, b"ready\n")


def test_it_is_not_ready_without_its_key(alive: None, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise Refused("no_key", "No key.", 503)

    monkeypatch.setattr(signing_keys, "signer", away)
    assert client.get("/readyz").status_code == 503


def test_it_is_not_ready_while_nothing_sweeps(alive: None, client: Client) -> None:
    Heartbeat.objects.update(at=Now() - timedelta(seconds=conf.sweep_seconds * 2 + 11))
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"not ready: worker\n")
    Heartbeat.objects.all().delete()
    assert client.get("/readyz").status_code == 503


def test_it_is_not_ready_without_its_broker(alive: None, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.conf, "broker_url", "redis://127.0.0.1:1/0")
    assert client.get("/readyz").content == b"not ready: broker\n"


def test_it_is_not_ready_before_its_migrations(db: None, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", lambda: False)
    assert client.get("/readyz").status_code == 503


def test_it_is_not_ready_without_a_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import OperationalError

    def down() -> bool:
        raise OperationalError

    monkeypatch.setattr(health, "_writes", down)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"not ready: database\n")


def test_it_is_not_ready_on_a_database_that_takes_no_writes(alive: None, client: Client) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
    assert client.get("/readyz").content == b"not ready: database\n"


def test_it_is_not_ready_while_nobody_is_told(alive: None, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outbox, "lag", lambda: health.LONGEST_LAG)
    assert client.get("/readyz").content == b"not ready: outbox\n"


def test_anyone_may_read_the_public_keys(db: None, client: Client) -> None:
    signing_keys.signer()
    (key,) = client.get("/.well-known/stet-keys.json").json()["keys"]
    assert key["state"] == "active"
    assert "PRIVATE" not in key["public_pem"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/.well-known/stet-keys.json"])
def test_they_are_read_only(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
