"""Redis may vanish: people log in all the same, and nobody may try passwords for ever meanwhile."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import LazySettings
from django.core.cache import cache
from django.test import Client

from reviewapp.cache import FallbackCache
from reviewapp.models import User

PASSWORD = "correct horse battery staple"


@pytest.fixture
def no_redis(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A port on which nothing listens."""
    dead = {name: {**how, "LOCATION": "redis://127.0.0.1:1/0"} for name, how in settings.CACHES.items()}
    monkeypatch.setattr(FallbackCache, "away_until", 0.0)
    settings.CACHES = dead
    yield
    cache._local.clear()  # type: ignore[attr-defined]  # the stand-in lasts as long as the process


@pytest.fixture
def person(db: None) -> User:
    return User.objects.create_user("ada", password=PASSWORD)


def log_in(password: str = PASSWORD) -> int:
    return Client().post("/accounts/login/", {"login": "ada", "password": password}).status_code


def test_people_log_in_and_change_their_password_without_redis(no_redis: None, person: User) -> None:
    client = Client()
    assert client.post("/accounts/login/", {"login": "ada", "password": PASSWORD}).status_code == 302
    form = {"oldpassword": PASSWORD, "password1": PASSWORD[::-1], "password2": PASSWORD[::-1]}
    assert client.post("/accounts/password/change/", form).status_code == 302
    person.refresh_from_db()
    assert person.check_password(PASSWORD[::-1])


def test_tries_are_still_counted_without_redis(no_redis: None, person: User) -> None:
    for _ in range(12):
        log_in("wrong")
    assert log_in() != 302


def test_a_redis_that_is_away_is_left_alone_for_a_while(
    no_redis: None, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for n in range(3):
        cache.set("n", n)
    assert cache.get("n") == 2
    assert [record.message for record in caplog.records] == ["redis_away"]
    monkeypatch.setattr(FallbackCache, "away_until", 0.0)
    cache.get("n")
    assert len(caplog.records) == 2
