"""The one shape in which the API says no: `{"error": {"code", "message", "field"}}`."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.http import JsonResponse
from django.http.response import HttpResponseBase
from ninja.errors import ValidationError

from reviewapp.api.strictjson import pointer
from reviewapp.services.errors import Refused

log = logging.getLogger(__name__)

# What an agent may rely on for answers that no service worded.
_PLAIN = {
    400: ("bad_request", "The request could not be understood."),
    401: ("unauthorized", "A valid bearer token is needed."),
    403: ("forbidden", "This token may not do that."),
    404: ("not_found", "There is nothing here."),
    405: ("method_not_allowed", "This address does not take that method."),
    500: ("server_error", "The server failed. The history stays as it was."),
    503: ("unavailable", "The server can't decide this now. The history stays as it was; try again."),
}
_KEPT_HEADERS = ("Allow", "Location", "Retry-After", "WWW-Authenticate")


class ErrorResponse(JsonResponse):
    """A refusal in the one shape. `field` is a JSON pointer into the body, or the name of a header or parameter."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        field: str | None = None,
        details: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        error: dict[str, Any] = {"code": code, "message": message, "field": field}
        if details:
            error["details"] = dict(details)
        super().__init__({"error": error}, status=status, headers=dict(headers or {}))


def refusal(refused: Refused) -> ErrorResponse:
    headers = {"WWW-Authenticate": "Bearer"} if refused.status == HTTPStatus.UNAUTHORIZED else {}
    if refused.status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = "1"
    if "retry_after" in refused.details:
        headers["Retry-After"] = str(refused.details["retry_after"])
    return ErrorResponse(refused.status, refused.code, refused.message, refused.field, refused.details, headers)


def plain(status: int, headers: Mapping[str, str] | None = None) -> ErrorResponse:
    """A refusal that carries nothing but its status."""
    code, message = _PLAIN.get(status) or (HTTPStatus(status).name.lower(), HTTPStatus(status).phrase)
    return ErrorResponse(status, code, message, headers=headers)


def unavailable(error: Exception) -> ErrorResponse:
    """The database is away, or took too long."""
    log.warning("database_unavailable", exc_info=error)
    return plain(503, {"Retry-After": "1"})


def shaped(response: HttpResponseBase) -> HttpResponseBase:
    """The response itself; where something else than the API refused (routing, host, crash), the same in our shape."""
    if 200 <= response.status_code < 300 or isinstance(response, ErrorResponse):
        return response
    kept = {name: response[name] for name in _KEPT_HEADERS if name in response}
    return plain(response.status_code, kept)


def invalid(error: ValidationError) -> ErrorResponse:
    """The first thing wrong with a request's fields, as a pointer and a sentence."""
    first = error.errors[0]
    source, *path = first["loc"]
    # The body arrives as one argument of the view: its name is ours, not the caller's.
    field = pointer(path[1:]) if source == "body" else str(path[-1])
    code = "unknown_field" if first["type"] == "extra_forbidden" else "invalid"
    message = "There is no such field." if code == "unknown_field" else f"{first['msg']}."
    return ErrorResponse(422, code, message, field)
