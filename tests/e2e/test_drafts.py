"""What is half written is kept where one leaves it, until it is sent or thrown away."""

from __future__ import annotations

import pytest
from django.conf import settings
from playwright.sync_api import Locator, Page, expect

from reviewapp.services.pins import register
from reviewapp.services.review import actions
from tests.e2e import scripted
from tests.e2e.conftest import Desk, Open, log_in
from tests.e2e.screen import heard, pane, settled, tab

pytestmark = pytest.mark.e2e
BACK = "Not saved yet: what you typed before is here again."
DRAFT = f"{scripted.FAITHFUL} Half a"


@pytest.fixture
def drafted(told: Desk, visit: Open) -> Page:
    """An edit that was begun and left for the queue, and then for the pins."""
    page = visit(told.world.reviewer, told.review)
    page.keyboard.press("e")
    field(page).fill(DRAFT)
    field(page).blur()
    page.keyboard.press("g")
    page.keyboard.press("q")
    page.wait_for_url(told.at("queue/"))
    page.goto(told.review)
    return page


def field(page: Page) -> Locator:
    return page.locator("#edit-text")


def edit(page: Page) -> None:
    pane(page).get_by_role("link", name="Edit").click()
    settled(page)


def kept(page: Page) -> int:
    return int(
        page.evaluate("Object.keys(sessionStorage).filter(name => /(edit|note|reject|evidence)$/.test(name)).length")
    )


def test_an_edit_is_there_again_until_it_is_saved(told: Desk, drafted: Page) -> None:
    expect(pane(drafted).get_by_text("draft kept")).to_be_visible()
    edit(drafted)
    for title in ("Pins", "Notes"):
        expect(field(drafted)).to_have_value(DRAFT)
        expect(pane(drafted).get_by_text(BACK)).to_be_visible()
        expect(pane(drafted).get_by_text("The summary has changed since.")).to_be_hidden()
        tab(drafted, title).click()
        expect(field(drafted)).to_have_count(0)
        edit(drafted)
    drafted.get_by_role("button", name="Save revision").click()
    heard(drafted, "Revision 2 saved")
    assert told.summary() == DRAFT and kept(drafted) == 0
    edit(drafted)
    expect(pane(drafted).get_by_text(BACK)).to_be_hidden()


def test_an_edit_is_thrown_away_on_purpose_alone(told: Desk, drafted: Page) -> None:
    edit(drafted)
    pane(drafted).get_by_role("button", name="Throw it away").click()
    expect(field(drafted)).to_have_value(scripted.SUMMARY)
    expect(field(drafted)).to_be_focused()
    expect(pane(drafted).get_by_text(BACK)).to_be_hidden()
    assert kept(drafted) == 0
    field(drafted).fill(DRAFT)
    pane(drafted).get_by_role("link", name="Cancel").click()
    expect(drafted.locator("#manuscript")).to_be_visible()
    expect(pane(drafted).get_by_text("draft kept")).to_be_hidden()
    edit(drafted)
    expect(field(drafted)).to_have_value(scripted.SUMMARY)


def test_an_edit_of_a_summary_that_was_changed_meanwhile_says_so(told: Desk, drafted: Page) -> None:
    actions.edit(**told.world.by(told.world.lead, told.compaction), text=scripted.FAITHFUL, revision=1)
    drafted.reload()
    edit(drafted)
    expect(field(drafted)).to_have_value(DRAFT)
    expect(pane(drafted).get_by_text("The summary has changed since.")).to_be_visible()


def test_a_refused_edit_is_kept(told: Desk, drafted: Page) -> None:
    edit(drafted)
    actions.edit(**told.world.by(told.world.lead, told.compaction), text=scripted.FAITHFUL, revision=1)
    drafted.get_by_role("button", name="Save revision").click()
    heard(drafted, "Your draft is kept.")
    tab(drafted, "Pins").click()
    expect(field(drafted)).to_have_count(0)
    edit(drafted)
    expect(field(drafted)).to_have_value(DRAFT)


def test_a_note_is_there_again_until_it_is_sent(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, f"{told.review}?tab=notes")
    page.locator("#note-text").fill("Ask Mara.")
    page.reload()
    expect(page.locator("#note-text")).to_have_value("Ask Mara.")
    expect(pane(page).get_by_text(BACK)).to_be_visible()
    page.get_by_role("button", name="Add note").click()
    heard(page, "Note added")
    expect(page.locator("#note-text")).to_have_value("")
    assert kept(page) == 0


def test_reasons_outlive_a_login_that_ended(told: Desk, visit: Open) -> None:
    """A swap is answered by a banner, a whole form by the way to the login: neither costs what was typed."""
    who = told.world.reviewer
    page = visit(who, told.review, answers=(401,))
    page.get_by_role("link", name="Reject").first.click()
    page.locator("#reject-note").fill("The port is gone.")
    page.locator("#reject-reason").select_option("unusable")
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.locator("#confirm-reject").click()
    expect(page.locator("#problem")).to_be_visible()
    log_in(page.context, told.url, who)
    page.goto(f"{told.review}reject/")
    expect(page.locator("#reject-note")).to_have_value("The port is gone.")
    page.locator("#reject-reason").select_option("unusable")
    page.locator("#confirm-reject").click()
    page.wait_for_url(lambda url: "reject" not in url)
    assert told.fresh().state == "rejected" and kept(page) == 0

    pin = register.pin(
        team=told.world.team, user=told.world.lead, key="a.b", text="Never pay twice.", severity="ADVISORY"
    ).pin
    page.goto(told.at(f"pins/{pin.pk}/"))
    page.locator("#evidence").fill("Lifted by Mara on Friday, in turn 9.")
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.get_by_role("button", name="Ask to retire it").click()
    page.wait_for_url("**/accounts/login/**")
    log_in(page.context, told.url, who)
    page.goto(told.at(f"pins/{pin.pk}/"))
    expect(page.locator("#evidence")).to_have_value("Lifted by Mara on Friday, in turn 9.")
    page.get_by_role("button", name="Ask to retire it").click()
    expect(page.get_by_text("waits for votes")).to_be_visible()
    assert kept(page) == 0


def test_who_signs_out_leaves_no_draft_behind(told: Desk, drafted: Page) -> None:
    assert kept(drafted) == 1
    drafted.locator(".masthead summary").click()
    drafted.get_by_role("button", name="Sign out").click()
    drafted.wait_for_url("**/accounts/login/**")
    assert kept(drafted) == 0
