"""Keys: they do what the sheet says, never while typing, never what can't be seen, and not at all when switched off."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from reviewapp.models import Resolution
from reviewapp.services import preferences
from tests.e2e.conftest import Desk, Open

pytestmark = pytest.mark.e2e


def test_walk_the_findings(desk: Desk, visit: Open) -> None:
    page = visit(desk.world.reviewer)
    page.goto(desk.review)
    expect(page.locator("#finding")).to_have_attribute("data-number", "1")
    page.keyboard.press("j")
    expect(page.locator("#finding")).to_have_attribute("data-number", "2")
    expect(page.locator("#f-2")).to_have_attribute("data-selected", "")
    expect(page.locator("mark[data-of~='2'][aria-current]").first).to_be_visible()
    page.keyboard.press("k")
    expect(page.locator("#finding")).to_have_attribute("data-number", "1")


def test_a_resolve_moves_focus_to_the_next_slip(desk: Desk, visit: Open) -> None:
    page = visit(desk.world.reviewer)
    page.goto(desk.review)
    page.keyboard.press("x")
    page.keyboard.press("3")
    expect(page.locator("#live")).to_contain_text("False alarm")
    expect(page.locator("#finding")).to_have_attribute("data-number", "2")
    expect(page.locator("#finding footer button").first).to_be_focused()
    page.keyboard.press("z")
    expect(page.locator("#live")).to_contain_text("open again")
    expect(page.locator("#f-1")).to_have_attribute("data-state", "open")


def test_reasons_of_a_closed_menu_are_not_pressed(desk: Desk, visit: Open) -> None:
    page = visit(desk.world.reviewer)
    page.goto(desk.review)
    page.keyboard.press("1")
    page.wait_for_timeout(300)
    assert not Resolution.objects.exists()


def test_typing_is_not_pressing(desk: Desk, visit: Open) -> None:
    page = visit(desk.world.reviewer)
    page.goto(f"{desk.review}?tab=edit")
    page.locator("#edit-text").press_sequentially("drop this rule")
    expect(page.locator("#edit-text")).to_have_value(re.compile("drop this rule"))
    assert not Resolution.objects.exists()


def test_the_sheet_opens_and_closes(desk: Desk, visit: Open) -> None:
    page = visit(desk.world.reviewer)
    page.keyboard.press("Shift+?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()


def test_rows_of_the_queue(desk: Desk, visit: Open) -> None:
    page = visit(desk.world.reviewer)
    page.keyboard.press("j")
    expect(page.get_by_role("link", name="eks-migration", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(desk.review)
    page.keyboard.press("g")
    page.keyboard.press("q")
    page.wait_for_url("**/queue/")
    page.keyboard.press("n")
    page.wait_for_url(desk.review)
    assert desk.fresh().holder == desk.world.reviewer


def test_switched_off(desk: Desk, visit: Open) -> None:
    preferences.set_hotkeys(user=desk.world.reviewer, on=False)
    page = visit(desk.world.reviewer)
    page.goto(desk.review)
    page.keyboard.press("j")
    page.wait_for_timeout(300)
    expect(page.locator("#finding")).to_have_attribute("data-number", "1")
