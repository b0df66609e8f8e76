"""In German, whose words are longer: every room fits the narrowest screen, and axe finds nothing."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from reviewapp.services import claims
from tests.e2e.chromium import audit
from tests.e2e.conftest import Desk, Open

pytestmark = pytest.mark.e2e

ROOMS = (
    *("queue/", "queue/?view=decided", "pins/", "pins/new/", "sessions/", "s/{session}/", "insights/", "audit/"),
    *("settings/", "settings/members/", "settings/tokens/", "keys/", "c/{compaction}/"),
)


def test_every_room_in_german_on_the_narrowest_screen(desk: Desk, visit: Open) -> None:
    claims.claim(**desk.world.by(desk.world.lead, desk.compaction))  # the bar of the review is fullest then
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
