"""The address tells the whole view, so that a reload, a link and an action all find it again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from reviewapp.models import Comment, Compaction
from reviewapp.services.review import actions
from tests import clock
from tests.web.conftest import Browser, Desk

ORIGIN = "http://testserver"


def test_a_tab_keeps_the_finding_and_a_finding_keeps_the_tab(desk: Desk, browser: Browser) -> None:
    client = browser(desk.world.reviewer)
    there = {"hx-request": "true", "hx-current-url": f"{ORIGIN}{desk.url}?f=2&show=open"}
    tab = client.get(f"{desk.url}?tab=pins", headers={**there, "hx-target": "summary"})
    assert tab["HX-Replace-Url"] == f"{desk.url}?f=2&tab=pins&show=open"
    finding = client.get(f"{desk.url}?f=1", headers={**there, "hx-target": "finding"})
    assert finding["HX-Replace-Url"] == f"{desk.url}?f=1&show=open"


def test_an_action_leaves_the_address_of_what_it_shows(desk: Desk, browser: Browser) -> None:
    headers = {"hx-request": "true", "hx-target": "finding", "hx-current-url": f"{ORIGIN}{desk.url}?f=1&tab=pins"}
    key = desk.finding("5432")
    form = {"reason": "restated", "revision": "1"}
    answer = browser(desk.world.reviewer).post(f"{desk.url}f/{key}/dismiss/", form, headers=headers)
    assert "tab=pins" in answer["HX-Replace-Url"]
    shown = answer.content.decode().split('data-number="')[1].split('"')[0]
    assert f"?f={shown}&" in answer["HX-Replace-Url"]


def test_the_queue_links_to_a_finding_by_its_key(desk: Desk, browser: Browser) -> None:
    key = desk.finding("5432")
    page = browser(desk.world.reviewer).get(f"{desk.url}?key={key}").content.decode()
    assert "open port 5432" in page.split('class="said"')[1].split("</figure>")[0]


def test_nonsense_in_an_address_is_the_plain_page(desk: Desk, browser: Browser) -> None:
    client = browser(desk.world.reviewer)
    for query in (
        "?f=-1",
        "?f=99999999999",
        "?f=²",
        "?turns=x",
        "?tab=%00",
        "?show='&kind=<b>",
        "?key=zz",
        "?turns=999999",
    ):
        assert client.get(desk.url + query).status_code == 200, query


@pytest.mark.parametrize("address", ["//[::", "http://a]b/?f=2", "http://[x/?f=2"])
def test_an_address_that_is_none_is_as_if_not_told(desk: Desk, browser: Browser, address: str) -> None:
    headers = {"hx-request": "true", "hx-target": "summary", "hx-current-url": address}
    answer = browser(desk.world.reviewer).get(f"{desk.url}?tab=pins", headers=headers)
    assert (answer.status_code, answer["HX-Replace-Url"]) == (200, f"{desk.url}?tab=pins")


def test_the_beat_of_a_claim_prolongs_it_and_says_when_it_is_lost(desk: Desk, browser: Browser) -> None:
    client = browser(desk.world.reviewer)
    client.post(desk.url + "claim/")
    soon = timezone.now() + timedelta(minutes=1)
    Compaction.objects.filter(pk=desk.compaction.pk).update(held_until=soon)
    beat = {"hx-request": "true", "hx-target": "lease"}
    assert "Yours for" in client.post(desk.url + "claim/", headers=beat).content.decode()
    held_until = desk.fresh().held_until
    assert held_until is not None and held_until > soon
    actions.take_over(team=desk.world.team, user=desk.world.lead, compaction_id=desk.compaction.pk)
    lost = client.post(desk.url + "claim/", headers=beat).content.decode()
    assert "lead-of-platform is reviewing this" in lost and 'id="standing" hx-swap-oob="true"' in lost
    assert "HX-Redirect" not in client.post(desk.url + "claim/", headers=beat)


def test_who_opens_an_overdue_proposal_ends_it(desk: Desk, browser: Browser) -> None:
    clock.let_expire(desk.compaction)
    page = browser(desk.world.reviewer).get(desk.url).content.decode()
    assert "Nobody decided in time" in page
    assert desk.fresh().state == "expired"


def test_a_note_can_name_the_finding(desk: Desk, browser: Browser) -> None:
    key = desk.finding("5432")
    client = browser(desk.world.reviewer)
    client.post(desk.url + "notes/", {"text": "Ask the network team.", "finding_key": key})
    assert Comment.objects.get().finding_key == key
    assert "on <a" in client.get(f"{desk.url}?tab=notes").content.decode()
