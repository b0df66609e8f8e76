"""The figures of a team, as bars whose text says what they show."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import history
from tests.e2e.conftest import Open, Site

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("script")]


def chart(page: Page, title: str) -> Locator:
    return page.get_by_role("region", name=title).get_by_role("listitem")


def test_what_was_lost_and_how_people_decided(site: Site, visit: Open) -> None:
    history.tell(site.world)
    page = visit(site.world.viewer, site.at("insights/"))
    expect(page.get_by_role("main")).to_contain_text("3 compactions of the last 30 days")
    for kind, share in (("addition", "67 % 2 of 3"), ("negation", "100 % 3 of 3"), ("number", "67 % 2 of 3")):
        expect(chart(page, "Lost by kind").filter(has_text=kind)).to_contain_text(share)
    generations = [re.compile(f"^generation {n} .*0 of {n}") for n in (2, 1)]
    expect(chart(page, "Clean by generation")).to_have_text(generations)
    expect(page.get_by_role("main")).to_contain_text("2 measured")  # an approval and a rejection
    bar = page.get_by_role("region", name="Lost by kind").locator("rect[width='667']").first
    whole = page.get_by_role("region", name="Lost by kind").locator("rect[width='1000']").first
    narrow, wide = bar.bounding_box(), whole.bounding_box()
    assert narrow and wide and narrow["width"] == pytest.approx(wide["width"] * 2 / 3, rel=0.01)

    page.get_by_role("link", name="7 days").click()
    expect(page.get_by_role("link", name="7 days")).to_have_attribute("aria-current", "true")
    expect(page.get_by_role("main")).to_contain_text("3 compactions of the last 7 days")


def test_without_data_it_says_what_to_do(site: Site, visit: Open) -> None:
    page = visit(site.world.viewer, site.at("insights/"))
    expect(page.get_by_role("main")).to_contain_text("No compaction came in this window.")
    page.get_by_role("main").get_by_role("link", name="To the queue").click()
    expect(page).to_have_url(site.at("queue/"))
