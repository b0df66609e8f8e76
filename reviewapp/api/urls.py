"""Where the API hangs: its routes below /api/v1/, and what needs no token at the root."""

from __future__ import annotations

from django.urls import URLPattern, URLResolver, path

from reviewapp.api import health
from reviewapp.api.app import api
from reviewapp.api.routes import accounts, compactions, pins, receipts, sessions

api.add_router("/sessions", sessions.router)
api.add_router("/compactions", compactions.router)
api.add_router("/compactions", accounts.router)
api.add_router("", pins.router)
api.add_router("/receipts", receipts.router)

urlpatterns: list[URLPattern | URLResolver] = [path("", api.urls)]
root_urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz),
    path("readyz", health.readyz),
    path("metrics", health.metrics),
    path(".well-known/stet-keys.json", health.stet_keys),
]
