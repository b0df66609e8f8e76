"""In German, whose words are longer: every room fits the narrowest screen, and axe finds nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from reviewapp.services.review import leases
from tests.e2e.chromium import audit
from tests.e2e.conftest import Desk, Open
from tests.e2e.fonts import FONTS
from tests.e2e.test_narrow import sticks_out

pytestmark = [pytest.mark.e2e, pytest.mark.parametrize("fonts", FONTS)]

ROOMS = (
    *("queue/", "queue/?view=decided", "pins/", "pins/new/", "sessions/", "s/{session}/", "insights/", "audit/"),
    *("settings/", "settings/members/", "settings/tokens/", "keys/", "c/{compaction}/"),
)


def test_every_room_in_german_on_the_narrowest_screen(desk: Desk, visit: Open) -> None:
    leases.claim(**desk.world.by(desk.world.lead, desk.compaction))  # the bar of the review is fullest then
    page = visit(desk.world.lead, width=320, height=760, locale="de-DE")
    found = []
    for room in ROOMS:
        answer = page.goto(desk.at(room.format(session=desk.compaction.session_id, compaction=desk.compaction.pk)))
        assert answer is not None and answer.status == 200, room
        expect(page.locator("html")).to_have_attribute("lang", "de")
        found += [f"{room}: {line}" for line in audit(page)]
        if page.evaluate("document.documentElement.scrollWidth") > 320:
            found.append(f"{room}: scrolls sideways")
    assert found == []


@pytest.mark.parametrize("script", [True, False])
def test_a_language_is_chosen_in_the_menu(desk: Desk, visit: Open, script: bool) -> None:
    page = visit(desk.world.lead, desk.at("pins/?view=retired"), width=390, script=script, locale="en-US")
    page.locator(".masthead .menu > summary").click()
    expect(page.get_by_role("button", name="As the browser asks")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page).to_have_url(desk.at("pins/?view=retired"))
    assert sticks_out(page) <= 0
    page.locator(".masthead .menu > summary").click()
    page.get_by_role("button", name="Wie im Browser").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
