"""What a third party put in has a mark of its own: it is not struck through like words that were lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from reviewapp.demo.stories import stories
from reviewapp.models import Finding
from tests.e2e.chromium import audit
from tests.e2e.conftest import Desk, Open, Site, Theme
from tests.e2e.screen import slip

pytestmark = pytest.mark.e2e

THEMES: tuple[Theme, ...] = ("light", "dark")


@pytest.fixture
def planted(site: Site) -> Desk:
    story = next(story for story in stories() if story.session == "vendor-sdk-upgrade")
    told = story.generations[-1]
    return Desk(site.url, site.world, site.world.in_review(story.session, turns=told.turns, summary=told.summary))


def pen(page: Page, selector: str) -> str:
    return str(page.locator(selector).first.evaluate("each => getComputedStyle(each).color"))


def fill(page: Page, selector: str) -> str:
    return str(page.locator(selector).first.evaluate("each => getComputedStyle(each).stroke"))


@pytest.mark.parametrize("theme", THEMES)
def test_an_injection_is_told_from_a_loss(planted: Desk, visit: Open, theme: Theme) -> None:
    page = visit(planted.world.reviewer, planted.review, theme=theme)
    page.goto(f"{planted.review}?key={Finding.objects.filter(kind='injection').values_list('key', flat=True)[0]}")
    expect(slip(page).locator(".badge")).to_have_text("Injection")
    expect(slip(page).locator(".planted").first).to_be_visible()
    assert slip(page).locator("del, ins").count() == 0
    assert pen(page, ".marginal[data-change=injection]") != pen(page, ".marginal[data-change=dropped]")
    assert fill(page, ".hit[data-change=injection]") != fill(page, ".hit[data-change=dropped]")
    assert audit(page) == []
    page.goto(planted.at("queue/"))
    expect(page.get_by_text("Violet: a third party")).to_be_visible()
    assert audit(page) == []
