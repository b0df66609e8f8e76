"""What stands at the root: healthz, readyz and the public keys."""

from __future__ import annotations

import pytest
from django.test import Client

from reviewapp.api import health
from reviewapp.services.errors import Refused
from reviewapp.services.receipts import signing_keys


def test_a_living_process_needs_nothing_to_say_so(client: Client) -> None:
    assert client.get("/healthz").content == b"ok\n"


def test_it_is_ready_when_it_can_decide(db: None, client: Client) -> None:
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (200, b"ready\n")


def test_it_is_not_ready_without_its_key(db: None, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def away() -> None:
        raise Refused("no_key", "No key.", 503)

    monkeypatch.setattr(signing_keys, "signer", away)
    assert client.get("/readyz").status_code == 503


def test_it_is_not_ready_before_its_migrations(db: None, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_migrated", lambda: False)
    assert client.get("/readyz").status_code == 503


def test_it_is_not_ready_without_a_database(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from django.db import OperationalError

    def down() -> bool:
        raise OperationalError

    monkeypatch.setattr(health, "_migrated", down)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.content) == (503, b"not ready\n")


def test_anyone_may_read_the_public_keys(db: None, client: Client) -> None:
    signing_keys.signer()
    (key,) = client.get("/.well-known/stet-signing_keys.json").json()["keys"]
    assert key["state"] == "active"
    assert "PRIVATE" not in key["public_pem"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/.well-known/stet-signing_keys.json"])
def test_they_are_read_only(client: Client, path: str) -> None:
    assert client.post(path).status_code == 405
