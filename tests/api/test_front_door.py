"""The front door refuses in one order, always in one shape, and reads nothing that it need not."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone
from redis.exceptions import ConnectionError as RedisDown

from reviewapp.api import ratelimit
from reviewapp.api.frontdoor import FrontDoor
from reviewapp.conf import conf
from reviewapp.models import AgentToken, Scope
from reviewapp.services.teams import tokens
from tests.api.agents import Agent, People, bearer, error


class Unread(io.RawIOBase):
    """A body that nobody may read."""

    def read(self, size: int = -1) -> bytes:
        raise AssertionError("the body was read")


UNREAD: dict[str, Any] = {"wsgi.input": Unread()}


def inside(request: HttpRequest) -> HttpResponse:
    return HttpResponse(json.dumps(getattr(request, "json", None)))


def knock(token: str = "", body: bytes = b"{}", path: str = "/api/v1/x", **meta: Any) -> Any:
    """The front door's answer to a request with exactly these headers; None takes one away."""
    request = RequestFactory().post(path, body, content_type="application/json")
    told = {"wsgi.input": io.BytesIO(body), "CONTENT_LENGTH": str(len(body)), "HTTP_AUTHORIZATION": f"Bearer {token}"}
    environ = {**request.environ, **told, **meta}
    response = FrontDoor(inside)(type(request)({name: value for name, value in environ.items() if value is not None}))
    response.json = lambda: json.loads(response.content)  # type: ignore[attr-defined]  # as Django's test client adds it
    return response


@pytest.fixture
def token(ours: People) -> str:
    return bearer(ours)


BY_HEADERS = [
    ({"CONTENT_LENGTH": None}, 411, "length_required"),
    ({"CONTENT_LENGTH": ""}, 411, "length_required"),
    ({"CONTENT_LENGTH": "0"}, 411, "length_required"),
    ({"CONTENT_LENGTH": "-1"}, 411, "length_required"),
    ({"CONTENT_LENGTH": "2,2"}, 411, "length_required"),
    ({"CONTENT_LENGTH": "٢"}, 411, "length_required"),
    ({"HTTP_TRANSFER_ENCODING": "chunked"}, 411, "length_required"),
    ({"CONTENT_LENGTH": str(conf.body_bytes + 1)}, 413, "too_large"),
    ({"CONTENT_TYPE": None}, 415, "unsupported_type"),
    ({"CONTENT_TYPE": "text/plain"}, 415, "unsupported_type"),
    ({"CONTENT_TYPE": "application/x-www-form-urlencoded"}, 415, "unsupported_type"),
    ({"CONTENT_TYPE": "application/json; charset=latin-1"}, 415, "unsupported_type"),
    ({"HTTP_CONTENT_ENCODING": "gzip"}, 415, "unsupported_encoding"),
]


@pytest.mark.parametrize(("meta", "status", "code"), BY_HEADERS)
def test_headers_alone_refuse_before_token_and_body(meta: dict[str, Any], status: int, code: str) -> None:
    answer = knock(**{**UNREAD, **meta})
    assert error(answer)[:2] == (status, code)


def test_size_counts_before_type_and_length_before_size() -> None:
    big = str(conf.body_bytes + 1)
    assert knock(CONTENT_LENGTH=big, CONTENT_TYPE="text/plain").status_code == 413
    assert knock(CONTENT_LENGTH=big, HTTP_TRANSFER_ENCODING="chunked").status_code == 411


def test_the_largest_body_is_let_in(token: str) -> None:
    body = b'"' + b"a" * (conf.body_bytes - 2) + b'"'
    assert knock(token, body).status_code == 200


@pytest.mark.parametrize(
    "type_", ["application/json", "application/json; charset=utf-8", "application/json;charset=UTF-8"]
)
def test_json_in_utf_8_is_let_in(token: str, type_: str) -> None:
    assert knock(token, b'{"a":1}', CONTENT_TYPE=type_).json() == {"a": 1}


@pytest.mark.parametrize(
    "header",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Basic bGVhZDpwdw==",
        "Bearer stet_0123456789abcdef_" + "A" * 43,
        "Bearer stet_\0_x",
        "Bearer " + "x" * 9_000,
        "Bearer stet_ü_ß",
    ],
)
def test_without_a_good_token_nothing_is_read(ours: People, header: str | None) -> None:
    answer = knock(HTTP_AUTHORIZATION=header, **UNREAD)
    assert error(answer) == (401, "unauthorized", "Authorization")
    assert answer["WWW-Authenticate"] == "Bearer"


def test_a_wrong_secret_of_a_known_id_is_refused(token: str) -> None:
    public, last = token.rsplit("_", 1)[0], "A" * 43
    assert knock(f"{public}_{last}").status_code == 401


def test_the_digest_of_a_secret_is_no_secret(token: str) -> None:
    stored = AgentToken.objects.get().digest
    assert token.encode() not in stored
    assert knock(f"{token.rsplit('_', 1)[0]}_{stored.hex()[:43]}").status_code == 401


def test_a_revoked_token_is_refused(ours: People) -> None:
    issued = tokens.create(team=ours.team, user=ours.lead, name="agent", scopes=[Scope.READ])
    assert knock(issued.secret).status_code == 200
    tokens.revoke(team=ours.team, user=ours.lead, token_id=issued.token.id)
    assert knock(issued.secret).status_code == 401


def test_an_expired_token_is_refused(ours: People) -> None:
    issued = tokens.create(team=ours.team, user=ours.lead, name="agent", scopes=[Scope.READ])
    AgentToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert knock(issued.secret).status_code == 401


