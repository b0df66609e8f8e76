"""Every room opens as a lead sees it, complains of nothing, and axe finds nothing in it."""

from __future__ import annotations

import pytest

from reviewapp.services.pins import register
from tests.e2e.chromium import audit
from tests.e2e.conftest import Desk, Open, Theme
from tests.e2e.rooms import ROOMS

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(("width", "height", "theme"), [(1440, 900, "light"), (390, 844, "dark")])
def test_rooms(desk: Desk, visit: Open, width: int, height: int, theme: Theme) -> None:
    world = desk.world
    words = "Never restart db-replica-3 during business hours."
    pin = register.pin(team=world.team, user=world.lead, key="replica", text=words, severity="HARD_DENIAL").pin
    page = visit(world.lead, width=width, height=height, theme=theme)
    found = []
    for room in ROOMS:
        path = room.format(session=desk.compaction.session_id, pin=pin.pk)
        answer = page.goto(f"{desk.url}/t/{world.team.slug}/{path}")
        assert answer is not None and answer.status == 200, path
        found += [f"{room}: {line}" for line in audit(page)]
        if page.evaluate("document.documentElement.scrollWidth") > width:
            found.append(f"{room}: scrolls sideways")
    assert found == []
