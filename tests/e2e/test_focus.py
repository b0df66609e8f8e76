"""Who uses the keyboard never loses the place: after each swap the focus is on something, and one region announces."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import scripted
from tests.e2e.conftest import Desk, Open
from tests.e2e.screen import gate, heard, is_selected, pane, row, settled, slip, tab

pytestmark = pytest.mark.e2e


def enter(control: Locator) -> None:
    """As from the keyboard: the control has the focus, and Enter presses it."""
    control.focus()
    control.page.keyboard.press("Enter")


def focus_in(page: Page, place: str) -> None:
    settled(page)
    expect(page.locator(f"{place} :focus, {place}:focus")).to_have_count(1)


def chip(page: Page, title: str) -> Locator:
    return page.get_by_role("group", name="Filter findings").get_by_role("link", name=title)


def do(page: Page, button: str) -> Locator:
    return slip(page).get_by_role("button", name=button, exact=True)


# What is pressed, how it shows that the swap is done, and where the focus has to be then.
WALK: tuple[tuple[Callable[[Page], Locator], Callable[[Page], Locator], str], ...] = (
    (lambda page: row(page, 2).get_by_role("link"), lambda page: slip(page).get_by_text("turn 3, user"), "#f-2"),
    (lambda page: page.locator("#next-finding"), lambda page: slip(page).get_by_text("No turn says this."), "#finding"),
    (lambda page: gate(page).get_by_role("link", name="2"), lambda page: slip(page).get_by_text("turn 3"), "#gate-why"),
    (
        lambda page: do(page, "Add the original wording"),
        lambda page: page.locator("#f-2[data-state=restored]"),
        "#finding footer",
    ),
    (lambda page: page.locator("#toast-undo"), lambda page: page.locator("#f-2[data-state=open]"), "#finding footer"),
    (lambda page: chip(page, "Open"), lambda page: page.locator("#chips [aria-current]", has_text="Open"), "#findings"),
    (lambda page: chip(page, "All"), lambda page: page.locator("#chips [aria-current]", has_text="All"), "#findings"),
    (lambda page: page.get_by_role("link", name="Show the one left"), lambda page: row(page, 5), "#findings"),
    (lambda page: tab(page, "Context"), lambda page: pane(page).get_by_text("would read"), "#summary"),
    (lambda page: tab(page, "Notes"), lambda page: pane(page).get_by_text("No notes yet."), "#note-text"),
    (lambda page: tab(page, "Summary"), lambda page: page.locator("#manuscript"), "#summary"),
    (lambda page: pane(page).get_by_role("link", name="Edit"), lambda page: page.locator("#edit-text"), "#edit-text"),
    (lambda page: pane(page).get_by_role("link", name="Cancel"), lambda page: page.locator("#manuscript"), "#summary"),
    (lambda page: page.locator("#extend"), lambda page: page.locator("#lease"), "#lease"),
)


def test_the_focus_is_never_lost(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    page.get_by_role("button", name="Claim").click()
    expect(page.locator("#extend")).to_be_visible()
    for pressed, done, place in WALK:
        enter(pressed(page))
        expect(done(page).first).to_be_visible()
        focus_in(page, place)


def test_the_focus_stays_where_an_action_was_refused(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, f"{told.review}?f=2")
    page.get_by_text("Edit pin").click()
    page.get_by_label("Key", exact=True).fill("no key!")
    enter(page.locator("#confirm-pin"))
    expect(slip(page).get_by_role("alert")).to_be_visible()
    focus_in(page, "#finding")


def test_a_dialog_gives_the_focus_back(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    enter(page.get_by_role("link", name="Reject"))
    expect(page.get_by_role("dialog")).to_be_visible()
    focus_in(page, "#reject")
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Reject")).to_be_focused()


def test_a_field_is_left_by_escape_with_its_words_in_it(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    pin = slip(page).get_by_role("button", name="Keep this rule, delete the wrong sentence")
    pin.focus()
    for key, place in (("c", "#note-text"), ("e", "#edit-text")):
        page.keyboard.press(key)
        expect(page.locator(place)).to_be_focused()
        page.keyboard.type("Half a word")
        page.keyboard.press("Escape")
        expect(pin).to_be_focused()
        expect(page.locator(place)).to_have_value(re.compile("Half a word"))
    page.goto(told.at("pins/"))
    page.get_by_label("Key or words").press_sequentially("port")
    page.keyboard.press("Escape")
    expect(page.get_by_label("Key or words")).to_have_value("port")
    page.keyboard.press("g")
    page.keyboard.press("q")
    page.wait_for_url(told.at("queue/"))


def test_a_note_that_is_sent_gives_the_keys_back(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    page.keyboard.press("c")
    for words in ("Ask Mara.", "She agrees."):
        page.locator("#note-text").focus()
        page.keyboard.type(words)
        page.keyboard.press("Control+Enter")
        heard(page, "Note added")
        expect(pane(page).get_by_role("listitem").last).to_contain_text(words)
        expect(pane(page).get_by_role("listitem").last).to_be_focused()
    page.keyboard.press("j")
    is_selected(page, 2)


def test_one_region_announces(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, f"{told.review}?f=2")
    expect(page.get_by_role("status")).to_have_count(1)
    page.keyboard.press("r")
    heard(page, "Restored in the summary")
    expect(page.get_by_role("status")).to_have_count(1)
    page.keyboard.press("e")
    page.get_by_label("The summary, revision 3").fill(scripted.FAITHFUL)
    page.get_by_role("button", name="Save revision").click()
    heard(page, "Revision 3 saved and analysed again")
    expect(page.get_by_role("status")).to_have_count(1)
