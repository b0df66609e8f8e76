"""Names and words that people and agents give are shown with what can't be seen in them, in every room."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from reviewapp.models import AgentToken, Pin, SavedView, Team, User
from reviewapp.services.pins import register, retirement
from reviewapp.services.teams import invitations, saved_filters
from tests.web.conftest import Browser, Desk

ROOMS = (
    "queue",
    "sessions",
    "audit",
    "settings",
    "members",
    "tokens",
    "webhooks",
    "notices",
    "insights",
    "pins",
    "keys",
)
HIDDEN = "\u202e\u200b\u2066\U000e0041\u3164"
ODD = f"Ma{HIDDEN}ra"


@pytest.fixture
def odd(desk: Desk) -> Desk:
    """A team in which every name was stored long ago, before names with hidden characters were refused."""
    world = desk.world
    key = "odd.pin"
    pin = register.pin(
        team=world.team, user=world.lead, key=key, text="Never pay.", severity="ADVISORY", enforced_below=ODD
    ).pin
    retirement.request_retirement(
        team=world.team, user=world.reviewer, pin_id=pin.pk, evidence=f"{ODD} says that it is over."
    )
    saved_filters.save(team=world.team, user=world.lead, name="mine", query="?risk=5")
    invitations.invite(team=world.team, user=world.lead, name="Omar", role="viewer")
    Team.objects.filter(pk=world.team.pk).update(name=ODD)
    for user in (world.lead, world.reviewer, world.viewer):
        User.objects.filter(pk=user.pk).update(username=f"{user.pk}{ODD}", first_name=ODD, last_name=HIDDEN)
    AgentToken.objects.create(
        team=world.team, public_id="0" * 16, digest=bytes(32), name=ODD, scopes=["read"], created_by=world.lead
    )
    SavedView.objects.filter(team=world.team).update(name=ODD)
    return desk


def test_no_room_prints_a_hidden_character_of_a_name(odd: Desk, browser: Browser) -> None:
    world = odd.world
    client = browser(User.objects.get(pk=world.lead.pk))
    addresses = [reverse(f"web:{name}", args=[world.team.slug]) for name in ROOMS]
    addresses += [reverse("web:pin", args=[world.team.slug, Pin.objects.get().pk])]
    addresses += [
        reverse(f"web:{name}", args=[world.team.slug, odd.compaction.session_id]) for name in ("session", "turns")
    ]
    addresses += [odd.url, *(f"{odd.url}?tab={tab}" for tab in ("context", "pins", "notes", "state", "edit"))]
    addresses += [f"{odd.url}{name}/" for name in ("approve", "reject", "renew")]
    found = {}
    for address in addresses:
        page = client.get(address)
        assert page.status_code == 200, address
        seen = re.findall(rf".{{0,60}}[{HIDDEN}].{{0,10}}", _shown(page.content.decode()))
        if seen:
            found[address] = seen
    assert found == {}
    assert "‹U+202E›" in client.get(reverse("web:queue", args=[world.team.slug])).content.decode()


def _shown(page: str) -> str:
    """Without the values of fields, which go back as they came and are not shown."""
    return re.sub(r'value="[^"]*"', "", page)
