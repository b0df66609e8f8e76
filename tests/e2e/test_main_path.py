"""The job itself, by keyboard alone: find both lost prohibitions, pin one, restore the other, approve."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from reviewapp.models import PinVersion, Resolution
from tests.e2e.conftest import PATIENCE, Desk, Open

pytestmark = pytest.mark.e2e

AURORA = "Under NO circumstances should you touch the legacy Aurora instance"
PORT = "DO NOT open port 5432"


def _select(page: Page, words: str) -> None:
    page.locator("#findings .finding", has_text=words).first.locator("a").click()
    expect(page.locator("#finding .said")).to_contain_text(words)
    expect(page.locator(".htmx-request")).to_have_count(0)


def _press(page: Page, key: str, says: str) -> None:
    """A key, and the announcement that follows it."""
    page.keyboard.press(key)
    expect(page.locator("#live")).to_contain_text(says)


def _until_more_than(page: Page, count: int) -> None:
    """Wait for one more resolution; the page may swap or come anew meanwhile."""
    for _ in range(PATIENCE // 50):
        if Resolution.objects.count() > count:
            return
        page.wait_for_timeout(50)
    raise AssertionError("the server did nothing")


def _resolve_the_rest(desk: Desk, page: Page) -> None:
    """Whatever else still blocks: cut what contradicts a pin, restore what is missing."""
    for _ in range(20):
        if not desk.blocking():
            return
        page.locator("#gate-why a").first.click()
        expect(page.locator("#finding[data-state=open][data-severity=blocking]")).to_be_visible()
        expect(page.locator(".htmx-request")).to_have_count(0)
        count = Resolution.objects.count()
        page.keyboard.press("r" if page.locator("#do-restore").count() else "d")
        _until_more_than(page, count)
        page.wait_for_load_state("networkidle")
    raise AssertionError("findings that block never end")


def test_pin_one_restore_the_other_approve(desk: Desk, visit: Open) -> None:
    page = visit(desk.world.reviewer)
    page.get_by_role("link", name="eks-migration", exact=True).click()
    rail = page.locator("#findings")
    expect(rail.locator(".finding[data-severity=blocking]", has_text=AURORA)).to_have_attribute("data-state", "open")
    expect(rail.locator(".finding[data-severity=blocking]", has_text=PORT)).to_have_attribute("data-state", "open")
    expect(page.locator("#open-approve")).to_have_attribute("aria-disabled", "true")

    _select(page, AURORA)
    _press(page, "p", "Pinned as")
    expect(page.locator("#finding footer button").first).to_be_focused()
    _select(page, PORT)
    _press(page, "r", "Restored in the summary")
    expect(page.locator("#manuscript")).to_contain_text(PORT)
    _resolve_the_rest(desk, page)

    expect(page.locator("#open-approve:not([aria-disabled])")).to_be_visible()
    page.wait_for_load_state("load")
    page.keyboard.press("Shift+A")
    expect(page.locator("#confirm-approve")).to_be_focused()
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/queue/")
    assert desk.fresh().state == "approved"
    assert AURORA in _pinned().decode()


def _pinned() -> bytes:
    return bytes(PinVersion.objects.get().text)


def test_the_same_without_script(desk: Desk, visit: Open) -> None:
    page = visit(desk.world.reviewer, script=False)
    page.goto(desk.review)
    for _ in range(20):
        if not desk.blocking():
            break
        page.locator("#gate-why a").first.click()
        page.locator("#do-restore, #do-strike").first.click()
    assert not desk.blocking()
    page.locator("#open-approve").click()
    page.locator("#confirm-approve").click()
    assert desk.fresh().state == "approved"


def test_two_reviewers_meet_on_one_item(desk: Desk, visit: Open) -> None:
    mine, theirs = visit(desk.world.reviewer), visit(desk.world.lead)
    for page in (mine, theirs):
        page.goto(desk.review)
    theirs.keyboard.press("Shift+R")
    theirs.get_by_role("combobox", name="Reason").select_option("unusable")
    theirs.keyboard.press("Control+Enter")
    theirs.wait_for_url("**/queue/")

    mine.keyboard.press("Shift+R")
    mine.get_by_role("combobox", name="Reason").select_option("other")
    mine.get_by_role("textbox", name="Note to the agent").fill("Words that took a while.")
    mine.keyboard.press("Control+Enter")
    expect(mine.locator("#standing")).to_contain_text("Rejected by lead-of-platform")
    expect(mine.locator("#standing")).to_contain_text("Words that took a while.")
    assert desk.fresh().reason_code == "unusable"
