"""What stands at the root and needs no token: is the process up, is it of use, and which keys sign."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from reviewapp.services import pulse
from reviewapp.services.errors import Refused
from reviewapp.services.receipts import signing_keys
from workers.queue import waiting


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


def _missing() -> str | None:
    parts = {"migrations": _migrated, "signing key": _signs, "broker": _carries, "worker": _works}
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


def _migrated() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _signs() -> bool:
    try:
        signing_keys.signer()
    except Refused:
        return False
    return True
