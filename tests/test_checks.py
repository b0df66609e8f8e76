"""Each deployment mistake is named, and a sound deployment is not."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from reviewapp import checks
from reviewapp.conf import Conf
from reviewapp.local.prepare import environment
from reviewapp.local.servers import Urls

if TYPE_CHECKING:
    from collections.abc import Iterable

    from django.core.checks import CheckMessage
    from pytest_django import Settings


def ids(found: Iterable[CheckMessage]) -> list[str | None]:
    return [message.id for message in found]


@pytest.fixture
def signing_key(tmp_path: Path, settings: Settings) -> Path:
    made = environment(tmp_path, Urls("", ""), "")
    settings.STET_SIGNING_KEY_FILE = Path(made["STET_SIGNING_KEY_FILE"])
    return Path(made["STET_SIGNING_KEY_FILE"])


def test_short_secret(settings: Settings) -> None:
    settings.SECRET_KEY = "k" * 49
    assert ids(checks.secret_is_long()) == ["stet.E001"]
    settings.SECRET_KEY = "k" * 50
    assert checks.secret_is_long() == []


def test_sound_signing_key(signing_key: Path) -> None:
    assert checks.signing_key_is_usable() == []


def test_no_signing_key(settings: Settings) -> None:
    settings.STET_SIGNING_KEY_FILE = None
    assert ids(checks.signing_key_is_usable()) == ["stet.E002"]


def test_signing_key_others_can_read(signing_key: Path) -> None:
    signing_key.chmod(0o644)
    assert ids(checks.signing_key_is_usable()) == ["stet.W001"]


def test_signing_key_that_is_missing_or_broken(signing_key: Path) -> None:
    signing_key.write_text("-----BEGIN PRIVATE KEY-----")
    assert ids(checks.signing_key_is_usable()) == ["stet.E003"]
    signing_key.unlink()
    assert ids(checks.signing_key_is_usable()) == ["stet.E003"]


def test_signing_key_of_another_kind(signing_key: Path) -> None:
    other = ec.generate_private_key(ec.SECP256R1())
    signing_key.write_bytes(other.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    assert ids(checks.signing_key_is_usable()) == ["stet.E004"]


def test_times_that_let_two_workers_do_one_task(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks.redelivery_waits_for_the_task() == []
    monkeypatch.setattr(checks, "conf", Conf(task_time_limit=150, visibility_timeout=150, task_soft_limit=150))
    assert ids(checks.redelivery_waits_for_the_task()) == ["stet.E005", "stet.E006"]


def test_redis_that_evicts(server_urls: Urls) -> None:
    import redis

    with redis.Redis.from_url(server_urls.redis) as client:
        assert checks.redis_refuses_rather_than_evicts() == []
        client.config_set("maxmemory-policy", "allkeys-lru")
        found = ids(checks.redis_refuses_rather_than_evicts())
        client.config_set("maxmemory-policy", "noeviction")
    assert found == ["stet.W003"]


def test_redis_that_does_not_answer(settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert ids(checks.redis_refuses_rather_than_evicts()) == ["stet.W002"]


@pytest.mark.django_db
def test_embedded_role_is_no_superuser() -> None:
    assert checks.service_is_no_superuser(databases=["default"]) == []
    assert checks.service_is_no_superuser() == []
