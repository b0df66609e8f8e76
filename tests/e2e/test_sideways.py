"""On a phone nothing is cut off without a sign: tables become cards, what scrolls says so and takes the keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from reviewapp.services.pins import register
from tests.e2e import history
from tests.e2e.conftest import Open, Site
from tests.e2e.fonts import FONTS
from tests.e2e.test_narrow import PAGES

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("script"), pytest.mark.parametrize("fonts", FONTS)]

_CUT = """() => [...document.querySelectorAll("body *")].filter(each => {
  const style = getComputedStyle(each);
  const hides = style.overflowX !== "visible" && style.textOverflow !== "ellipsis";
  const over = each.clientWidth > 0 && each.scrollWidth > each.clientWidth + 1;
  return hides && over && each.checkVisibility() && !each.matches(".vh, .live, thead");
}).filter(each => {
  const sign = each.previousElementSibling;  // the words; exact bytes in a <pre> show by themselves where they end
  const told = each.matches("pre") || (sign && sign.matches(".sideways") && sign.checkVisibility());
  return !(each.tabIndex === 0 && each.ariaLabel && told);
}).map(each => each.outerHTML.slice(0, 80))"""


def cut(page: Page) -> list[str]:
    """What is wider than its box, and either can't be scrolled by keys or does not say that it goes on."""
    return [str(found) for found in page.evaluate(_CUT)]


@pytest.mark.parametrize("width", [390, 320])
@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_is_cut_without_a_sign(site: Site, visit: Open, width: int, language: str) -> None:
    last = history.tell(site.world)[-1]
    pin = register.pin(team=site.world.team, user=site.world.lead, key="a" * 60, text="b", severity="ADVISORY").pin
    page = visit(site.world.lead, width=width, height=800, locale=language)
    found = {}
    for room in (*PAGES, "pins/?view=proposed"):
        page.goto(site.at(room.format(session=last.session_id, pin=pin.pk, review=last.pk)))
        found[room] = cut(page)
    assert {room: what for room, what in found.items() if what} == {}
