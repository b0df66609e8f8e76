"""Deployment mistakes that Django's own checks do not know, each with an id.

They run with `manage.py check --deploy`; the ones that ask a server, also with `--database default`.
"""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING, Any

import redis
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register

from reviewapp.conf import conf

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_SECRET_LENGTH = 50


@register(Tags.security, deploy=True)
def secret_is_long(**_: Any) -> list[CheckMessage]:
    if len(settings.SECRET_KEY) >= _SECRET_LENGTH:
        return []
    hint = "Make one: python -c 'import secrets; print(secrets.token_urlsafe(64))'"
    return [Error(f"SECRET_KEY is shorter than {_SECRET_LENGTH} characters.", hint=hint, id="stet.E001")]


@register(Tags.security, deploy=True)
def signing_key_is_usable(**_: Any) -> list[CheckMessage]:
    path: Path | None = settings.STET_SIGNING_KEY_FILE
    if path is None:
        return [Error("STET_SIGNING_KEY_FILE is not set: nothing can be approved.", id="stet.E002")]
    return list(_key_faults(path))


def _key_faults(path: Path) -> Iterator[CheckMessage]:
    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            yield Warning(f"{path} can be read by others.", hint=f"chmod 600 {path}", id="stet.W001")
    except (OSError, ValueError, TypeError, UnsupportedAlgorithm) as error:
        yield Error(f"{path} holds no readable private key ({type(error).__name__}).", id="stet.E003")
        return
    if not isinstance(key, Ed25519PrivateKey):
        yield Error(f"{path} is no Ed25519 key.", hint="openssl genpkey -algorithm ed25519", id="stet.E004")


@register(Tags.security, deploy=True)
def redelivery_waits_for_the_task(**_: Any) -> list[CheckMessage]:
    """A broker that redelivers a running task makes two workers do the same work."""
    faults: list[CheckMessage] = []
    if conf.visibility_timeout <= conf.task_time_limit:
        faults.append(Error("The broker redelivers a task before its time limit ends it.", id="stet.E005"))
    if conf.task_soft_limit >= conf.task_time_limit:
        faults.append(Error("A task is ended before it is told to end.", id="stet.E006"))
    return faults


@register(Tags.security, deploy=True)
def redis_refuses_rather_than_evicts(**_: Any) -> list[CheckMessage]:
    """An evicted message is a late analysis; an unreachable server is a warning, for the same reason."""
    try:
        with redis.Redis.from_url(settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1) as client:
            policy = client.info("memory").get("maxmemory_policy")
    except redis.RedisError as error:
        return [Warning(f"Redis does not answer ({type(error).__name__}).", id="stet.W002")]
    if policy == "noeviction":
        return []
    return [Warning(f"Redis has maxmemory-policy {policy}.", hint="Set it to noeviction.", id="stet.W003")]


@register(Tags.database)
def service_is_no_superuser(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """The triggers that keep history from being rewritten do not hold a superuser."""
    if not databases:
        return []
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SELECT rolsuper FROM pg_roles WHERE rolname = current_user")
        (is_superuser,) = cursor.fetchone()
    if not is_superuser:
        return []
    return [Warning("The database role is a superuser, whom no trigger stops.", id="stet.W004")]


@register(Tags.database)
def service_owns_nothing(*, databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """Who owns a table can switch its triggers off, or empty it. Migrations run as the owner, so this tells of the
    environment that it is run in: it should be that of web and workers."""
    if not databases:
        return []
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_tables WHERE schemaname = 'public' AND tableowner = current_user)"
        )
        (owns,) = cursor.fetchone()
    if not owns:
        return []
    hint = 'Give the service a role of its own: see docs/deployment.md, "Two roles".'
    return [Warning("The database role owns its tables, so no trigger binds it.", hint=hint, id="stet.W005")]
