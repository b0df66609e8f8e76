"""The least that Django can do: one view that reads JSON and stores it as a row. `bench.submissions` serves it."""

from __future__ import annotations

import json
import os
import secrets
import uuid
from typing import Any, cast

from a2wsgi import WSGIMiddleware
from django.conf import settings
from psycopg.conninfo import conninfo_to_dict


def _database() -> dict[str, object]:
    parts = conninfo_to_dict(os.environ["DATABASE_URL"])
    known = {"dbname": "NAME", "user": "USER", "password": "PASSWORD", "host": "HOST", "port": "PORT"}
    named = {name: str(parts[key]) for key, name in known.items() if key in parts}
    return {"ENGINE": "django.db.backends.postgresql", "CONN_MAX_AGE": None, **named}


settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={"default": _database()},
    DATA_UPLOAD_MAX_MEMORY_SIZE=None,
    ROOT_URLCONF=__name__,
    SECRET_KEY=secrets.token_hex(),
)

from django.core.wsgi import get_wsgi_application  # noqa: E402  # Django is set up by the lines above
from django.db import connection, transaction  # noqa: E402  # as above
from django.http import HttpRequest, HttpResponse, JsonResponse  # noqa: E402  # as above
from django.urls import path  # noqa: E402  # as above


def store(request: HttpRequest) -> HttpResponse:
    body = json.loads(request.body)
    number = uuid.uuid4()
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO bare (id, session, summary, body) VALUES (%s, %s, %s, %s)",
            [number, body["session"], body["summary"], request.body],
        )
    return JsonResponse({"id": str(number)}, status=201)


def healthz(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok\n")


urlpatterns = [path("store", store), path("healthz", healthz)]
application = WSGIMiddleware(cast("Any", get_wsgi_application()), workers=int(os.environ.get("STET_WEB_THREADS", "8")))
