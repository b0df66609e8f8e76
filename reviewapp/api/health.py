"""What stands at the root and needs no token: is the process up, is it of use, and which keys sign."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from reviewapp.services.errors import Refused
from reviewapp.services.receipts import signing_keys


@require_safe
@login_not_required
def healthz(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@login_not_required
def readyz(_request: HttpRequest) -> HttpResponse:
    """200 when it can decide: database and migrations, signing key. Says nothing else to a stranger."""
    try:
        ready = _migrated() and _signs()
    except (DatabaseError, InterfaceError):
        ready = False
    return HttpResponse("ready\n" if ready else "not ready\n", status=200 if ready else 503, content_type="text/plain")


@require_safe
@login_not_required
def stet_keys(_request: HttpRequest) -> JsonResponse:
    """The public keys of all receipts, those of retired and revoked keys too."""
    return JsonResponse(signing_keys.published(), headers={"Cache-Control": "public, max-age=300"})


def _migrated() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _signs() -> bool:
    try:
        signing_keys.signer()
    except Refused:
        return False
    return True
