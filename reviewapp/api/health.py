"""What stands at the root: is the process up, is it of use, which keys sign, and figures for who watches it."""

from __future__ import annotations

import hmac
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, generate_latest
from redis.exceptions import RedisError

from reviewapp.services import outbox, pulse
from reviewapp.services.errors import Refused
from reviewapp.services.metrics import Collector
from reviewapp.services.receipts import signing_keys
from workers.queue import waiting

LONGEST_LAG = timedelta(minutes=5)  # of an event that nobody was told of; a sweep hands on what was left lying


@require_safe
@login_not_required
def healthz(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@login_not_required
def readyz(_request: HttpRequest) -> HttpResponse:
    """200 when all of it works; else 503 with the first part that does not, by its name and no more."""
    missing = _missing()
    text = f"not ready: {missing}\n" if missing else "ready\n"
    return HttpResponse(text, status=503 if missing else 200, content_type="text/plain")


@require_safe
@login_not_required
def stet_keys(_request: HttpRequest) -> JsonResponse:
    """The public keys of all receipts, those of retired and revoked keys too."""
    return JsonResponse(signing_keys.published(), headers={"Cache-Control": "public, max-age=300"})


@require_safe
@login_not_required
def metrics(request: HttpRequest) -> HttpResponse:
    """The figures in Prometheus' text format, for who sends the token of the settings; 404 for everybody else."""
    wanted, given = settings.STET_METRICS_TOKEN, request.headers.get("Authorization", "")
    if not wanted or not hmac.compare_digest(f"Bearer {wanted}".encode(), given.encode()):
        raise Http404
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Collector())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def _missing() -> str | None:
    parts = {
        "database": _writes,
        "migrations": _migrated,
        "signing key": _signs,
        "broker": _carries,
        "worker": _works,
        "outbox": _tells,
    }
    try:
        return next((name for name, works in parts.items() if not works()), None)
    except (DatabaseError, InterfaceError):
        return "database"


def _carries() -> bool:
    try:
        waiting()
    except (RedisError, OSError):
        return False
    return True


def _works() -> bool:
    """Beat, broker, worker and disk: each has a part in the sign of life."""
    return pulse.silent_for() is None


def _writes() -> bool:
    """Not a standby, nor a server that was told to take no writes."""
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only")
        return bool(cursor.fetchone() == ("off",))


def _tells() -> bool:
    return outbox.lag() < LONGEST_LAG


def _migrated() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _signs() -> bool:
    try:
        signing_keys.signer()
    except Refused:
        return False
    return True
