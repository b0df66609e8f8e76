"""Error pages say what happened and, where a setting is wrong, which one."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from django.test import Client, RequestFactory

from reviewapp.services.compactions import analysis, closing, finalize
from reviewapp.services.errors import Refused
from reviewapp.services.review import actions
from reviewapp.services.sessions import disclosure
from reviewapp.web import errors
from reviewapp.web.review import page
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


BUSY = Refused("busy", "Others are changing this right now.", 503)


def _busy(**_: object) -> None:
    raise BUSY


def test_a_refusal_that_no_page_waits_for_is_no_crash(
    desk: Desk, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closing, "close", _busy)
    monkeypatch.setattr(disclosure, "reveal", _busy)
    monkeypatch.setattr(actions, "release", _busy)
    session = f"/t/{desk.world.team.slug}/s/{desk.compaction.session_id}/"
    for address in (f"{session}close/", f"{session}turns/1/reveal/", desk.url + "release/"):
        answer = browser(desk.world.reviewer).post(address)
        assert answer.status_code == 503
        assert "Others are changing this right now." in answer.content.decode()


def test_who_reads_does_not_wait_for_who_writes(desk: Desk, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """A check that can't be made anew just now is shown as stale, and nothing passes by it."""
    desk.world.policy(four_eyes=True)  # makes the analysis stale
    monkeypatch.setattr(analysis, "refresh", _busy)
    answer = browser(desk.world.reviewer).get(desk.url)
    assert answer.status_code == 200 and "has not been analysed" in answer.content.decode()


def test_an_overdue_row_that_others_hold_is_shown_all_the_same(
    desk: Desk, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "timezone", SimpleNamespace(now=lambda: datetime.max.replace(tzinfo=UTC)))
    monkeypatch.setattr(finalize, "expire", lambda _row: _busy())
    assert browser(desk.world.reviewer).get(desk.url).status_code == 200
    assert desk.fresh().state == "in_review"


def test_a_nul_in_an_address_is_a_bad_request(desk: Desk, browser: Browser) -> None:
    for action in ("pin", "restore", "strike", "dismiss", "undo"):
        answer = browser(desk.world.reviewer).post(f"{desk.url}f/%00/{action}/", {"revision": "1"})
        assert answer.status_code == 400


@pytest.mark.parametrize("back", ["queue", "web:queue", "[]", "NaN", "\x00", "//elsewhere.example"])
def test_the_way_back_from_a_preference_is_an_address_of_ours(desk: Desk, browser: Browser, back: str) -> None:
    for preference in ("theme", "hotkeys"):
        answer = browser(desk.world.viewer).post(f"/me/{preference}/", {"theme": "dark", "back": back})
        assert answer.status_code == 302 and "elsewhere" not in answer["Location"]


def test_nobody_is_sent_mail(db: None) -> None:
    """A stranger could else make the service fail, or mail whom they please."""
    told = Client().get("/accounts/password/reset/")
    assert told.status_code == 200 and "Stet sends no mail" in told.content.decode()
    assert Client().post("/accounts/password/reset/", {"email": "ada@example.com"}).status_code == 405
    assert Client().get("/accounts/email/").status_code == 404


def test_too_many_tries_at_a_login_are_told_so(db: None) -> None:
    tries = [Client().post("/accounts/login/", {"login": "nobody", "password": "wrong"}) for _ in range(40)]
    assert tries[-1].status_code == 429 and "Wait a few minutes" in tries[-1].content.decode()
