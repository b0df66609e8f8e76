"""Who may see and do what: strangers nothing, viewers read, another team's objects are missing ones."""

from __future__ import annotations

import uuid

import pytest
from django.test import Client

from tests.web.conftest import Browser, Desk
from tests.world import World, make_world

ACTIONS = [
    "claim/",
    "take-over/",
    "release/",
    "skip/",
    "retry/",
    f"f/{'0' * 64}/pin/",
    f"f/{'0' * 64}/restore/",
    f"f/{'0' * 64}/strike/",
    f"f/{'0' * 64}/dismiss/",
    f"f/{'0' * 64}/undo/",
    "edit/",
    "notes/",
    "approve/",
    "reject/",
]
PAGES = ["queue/", "keys/"]


@pytest.mark.parametrize("page", ["", *PAGES])
def test_strangers_are_led_to_the_login(world: World, page: str) -> None:
    answer = Client().get(f"/t/{world.team.slug}/{page}" if page else "/")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("page", PAGES)
def test_another_team_is_missing(world: World, browser: Browser, page: str) -> None:
    other = make_world("other")
    assert browser(other.lead).get(f"/t/{world.team.slug}/{page}").status_code == 404


def test_a_compaction_of_another_team_is_missing_even_under_my_own(desk: Desk, browser: Browser) -> None:
    other = make_world("other")
    client = browser(other.lead)
    assert client.get(desk.url).status_code == 404
    assert client.get(f"/t/other/c/{desk.compaction.pk}/").status_code == 404
    assert client.get(f"/t/other/c/{uuid.uuid4()}/").status_code == 404


@pytest.mark.parametrize("action", ACTIONS)
def test_another_team_cannot_act(desk: Desk, browser: Browser, action: str) -> None:
    other = make_world("other")
    assert browser(other.lead).post(f"/t/other/c/{desk.compaction.pk}/{action}").status_code == 404
    assert browser(other.lead).post(desk.url + action).status_code == 404


@pytest.mark.parametrize("action", ACTIONS)
def test_a_viewer_reads_and_cannot_act(desk: Desk, browser: Browser, action: str) -> None:
    client = browser(desk.world.viewer)
    page = client.get(desk.url)
    assert page.status_code == 200
    assert "Your role in this team reads" in page.content.decode()
    assert 'id="do-pin"' not in page.content.decode()
    assert client.post(desk.url + action).status_code == 403


@pytest.mark.parametrize("action", [a for a in ACTIONS if a not in ("approve/", "reject/")])
def test_nothing_is_done_by_a_link(desk: Desk, browser: Browser, action: str) -> None:
    assert browser(desk.world.reviewer).get(desk.url + action).status_code == 405


def test_pages_stay_in_no_cache_and_fragments_are_told_apart(desk: Desk, browser: Browser) -> None:
    page = browser(desk.world.reviewer).get(desk.url)
    assert page["Cache-Control"] == "no-store"
    assert "HX-Request" in page["Vary"]
