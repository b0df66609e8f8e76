"""Two people on one proposal: who comes second is told, nothing is overwritten, and nothing typed is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from reviewapp.models import Pin
from tests.e2e import scripted
from tests.e2e.conftest import Desk, Open
from tests.e2e.screen import heard, is_selected, press, select, slip, stands

pytestmark = pytest.mark.e2e

DRAFT = f"{scripted.FAITHFUL} Half a page of thought."


@pytest.fixture
def both(told: Desk, visit: Open) -> tuple[Page, Page]:
    return visit(told.world.reviewer, told.review), visit(told.world.lead, told.review)


def edit(page: Page, text: str) -> None:
    page.keyboard.press("e")
    page.get_by_label("The summary, revision").fill(text)


def save(page: Page, text: str, *, revision: int) -> None:
    """An edit that becomes this revision."""
    edit(page, text)
    page.get_by_role("button", name="Save revision").click()
    heard(page, f"Revision {revision} saved")


def usable(page: Page) -> None:
    """No dialog lies over the page, which would leave nothing to press."""
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_an_edit_of_an_older_revision_keeps_its_draft(told: Desk, both: tuple[Page, Page]) -> None:
    mine, theirs = both
    edit(mine, DRAFT)
    save(theirs, f"{scripted.SUMMARY} Theirs.", revision=2)
    mine.get_by_role("button", name="Save revision").click()
    heard(mine, "The summary is at revision 2 by now. Your draft is kept.")
    expect(mine.get_by_role("alert").filter(has_text="Your draft is kept.")).to_be_visible()
    text = mine.get_by_label("The summary, revision 3")
    expect(text).to_have_value(DRAFT)
    assert told.summary() == f"{scripted.SUMMARY} Theirs."
    mine.get_by_role("button", name="Save revision").click()
    heard(mine, "Revision 3 saved")
    assert told.summary() == DRAFT


def test_an_action_on_an_older_revision_is_refused_and_shows_the_newer_one(told: Desk, both: tuple[Page, Page]) -> None:
    mine, theirs = both
    select(mine, 2)
    save(theirs, f"{scripted.SUMMARY} Theirs.", revision=2)
    press(mine, "r", says="The summary is at revision 2 by now.")
    expect(mine.locator("#manuscript")).to_contain_text("Theirs.")
    stands(mine, 2, "open")
    press(mine, "r", says="Restored in the summary")
    assert "Theirs." in told.summary() and scripted.PORT in told.summary()


def test_marks_in_the_turns_follow_what_another_tab_did(told: Desk, visit: Open) -> None:
    mine, other = visit(told.world.reviewer, told.review), visit(told.world.reviewer, told.review)
    select(mine, 3)
    select(other, 2)
    press(other, "r", says="Restored in the summary")
    mark = mine.locator("#evidence mark[data-of='2']")
    expect(mark).to_have_attribute("data-state", "open")
    press(mine, "d", says="The summary is at revision 2 by now.")
    expect(mark).to_have_attribute("data-state", "restored")
    is_selected(mine, 3)


@pytest.mark.parametrize("key", ["p", "x"])
def test_a_slip_that_comes_after_an_edit_of_another_brings_the_text_along(
    told: Desk, both: tuple[Page, Page], key: str
) -> None:
    mine, theirs = both
    select(mine, 2)
    save(theirs, f"{scripted.SUMMARY} Theirs.", revision=2)
    mine.keyboard.press(key)
    if key == "x":
        mine.keyboard.press("1")
    heard(mine, "The summary is at revision 2 by now.")
    expect(mine.locator("#manuscript")).to_contain_text("Theirs.")
    save(theirs, f"{scripted.SUMMARY} Theirs again.", revision=3)
    mine.locator("#f-3").get_by_role("link").click()
    is_selected(mine, 3)
    heard(mine, "Somebody has edited the summary: this is revision 3.")
    expect(mine.locator("#manuscript")).to_contain_text("Theirs again.")
    assert told.actions() == []


def test_a_slip_that_comes_after_an_edit_of_another_leaves_a_draft(told: Desk, both: tuple[Page, Page]) -> None:
    mine, theirs = both
    edit(mine, DRAFT)
    save(theirs, f"{scripted.SUMMARY} Theirs.", revision=2)
    mine.locator("#f-3").get_by_role("link").click()
    is_selected(mine, 3)
    expect(slip(mine).get_by_role("alert")).to_contain_text("this is revision 2.")
    expect(mine.get_by_label("The summary, revision 2")).to_have_value(DRAFT)


@pytest.mark.parametrize("button", ["Pin", "Obsolete, lifted in a later turn"])
def test_a_finding_that_another_has_dealt_with_is_not_dealt_with_again(
    told: Desk, both: tuple[Page, Page], button: str
) -> None:
    mine, theirs = both
    select(mine, 2)
    select(theirs, 2)
    press(theirs, "p", says="Pinned as")
    mine.keyboard.press("x")
    slip(mine).get_by_role("button", name=button, exact=True).click()
    expect(mine.get_by_role("alert").filter(has_text="Somebody has dealt with this finding meanwhile.")).to_be_visible()
    stands(mine, 2, "pinned")
    expect(slip(mine)).to_contain_text("Pinned as")
    assert told.actions() == ["pinned"] and Pin.objects.count() == 1


@pytest.mark.parametrize("key", ["r", "Shift+R"])
def test_a_decision_that_was_taken_meanwhile_stands(told: Desk, both: tuple[Page, Page], key: str) -> None:
    mine, theirs = both
    select(mine, 2)
    mine.keyboard.press(key)
    if key == "Shift+R":
        mine.get_by_role("combobox", name="Reason").select_option("other")
        mine.get_by_role("textbox", name="Note to the agent").fill("Words that took a while.")
    else:
        heard(mine, "Restored in the summary")
    theirs.goto(told.review)
    theirs.keyboard.press("Shift+R")
    theirs.get_by_role("combobox", name="Reason").select_option("unusable")
    theirs.keyboard.press("Control+Enter")
    theirs.wait_for_url(told.at("queue/"))

    mine.keyboard.press("Control+Enter" if key == "Shift+R" else "z")
    expect(mine.locator("#standing")).to_contain_text("Rejected by lead-of-platform: Unusable summary.")
    usable(mine)
    expect(slip(mine).get_by_role("button")).to_have_count(0)
    if key == "Shift+R":
        expect(mine.get_by_role("region", name="Your draft")).to_contain_text("Words that took a while.")
    mine.locator("#f-3").get_by_role("link").click()
    is_selected(mine, 3)
    assert told.fresh().reason_code == "unusable"


def test_a_draft_of_the_summary_outlives_the_decision_of_another(told: Desk, both: tuple[Page, Page]) -> None:
    mine, theirs = both
    edit(mine, DRAFT)
    theirs.keyboard.press("Shift+R")
    theirs.get_by_role("combobox", name="Reason").select_option("unusable")
    theirs.keyboard.press("Control+Enter")
    theirs.wait_for_url(told.at("queue/"))
    mine.get_by_role("button", name="Save revision").click()
    expect(mine.locator("#standing")).to_contain_text("Rejected by lead-of-platform")
    expect(mine.get_by_role("region", name="Your draft")).to_contain_text("Half a page of thought.")
    assert told.summary() == scripted.SUMMARY
