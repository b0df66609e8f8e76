"""Who may see and do what: strangers nothing, viewers read, another team's objects are missing ones."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver

from reviewapp.models import AuditEntry, Compaction
from reviewapp.web.urls import urlpatterns
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
    "renew/",
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


@pytest.mark.parametrize("action", [a for a in ACTIONS if a not in ("approve/", "reject/", "renew/")])
def test_nothing_is_done_by_a_link(desk: Desk, browser: Browser, action: str) -> None:
    client, before = browser(desk.world.reviewer), AuditEntry.objects.count()
    answer = client.get(desk.url + action, follow=True)
    assert (answer.status_code, answer.request["PATH_INFO"]) == (200, desk.url)
    assert AuditEntry.objects.count() == before and Compaction.objects.get().holder is None


def _all(patterns: list[URLPattern | URLResolver], before: str = "") -> Iterator[str]:
    """Every route of the pages, with names in the place of its values."""
    for each in patterns:
        route = before + str(each.pattern)
        yield from _all(each.url_patterns, route) if isinstance(each, URLResolver) else [route]


def test_no_address_of_a_page_is_refused_for_its_method(desk: Desk, browser: Browser) -> None:
    of = desk.compaction
    known = {"team": desk.world.team.slug, "compaction_id": of.pk, "session_id": of.session_id, "int": 1}

    def value(named: re.Match[str]) -> str:
        return str(known.get(named[2]) or known.get(named[1]) or uuid.uuid4())

    routes = [re.sub(r"<(\w+):(\w+)>", value, route) for route in _all(urlpatterns) if "^" not in route]
    before = AuditEntry.objects.count()
    for user in (desk.world.reviewer, desk.world.viewer):
        client = browser(user)
        answers = {route: client.get(f"/{route}", follow=True).status_code for route in routes}
        assert {route: code for route, code in answers.items() if code not in (200, 204, 403, 404)} == {}
    assert AuditEntry.objects.count() == before


def test_what_a_form_posts_to_leads_to_its_page(desk: Desk, browser: Browser) -> None:
    client, session = browser(desk.world.viewer), f"/t/{desk.world.team.slug}/s/{desk.compaction.session_id}/turns/"
    assert client.get(f"{session}2/reveal/")["Location"] == "../../?from=2#t-2"
    assert client.get(f"{session}2/reveal/", follow=True).request["PATH_INFO"] == session
    key = desk.finding("5432")
    assert client.get(f"{desk.url}f/{key}/pin/")["Location"] == f"../../../?key={key}#finding"
    other = make_world("other")
    assert browser(other.lead).get(f"{session}2/reveal/").status_code == 404


def test_a_link_of_a_refused_form_leads_on(desk: Desk, browser: Browser) -> None:
    """The page then stands at the address of the form, and its links are queries alone."""
    client, address = browser(desk.world.reviewer), f"{desk.url}f/{desk.finding('5432')}/pin/"
    refused = client.post(address, {"revision": "1", "key": "no key!", "severity": "ADVISORY", "scope": "team"})
    assert refused.status_code == 422 and 'href="?tab=pins' in refused.content.decode().replace("?f=1&amp;tab", "?tab")
    assert client.get(f"{address}?tab=pins&f=2")["Location"] == "../../../?tab=pins&f=2"


def test_pages_stay_in_no_cache_and_fragments_are_told_apart(desk: Desk, browser: Browser) -> None:
    page = browser(desk.world.reviewer).get(desk.url)
    assert page["Cache-Control"] == "no-store"
    assert "HX-Request" in page["Vary"]
