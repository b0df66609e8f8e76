"""Every room: open to members, missing to others, read-only for viewers, and quiet about hostile text."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from reviewapp.models import AgentToken, AuditEntry, Membership, Pin, Policy, User
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.pins import register
from tests.web.conftest import Desk
from tests.world import World, make_world

Browser = Callable[[User], Client]
HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>" hx-get="/x" \u202egnp.exe {{ 7|add:7 }}'
LISTS = ("sessions", "audit", "settings", "members", "tokens", "webhooks", "notices", "insights", "pins")
OF_SESSION = ("session", "turns", "generations")


def address(desk: Desk, name: str, **more: object) -> str:
    args = [desk.world.team.slug, *more.values()]
    if name in OF_SESSION:
        args.append(desk.compaction.session_id)
    return reverse(f"web:{name}", args=args)


@pytest.mark.parametrize("name", LISTS + OF_SESSION)
def test_every_member_reads_every_room(desk: Desk, browser: Browser, name: str) -> None:
    for user in (desk.world.lead, desk.world.reviewer, desk.world.viewer):
        page = browser(user).get(address(desk, name))
        assert page.status_code == 200
        assert page["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", LISTS + OF_SESSION)
def test_another_teams_room_is_missing(desk: Desk, browser: Browser, name: str) -> None:
    stranger = make_world("other")
    assert browser(stranger.lead).get(address(desk, name)).status_code == 404


@pytest.mark.parametrize("name", OF_SESSION)
def test_another_teams_session_is_missing_under_ones_own_address(desk: Desk, browser: Browser, name: str) -> None:
    stranger = make_world("other")
    url = reverse(f"web:{name}", args=[stranger.team.slug, desk.compaction.session_id])
    missing = reverse(f"web:{name}", args=[stranger.team.slug, uuid4()])
    client = browser(stranger.lead)
    assert client.get(url).status_code == client.get(missing).status_code == 404


@pytest.mark.parametrize("name", LISTS)
def test_an_empty_team_is_told_what_to_do(world: World, browser: Browser, name: str) -> None:
    page = browser(world.lead).get(reverse(f"web:{name}", args=[world.team.slug]))
    assert page.status_code == 200


@pytest.mark.parametrize(
    "query", ["?page=0", "?page=x", "?from=0", "?from=99999999999", "?q=%00", "?days=-1", "?since=x"]
)
@pytest.mark.parametrize("name", LISTS + OF_SESSION)
def test_an_odd_address_shows_the_room_all_the_same(desk: Desk, browser: Browser, name: str, query: str) -> None:
    assert browser(desk.world.lead).get(address(desk, name) + query).status_code == 200


def test_a_new_pin_from_an_odd_address_is_missing(world: World, browser: Browser) -> None:
    assert browser(world.lead).get(reverse("web:new-pin", args=[world.team.slug]) + "?pin=a%00").status_code == 404


def test_hostile_text_is_inert_in_every_room(world: World, browser: Browser) -> None:
    turns = (TurnIn("user", f"NEVER run {HOSTILE}."), TurnIn("user", "Go on."))
    compaction = world.in_review(turns=turns, summary=f"Pays $99. {HOSTILE}")
    register.pin(team=world.team, user=world.lead, key="no.run", text=HOSTILE, severity="ADVISORY", confirm_hidden=True)
    client = browser(world.lead)
    for name in LISTS + OF_SESSION:
        page = client.get(address(Desk(world, compaction), name)).content.decode()
        assert "<script>alert" not in page
        assert "onerror=alert(2)>" not in page.replace("&gt;", "").replace("onerror=alert(2)&gt;", "")
        assert "\u202e" not in page


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("change-policy", {"auto_approve": "never", "quorum": "1", "expiry_hours": "5", "version": "1"}),
        ("invite", {"name": "New", "role": "lead"}),
        ("issue-token", {"name": "bot", "scopes": "submit"}),
    ],
)
def test_only_a_lead_changes_settings(desk: Desk, browser: Browser, name: str, form: dict[str, str]) -> None:
    before = (Policy.objects.count(), Membership.objects.count(), AgentToken.objects.count())
    for user in (desk.world.reviewer, desk.world.viewer):
        assert browser(user).post(address(desk, name), form).status_code == 403
    assert (Policy.objects.count(), Membership.objects.count(), AgentToken.objects.count()) == before


def test_a_viewer_pins_nothing(desk: Desk, browser: Browser) -> None:
    form = {"key": "a.b", "text": "Never.", "severity": "ADVISORY", "scope": ""}
    assert browser(desk.world.viewer).post(address(desk, "new-pin"), form).status_code == 403
    assert not Pin.objects.exists()


def test_reading_a_room_leaves_no_trace(desk: Desk, browser: Browser) -> None:
    before = AuditEntry.objects.count()
    for name in LISTS + OF_SESSION:
        browser(desk.world.lead).get(address(desk, name))
    assert AuditEntry.objects.count() == before