def test_a_login_cookie_opens_nothing(ours: People) -> None:
    agent = Agent("")
    agent.client.force_login(ours.lead)
    assert error(agent.get("/openapi-of-nobody"))[0] == 401
    assert error(agent.post("/compactions", {}))[0] == 401


def test_the_last_use_is_written_once_in_a_while(token: str, django_assert_num_queries: Any) -> None:
    knock(token)
    seen = AgentToken.objects.get().last_used_at
    assert seen is not None
    with django_assert_num_queries(1):
        knock(token)
    assert AgentToken.objects.get().last_used_at == seen


@pytest.fixture
def two_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    caches["default"].clear()
    monkeypatch.setattr(ratelimit, "conf", type("Conf", (), {"requests_per_minute": 2}))
    monkeypatch.setattr("reviewapp.api.ratelimit.time.time", lambda: 1_000_000.0)


def test_too_many_requests_wait_for_the_next_window(token: str, two_a_minute: None) -> None:
    assert [knock(token).status_code for _ in range(2)] == [200, 200]
    answer = knock(token, **UNREAD)
    assert error(answer)[:2] == (429, "rate_limited")
    assert answer["Retry-After"] == str(60 - 1_000_000 % 60)


def test_each_token_has_its_own_limit(ours: People, two_a_minute: None) -> None:
    first, second = bearer(ours), bearer(ours)
    for _ in range(3):
        knock(first)
    assert knock(second).status_code == 200


class DeadRedis:
    """Counts how often it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def pipeline(self, **_how: object) -> object:
        self.asked += 1
        raise RedisDown


@pytest.fixture
def dead_redis(two_a_minute: None, monkeypatch: pytest.MonkeyPatch) -> DeadRedis:
    dead = DeadRedis()
    monkeypatch.setattr(ratelimit, "_redis", lambda: dead)
    monkeypatch.setattr(ratelimit, "shared", ratelimit.Shared())
    monkeypatch.setattr(ratelimit, "local", ratelimit.Local())
    return dead


def test_without_redis_this_process_still_counts(token: str, dead_redis: DeadRedis) -> None:
    assert [knock(token).status_code for _ in range(2)] == [200, 429]


def test_a_dead_redis_is_left_alone_for_a_while(
    token: str, dead_redis: DeadRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        knock(token)
    assert dead_redis.asked == 1
    later = time.monotonic() + ratelimit.AWAY_FOR
    monkeypatch.setattr("reviewapp.api.ratelimit.time.monotonic", lambda: later)
    knock(token)
    assert dead_redis.asked == 2


def test_without_a_database_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def down(_bearer: str) -> None:
        raise OperationalError

    monkeypatch.setattr(tokens, "authenticate", down)
    answer = knock("stet_x", **UNREAD)
    assert error(answer)[:2] == (503, "unavailable")
    assert answer["Retry-After"] == "1"


def test_a_failure_of_its_own_is_a_500_in_shape(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_bearer: str) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(tokens, "authenticate", broken)
    assert error(knock("stet_x"))[:2] == (500, "server_error")


def test_a_body_cut_short_is_refused(token: str) -> None:
    assert error(knock(token, b'{"a":1}', CONTENT_LENGTH="700"))[:2] == (400, "incomplete_body")


@pytest.mark.parametrize(
    ("body", "code"), [(b"{", "invalid_json"), (b'{"a":NaN}', "invalid_json"), (b'{"a":1,"a":2}', "duplicate_key")]
)
def test_what_is_not_strict_json_is_refused(token: str, body: bytes, code: str) -> None:
    assert error(knock(token, body))[:2] == (400, code)


@pytest.mark.parametrize(
    ("case", "field"),
    [
        ({"body": rb'{"a":["\u0000"]}'}, "/a/0"),
        ({"path": "/api/v1/a%00b"}, None),
        ({"path": "/api/v1/a?q=%00"}, None),
        ({"HTTP_IDEMPOTENCY_KEY": "a\0b"}, "Idempotency-Key"),
    ],
)
def test_a_nul_is_refused_wherever_it_stands(token: str, case: dict[str, Any], field: str | None) -> None:
    assert error(knock(token, **case)) == (422, "nul_byte", field)


def test_bad_json_counts_before_a_nul_in_the_address(token: str) -> None:
    assert knock(token, b"{", path="/api/v1/a%00").status_code == 400


def test_what_is_refused_further_in_gets_the_same_shape(agent: Agent) -> None:
    assert error(agent.get("/nowhere"))[:2] == (404, "not_found")
    assert error(agent.post("/nowhere", {}))[:2] == (404, "not_found")


def test_a_wrong_host_gets_the_same_shape(agent: Agent) -> None:
    assert error(agent.get("/nowhere", Host="evil.example"))[:2] == (400, "bad_request")


def test_no_answer_is_kept_by_a_cache(agent: Agent) -> None:
    for answer in (agent.get("/nowhere"), agent.get("/pins"), Agent("").get("/pins")):
        assert answer["Cache-Control"] == "no-store"


def test_pages_do_not_pass_it(client: Any) -> None:
    assert client.post("/accounts/login/").status_code == 200


def test_a_crash_of_a_view_tells_nothing(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_self: object, _path: str) -> Callable[..., HttpResponse]:
        raise RuntimeError("secret of the house")

    monkeypatch.setattr("django.urls.resolvers.URLResolver.resolve", crash)
    answer = agent.get("/compactions")
    assert error(answer)[:2] == (500, "server_error")
    assert b"secret" not in answer.content
