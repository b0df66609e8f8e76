"""The API object: strict bodies in, one error shape out, a token's scope for every route."""

from __future__ import annotations

from typing import Any, cast

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError
from ninja.parser import Parser
from ninja.security.http import HttpAuthBase

from reviewapp.api.errors import ErrorResponse, invalid, plain, refusal, unavailable
from reviewapp.api.fields import BadMessage
from reviewapp.api.frontdoor import ApiRequest
from reviewapp.api.schemas.responses import ErrorOut
from reviewapp.api.strictjson import Json, pointer
from reviewapp.models import AgentToken, Scope
from reviewapp.services.errors import Refused

REFUSALS: dict[Any, Any] = dict.fromkeys((400, 401, 403, 404, 405, 409, 411, 413, 415, 422, 429, 500, 503), ErrorOut)

DESCRIPTION = """\
Submit a compaction, wait for the decision of a person, apply exactly what was approved.

Send `Authorization: Bearer stet_…`. Bodies are JSON in UTF-8 with a Content-Length. Every refusal is
`{"error": {"code", "message", "field"}}`; whatever happens, the history stays as it was until a context is served."""


class StrictParser(Parser):
    """Hands over what the front door has read; nothing else ever parses a body."""

    def parse_body(self, request: HttpRequest) -> Json:
        return cast(ApiRequest, request).json


class Token(HttpAuthBase):
    """A token with one of these scopes. The front door knows already that the token is good."""

    openapi_scheme = "bearer"

    def __init__(self, *scopes: Scope) -> None:
        self.scopes = scopes
        super().__init__()

    def __call__(self, request: HttpRequest) -> AgentToken:
        token = cast(ApiRequest, request).agent
        if not set(self.scopes) & set(token.scopes):
            wanted = " or ".join(self.scopes)
            raise Refused("missing_scope", f"This token lacks the scope {wanted}.", 403, "Authorization")
        return token


api = NinjaAPI(
    title="Stet",
    version="1",
    description=DESCRIPTION,
    urls_namespace="api",
    docs_url=None,
    parser=StrictParser(),
)


@api.exception_handler(Refused)
def _refused(request: HttpRequest, error: Refused) -> ErrorResponse:
    """A service names a field of the body by its name; an agent gets the pointer."""
    body = getattr(request, "json", None)
    if error.field is not None and isinstance(body, dict) and error.field in body:
        error.field = pointer([error.field])
    return refusal(error)


@api.exception_handler(BadMessage)
def _bad_message(_request: HttpRequest, error: BadMessage) -> ErrorResponse:
    status = 403 if error.code == "missing_scope" else 422
    return ErrorResponse(status, error.code, error.message, pointer(error.path))


@api.exception_handler(ValidationError)
def _invalid(_request: HttpRequest, error: ValidationError) -> ErrorResponse:
    return invalid(error)


@api.exception_handler(Http404)
def _missing(_request: HttpRequest, _error: Http404) -> ErrorResponse:
    return plain(404)


@api.exception_handler(HttpError)
def _http(_request: HttpRequest, error: HttpError) -> ErrorResponse:
    return plain(error.status_code)


@api.exception_handler(OperationalError)
@api.exception_handler(InterfaceError)
def _no_database(_request: HttpRequest, error: Exception) -> ErrorResponse:
    return unavailable(error)
