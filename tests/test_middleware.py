"""Pages ask for a login; agents are never sent to a form."""

from __future__ import annotations

import re
import resource

import pytest
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import translation

from reviewapp.middleware import NoBrowserPowers, OneStack, PagesNeedLogin


def page(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("page")


@login_not_required
def open_page(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("open page")


def answer(path: str, view: object = page, **headers: str) -> object:
    request = RequestFactory().get(path, headers=headers)
    request.user = AnonymousUser()
    return PagesNeedLogin(page).process_view(request, view, (), {})  # type: ignore[arg-type]  # any callable


def test_page_leads_to_the_login_and_back() -> None:
    response = answer("/t/demo/queue/?risk=high")
    assert isinstance(response, HttpResponse)
    assert (response.status_code, response["Location"]) == (302, "/accounts/login/?next=/t/demo/queue/%3Frisk%3Dhigh")


def test_what_a_page_sends_by_itself_does_not_leave_it(client: Client) -> None:
    """The beat of a lease would else throw away what is half written, eight hours after the login."""
    sent = client.post("/t/demo/queue/next/", headers={"HX-Request": "true"})
    assert (sent.status_code, sent.headers.get("HX-Redirect")) == (401, None)


def test_fragment_leaves_its_page_for_the_login() -> None:
    response = answer("/t/demo/queue/", **{"HX-Request": "true"})
    assert isinstance(response, HttpResponse)
    assert response.status_code == 200
    assert response["HX-Redirect"] == "/accounts/login/?next=/t/demo/queue/"


def test_api_is_left_to_its_tokens() -> None:
    assert answer("/api/v1/compactions") is None


def test_open_page_stays_open() -> None:
    assert answer("/healthz", open_page) is None


def test_no_answer_asks_for_powers_or_may_be_embedded() -> None:
    response = NoBrowserPowers(page)(RequestFactory().get("/"))
    assert "camera=()" in response["Permissions-Policy"]
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"


HEADERS = (
    *("Content-Security-Policy", "X-Content-Type-Options", "X-Frame-Options", "Referrer-Policy", "Permissions-Policy"),
    *("Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy"),
)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/accounts/login/", 200),
        ("GET", "/nowhere", 404),
        ("GET", "/static/img/marks.svg", 200),
        ("GET", "/static/nowhere.svg", 404),
        ("GET", "/api/v1/openapi.json", 200),
        ("GET", "/api/v1/pins", 401),
        ("POST", "/api/v1/pins", 411),
        ("GET", "/api/v1/openapi.json?q=%00", 422),
        ("POST", "/api/v1/openapi.json", 400),
    ],
)
def test_every_answer_carries_every_header(db: None, client: Client, method: str, path: str, status: int) -> None:
    """Also those of the front door and of the server of static files, which no view ever sees."""
    answer = client.generic(method, path, "{" if status == 400 else "", content_type="application/json")
    answer.close()  # a static file stays open until then
    assert answer.status_code == status
    assert [name for name in HEADERS if not answer.get(name)] == []


def test_pages_speak_the_language_of_the_browser(client: Client) -> None:
    page = client.get("/accounts/login/", headers={"accept-language": "de-AT,de;q=0.9"})
    assert page["Content-Language"] == "de"
    assert '<html lang="de"' in page.content.decode()


def test_the_api_speaks_english_also_after_a_page_in_another_language(client: Client) -> None:
    client.get("/accounts/login/", headers={"accept-language": "de"})
    answer = client.get("/api/v1/openapi.json", headers={"accept-language": "de"})
    assert answer["Content-Language"] == "en"
    assert translation.get_language() == "en"


def test_the_cursor_stands_where_the_login_begins(client: Client) -> None:
    field = re.search(r"<input[^>]*name=\"login\"[^>]*>", client.get("/accounts/login/").content.decode())
    assert field is not None and "autofocus" in field[0]


def test_frames_of_a_request_stand_in_one_piece() -> None:
    """At some depth of calls a loop maps and unmaps a piece of frames in each round, if a border lies there."""

    def served(depth: int) -> int:
        return int(OneStack(lambda _request: HttpResponse(str(_faults(depth))))(HttpRequest()).content)

    assert max(served(depth) for depth in range(250)) < 100


def _faults(depth: int) -> int:
    """How often memory had to be mapped for a thousand calls, made that deep."""
    if depth:
        return max(_faults(depth - 1), 0)  # by way of C, as templates call each other
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(1_000):
        _nothing()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def _nothing() -> None:
    pass
