"""What every request to the API passes before a view sees it, in this order:

403 plain HTTP, 411 length, 413 size, 415 type and encoding (by headers alone), 401 token, 429 rate; only then is the
body read: 400 strict JSON, 422 NUL. Nothing is parsed for a stranger, and a bad request can't end as a 5xx.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import cast
from urllib.parse import unquote

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, UnreadablePostError
from django.http.response import HttpResponseBase

from reviewapp.api import ratelimit, strictjson
from reviewapp.api.errors import plain, refusal, shaped, unavailable
from reviewapp.conf import conf
from reviewapp.models import AgentToken
from reviewapp.services.errors import Refused
from reviewapp.services.teams import tokens

log = logging.getLogger(__name__)

PREFIX = "/api/"
OPEN_PATHS = frozenset({"/api/v1/openapi.json"})
_WITH_BODY = frozenset({"POST", "PUT", "PATCH"})


class ApiRequest(HttpRequest):
    """A request that passed the front door. `agent` is None on the open paths, `json` where there is no body."""

    agent: AgentToken
    json: strictjson.Json


class FrontDoor:
    """Middleware, behind none but those that put headers on answers: what refuses further in gets the API's shape."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.path_info.startswith(PREFIX):
            return self.get_response(request)
        response = refused_at_the_door(cast(ApiRequest, request)) or shaped(self.get_response(request))
        response.headers.setdefault("Cache-Control", "no-store")
        return response


def refused_at_the_door(request: ApiRequest) -> HttpResponseBase | None:
    try:
        admit(request)
    except Refused as refused:
        return refusal(refused)
    except (OperationalError, InterfaceError) as error:
        return unavailable(error)
    except Exception:
        log.exception("front_door_failed")
        return plain(500)
    return None


def admit(request: ApiRequest) -> None:
    check_transport(request)
    has_body = request.method in _WITH_BODY
    if has_body:
        check_headers(request)
    if request.path_info not in OPEN_PATHS:
        request.agent = authenticated(request)
        check_rate(request.agent)
    if has_body:
        request.json = strictjson.parse(read_body(request))
    check_nul(request)


def check_transport(request: HttpRequest) -> None:
    if settings.SECURE_SSL_REDIRECT and not request.is_secure():
        message = "Use https. What was sent could be read on its way: revoke a token that was in it."
        raise Refused("https_required", message, 403)


def check_headers(request: HttpRequest) -> None:
    """Length, size, type and encoding. A chunked body has no length to trust, so it counts as none."""
    length = request.META.get("CONTENT_LENGTH") or ""
    if request.META.get("HTTP_TRANSFER_ENCODING") or not length.isdecimal() or not length.isascii() or not int(length):
        raise Refused("length_required", "Send a JSON body and its Content-Length ({} if it says nothing).", 411)
    if int(length) > conf.body_bytes:
        raise Refused("too_large", f"A body may have {conf.body_bytes} bytes.", 413)
    if (request.META.get("HTTP_CONTENT_ENCODING") or "identity").lower() != "identity":
        raise Refused("unsupported_encoding", "Send the body without Content-Encoding.", 415, "Content-Encoding")
    charset = (request.content_params or {}).get("charset", "utf-8")
    if request.content_type != "application/json" or charset.lower() != "utf-8":
        raise Refused("unsupported_type", "Send the body as application/json in UTF-8.", 415, "Content-Type")


def authenticated(request: HttpRequest) -> AgentToken:
    scheme, _, bearer = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
    token = tokens.authenticate(bearer.strip()) if scheme.lower() == "bearer" else None
    if token is None:
        raise Refused("unauthorized", "A valid bearer token is needed.", 401, "Authorization")
    return token


def check_rate(token: AgentToken) -> None:
    wait = ratelimit.seconds_to_wait(token.public_id)
    if wait:
        raise Refused("rate_limited", f"Too many requests; wait {wait} s.", 429, details={"retry_after": wait})


def read_body(request: HttpRequest) -> bytes:
    try:
        body = request.body
    except UnreadablePostError:
        body = b""
    if len(body) != int(request.META["CONTENT_LENGTH"]):
        raise Refused("incomplete_body", "The body is shorter than its Content-Length.", 400)
    return body


def check_nul(request: HttpRequest) -> None:
    """A NUL that reached a database filter would be a 500."""
    if "\0" in request.path_info:
        raise Refused("nul_byte", "The address holds a NUL character.", 422)
    if "\0" in unquote(request.META.get("QUERY_STRING", "")):
        raise Refused("nul_byte", "The query holds a NUL character.", 422)
    for name, value in request.headers.items():
        if "\0" in value:
            raise Refused("nul_byte", "A header holds a NUL character.", 422, name)
