"""What no person said is pinned or restored after one tick, which its key leads to: no key is refused on the way."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from reviewapp.models import Pin, Resolution
from reviewapp.services.compactions.intake import TurnIn
from tests.e2e.conftest import Desk, Open, Site
from tests.e2e.screen import heard, slip

pytestmark = pytest.mark.e2e


@pytest.fixture
def said(site: Site) -> Desk:
    """The agent alone names the job, and the summary names half of it."""
    turns = [
        TurnIn("user", "Revert the migration of checkout."),
        TurnIn("assistant", "Reverted by the job d41f-checkout-revert-0093."),
    ]
    compaction = site.world.in_review("said", turns=turns, summary="The migration of checkout was reverted by d41f.")
    return Desk(site.url, site.world, compaction)


def box(page: Page, at: str) -> None:
    expect(page.locator(f"#origin-{at}")).to_be_focused()
    expect(slip(page).locator(f"#suspect-{at}")).to_have_text(
        "No person said this, the source is: agent. Tick to keep it all the same, then Enter."
    )


WAYS = [("p", "pin", "Pinned as"), ("r", "restore", "Restored in the summary")]


@pytest.mark.parametrize(("key", "at", "says"), WAYS)
def test_the_key_leads_to_the_tick_and_enter_sends(said: Desk, visit: Open, key: str, at: str, says: str) -> None:
    page = visit(said.world.reviewer, said.review)
    page.keyboard.press(key)
    box(page, at)
    page.keyboard.press("Enter")  # not before the tick
    box(page, at)
    assert not Resolution.objects.exists()
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    heard(page, says)
    assert Resolution.objects.get().confirmed_origin


def test_escape_closes_it_and_gives_the_focus_back(said: Desk, visit: Open) -> None:
    page = visit(said.world.reviewer, said.review)
    page.keyboard.press("p")
    box(page, "pin")
    page.keyboard.press("Escape")
    expect(page.locator("#origin-pin")).to_be_hidden()
    expect(page.locator("#do-pin")).to_be_focused()


def test_without_script_it_is_a_tick_and_a_button(said: Desk, visit: Open) -> None:
    page = visit(said.world.reviewer, said.review, script=False)
    page.locator("#do-pin").click()
    page.get_by_role("checkbox", name="I know that no person said this").check()
    page.locator("#confirm-pin").click()
    expect(page.get_by_text("Pinned as").first).to_be_visible()
    assert Pin.objects.get().state == "active"


def test_its_fields_stand_beside_the_tick(said: Desk, visit: Open) -> None:
    page = visit(said.world.reviewer, said.review)
    page.keyboard.press("p")
    box(page, "pin")
    page.get_by_label("Key", exact=True).fill("checkout.job")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#origin-pin")).to_be_focused()  # the browser asks for the tick
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    heard(page, "Pinned as checkout.job")
    assert Pin.objects.get().key == "checkout.job"
