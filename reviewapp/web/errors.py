"""Error pages that name the cause, and where it is a setting, which one. They need no database and no session."""

from __future__ import annotations

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """A wrong Host is the usual cause behind a proxy, and Django's own page would not say so."""
    wrong_host = isinstance(exception, DisallowedHost)
    received = request.headers.get("Host", "")[:200]
    return _answer(request, 400, {"received": received, "public_url": settings.PUBLIC_URL} if wrong_host else {})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form is not trusted: a cookie is missing, or the page's address is not the one the service knows."""
    received = request.headers.get("Origin", "")[:200]
    cause = {"reason": reason, "received": received, "public_url": settings.PUBLIC_URL}
    return _answer(request, 403, {"form": True, **cause})


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _answer(request, 403, {"reason": str(exception or "")})


def refused(request: HttpRequest, status: int, message: str) -> HttpResponse:
    """What a service has refused where no page stands ready to say so. Nothing was changed."""
    page = render_to_string("refused.html", {"message": message, "path": request.path})
    return HttpResponse(page, status=status)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _answer(request, 404, {})


def server_error(request: HttpRequest) -> HttpResponse:
    return _answer(request, 500, {"request_id": getattr(request, "id", "")})


def _answer(request: HttpRequest, status: int, context: dict[str, object]) -> HttpResponse:
    return HttpResponse(render_to_string(f"{status}.html", {**context, "path": request.path}), status=status)
