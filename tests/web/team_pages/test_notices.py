"""The bell, the page behind it, and the forms that say how somebody is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from reviewapp.models import Notice, NoticeChoice, User
from reviewapp.services import dispatch
from tests.web.conftest import Desk
from tests.world import World

Browser = Callable[[User], Client]
FORM = {"email": "on", "kinds": ["flagged"], "digest_minutes": "60", "quiet_from": "22", "quiet_to": "7", "zone": "UTC"}


def url(world: World, name: str) -> str:
    return reverse(f"web:{name}", args=[world.team.slug])


def test_the_bell_counts_what_waits_for_me_until_it_is_read(desk: Desk, browser: Browser) -> None:
    world = desk.world
    dispatch.dispatch()
    waiting = Notice.objects.filter(user=world.reviewer).count()
    client = browser(world.reviewer)
    assert waiting and f'<span class="count">{waiting}</span></a>' in client.get(url(world, "notices")).content.decode()
    assert client.post(url(world, "read-notices")).status_code == 302
    page = client.get(url(world, "notices")).content.decode()
    assert '<span class="count">' + str(waiting) + "</span></a>\n  <details" not in page
    assert not Notice.objects.filter(user=world.reviewer, seen_at=None).exists()
    assert Notice.objects.filter(user=world.lead, seen_at=None).exists()


def test_what_a_person_chooses_is_stored_for_that_person(world: World, browser: Browser) -> None:
    form = {**FORM, "address": "me@example.com"}
    assert browser(world.reviewer).post(url(world, "choose-notices"), form).status_code == 302
    choice = NoticeChoice.objects.get()
    assert (choice.user, choice.digest_minutes, choice.quiet_from, choice.quiet_to) == (world.reviewer, 60, 22, 7)
    assert "flagged" not in choice.muted and "stale" in choice.muted
    world.reviewer.refresh_from_db()
    assert world.reviewer.email == "me@example.com"


@pytest.mark.parametrize(("field", "value"), [("quiet_from", "25"), ("zone", "Mars"), ("address", "nobody")])
def test_a_wrong_wish_changes_nothing_and_is_named(world: World, browser: Browser, field: str, value: str) -> None:
    answer = browser(world.reviewer).post(url(world, "choose-notices"), {**FORM, field: value})
    assert answer.status_code == 422 and "Nothing was changed" in answer.content.decode()
    assert not NoticeChoice.objects.exists()


def test_the_channel_is_for_leads_and_its_address_is_never_shown(world: World, browser: Browser) -> None:
    form = {**FORM, "slack_url": "https://hooks.example.com/T0/canary"}
    assert browser(world.reviewer).post(url(world, "choose-team-notices"), form).status_code == 403
    lead = browser(world.lead)
    assert lead.post(url(world, "choose-team-notices"), form).status_code == 302
    assert "canary" not in lead.get(url(world, "notices")).content.decode()
    lead.post(url(world, "choose-team-notices"), FORM)
    assert NoticeChoice.objects.get().slack_url, "an empty field leaves the stored address alone"
    lead.post(url(world, "choose-team-notices"), {**FORM, "forget_slack": "on"})
    assert NoticeChoice.objects.get().slack_url is None
