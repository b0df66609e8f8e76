"""Real servers for every test that asks: one PostgreSQL and one Valkey a run, started on first use."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.core.cache import caches
from django.db import connection, transaction
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from psycopg.conninfo import make_conninfo

from reviewapp.local import Urls, data_dir, throwaway_servers
from reviewapp.local.postgres import as_service
from reviewapp.settings import database

if TYPE_CHECKING:
    from collections.abc import Iterator
from contextlib import suppress

# A slow machine is no fault of what is tested.
hypothesis_settings.register_profile(
    "stet", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("stet")


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Django keeps the language of a request for its thread: what one test asked for would be spoken in the next."""
    with translation.override("en"):
        yield


@pytest.fixture(scope="session")
def server_urls() -> Iterator[Urls]:
    with throwaway_servers(data_dir(), given=settings.GIVEN) as urls:
        _point_redis_users_at(urls.redis)
        yield urls


def _point_redis_users_at(url: str) -> None:
    """What has read the placeholder address is told the real one; what comes later reads it."""
    os.environ["REDIS_URL"] = settings.REDIS_URL = url
    for alias, cache in settings.CACHES.items():
        cache["LOCATION"] = url
        with suppress(AttributeError):  # a test without servers may have made one for the placeholder
            del caches[alias]
    if "workers.app" in sys.modules:
        sys.modules["workers.app"].app.conf.broker_url = url


@pytest.fixture(scope="session")
def django_db_modify_db_settings(server_urls: Urls) -> None:
    """pytest-django's hook: it makes the test database on the server this names."""
    settings.DATABASES["default"].update({**database(server_urls.database), "CONN_MAX_AGE": 0})


@pytest.fixture
def rows_by_hand(db: None) -> Iterator[None]:
    """For a test that sets rows as no service would: gone at its end, before a commit would ask for what they lack."""
    yield
    transaction.set_rollback(True)


@pytest.fixture
def process_env(transactional_db: None, server_urls: Urls) -> dict[str, str]:
    """The environment of a process (worker, web) that is to see this test's database and broker.

    It owns nothing there, as in production, where the server has a role for it; so its key is made known before.
    """
    from reviewapp.services.receipts import signing_keys

    signing_keys.signer()
    name = str(settings.DATABASES["default"]["NAME"])
    owner = make_conninfo(server_urls.database, dbname=name)
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [settings.DATABASE_SERVICE_ROLE])
        url = as_service(owner) if cursor.fetchone() else owner
    return {
        **os.environ,
        "DATABASE_URL": url,
        "REDIS_URL": server_urls.redis,
    }
