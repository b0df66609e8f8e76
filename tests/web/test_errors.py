"""Error pages say what happened and, where a setting is wrong, which one."""

from __future__ import annotations

import pytest
from django.test import Client, RequestFactory

from reviewapp.web import errors
from tests.web.conftest import Browser, Desk


@pytest.fixture
def quiet_client() -> Client:
    return Client(raise_request_exception=False)


def test_a_wrong_host_names_the_setting(db: None, quiet_client: Client) -> None:
    answer = quiet_client.get("/accounts/login/", headers={"host": "elsewhere.example"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "elsewhere.example" in page
    assert "PUBLIC_URL" in page


def test_a_form_without_its_token_is_explained(desk: Desk) -> None:
    client = Client(enforce_csrf_checks=True, headers={"origin": "https://elsewhere.example"})
    client.force_login(desk.world.reviewer)
    answer = client.post(desk.url + "claim/")
    assert answer.status_code == 403
    assert "Nothing was changed" in answer.content.decode()
    assert "PUBLIC_URL" in answer.content.decode()


def test_missing_pages_and_forbidden_acts_have_pages_of_their_own(desk: Desk, browser: Browser) -> None:
    assert "Nothing stands here" in browser(desk.world.lead).get("/nowhere/").content.decode()
    assert "only reads" in browser(desk.world.viewer).post(desk.url + "claim/").content.decode()


def test_the_page_of_a_crash_needs_neither_database_nor_session() -> None:
    answer = errors.server_error(RequestFactory().get("/broken/"))
    assert answer.status_code == 500
    assert "Nothing took effect" in answer.content.decode()
