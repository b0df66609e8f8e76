"""axe finds nothing on login, queue and review, in both themes, wide and on a phone; nothing scrolls sideways."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.chromium import audit
from tests.e2e.conftest import Desk, Open
from tests.e2e.fonts import FONTS

pytestmark = [pytest.mark.e2e, pytest.mark.parametrize("fonts", FONTS)]

VIEWS = [(1440, 900, "light"), (1440, 900, "dark"), (390, 844, "light"), (390, 844, "dark")]


@pytest.mark.parametrize(("width", "height", "theme"), VIEWS)
def test_queue_and_review(desk: Desk, visit: Open, width: int, height: int, theme: str) -> None:
    page = visit(desk.world.reviewer, width=width, height=height, theme=theme)
    assert audit(page) == []
    page.goto(desk.review)
    assert audit(page) == []
    for tab in ("pins", "account", "since", "state", "context", "notes", "edit"):
        page.goto(f"{desk.review}?tab={tab}&show=open")
        assert audit(page) == [], tab
    page.locator("#open-renew").click()
    expect(page.locator("#renew")).to_be_visible()
    assert audit(page) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_login_and_errors(browser: Browser, desk: Desk, theme: str) -> None:
    page = browser.new_page(color_scheme="dark" if theme == "dark" else "light")
    page.goto(f"{desk.url}/accounts/login/")
    assert audit(page) == []
    page.get_by_label("Username").fill("nobody")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_be_visible()
    assert audit(page) == []
    page.close()


@pytest.mark.parametrize("path", ["queue/", "review"])
def test_nothing_is_cut_off_at_320_pixels(desk: Desk, visit: Open, path: str) -> None:
    page = visit(desk.world.reviewer, width=320, height=700)
    page.goto(desk.review if path == "review" else f"{desk.url}/t/{desk.world.team.slug}/{path}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
