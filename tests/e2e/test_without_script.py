"""Everything can be decided with JavaScript switched off: plain forms, plain links, whole pages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from reviewapp.models import Compaction, Pin
from reviewapp.services.compactions.must_keep import must_keep
from tests.e2e import scripted
from tests.e2e.conftest import Desk, Open
from tests.e2e.screen import gate, pane, row, slip, tab

pytestmark = pytest.mark.e2e


def select(page: Page, number: int) -> None:
    row(page, number).get_by_role("link").click()
    expect(slip(page)).to_have_attribute("data-number", str(number))


def do(page: Page, button: str, *, within: str = ".actions") -> None:
    slip(page).locator(within).get_by_role("button", name=button, exact=True).first.click()


def test_each_finding_is_dealt_with_and_the_whole_approved(told: Desk, visit: Open) -> None:
    behind = told.world.in_review("behind", turns=scripted.TURNS, summary=scripted.SUMMARY)
    page = visit(told.world.reviewer, told.at("queue/?session=bill"), script=False)
    page.get_by_role("button", name="Review next").click()
    expect(page).to_have_url(told.review)
    select(page, 2)
    page.get_by_text("Edit pin").click()
    page.get_by_label("Key", exact=True).fill("no key!")
    do(page, "Pin", within=".pin-fields")
    expect(slip(page).get_by_role("alert")).to_contain_text("A key has 1 to 100 of")
    expect(page.get_by_label("Key", exact=True)).to_have_value("no key!")
    page.get_by_label("Key", exact=True).fill("net.port")
    do(page, "Pin", within=".pin-fields")
    expect(row(page, 2)).to_have_attribute("data-state", "pinned")
    assert Pin.objects.get().key == "net.port"

    select(page, 1)
    do(page, "Add the original wording")
    expect(pane(page)).to_contain_text(scripted.RESTART)
    select(page, 1)
    do(page, "Undo")
    expect(row(page, 1)).to_have_attribute("data-state", "open")
    select(page, 1)
    do(page, "Add the original wording")
    select(page, 3)
    do(page, "Strike")
    expect(page.locator("#manuscript")).not_to_contain_text(scripted.BUDGET)
    expect(page.locator(".toast")).to_contain_text("Struck from the summary")
    page.locator("#toast-undo").click()
    expect(page.locator("#manuscript")).to_contain_text(scripted.BUDGET)
    select(page, 3)
    do(page, "Strike")
    select(page, 4)
    slip(page).get_by_text("Dismiss").click()
    do(page, "Obsolete, lifted in a later turn")
    expect(gate(page)).to_contain_text("All checks pass.")

    tab(page, "Notes").click()
    page.get_by_label("Note", exact=True).fill("Looks right to me.")
    page.get_by_role("button", name="Add note").click()
    expect(pane(page)).to_contain_text("Looks right to me.")
    page.get_by_role("link", name="Approve with 1 new pin").click()
    expect(page.get_by_role("heading", name="Approve generation 1 of billing")).to_be_visible()
    page.get_by_role("button", name="Approve").click()
    expect(page).to_have_url(told.review_of(behind))
    assert told.fresh().state == "approved"


def test_an_edit_and_a_request_for_a_new_summary(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review, script=False)
    text = f"{scripted.RESTART} {scripted.PORT} {scripted.WRONG_LIMIT}"
    pane(page).get_by_role("link", name="Edit").click()
    page.get_by_label("The summary, revision 2").fill(text)
    page.get_by_role("button", name="Save revision").click()
    assert told.summary() == text
    expect(pane(page)).to_contain_text("Revision 2, last edited by reviewer-of-platform")
    page.get_by_role("link", name="Request a new summary").click()
    page.get_by_role("combobox", name="Reason").select_option("values_wrong")
    page.get_by_label(scripted.LIMIT).check()
    page.get_by_label("then the next proposal").uncheck()
    page.get_by_role("button", name="Send request").click()
    expect(page.locator("#standing")).to_contain_text("Rejected by reviewer-of-platform: Values wrong.")
    assert [kept["quote"] for kept in must_keep(told.fresh())] == [scripted.LIMIT]


def test_reading_and_the_queue(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review, script=False)
    for title, words in (("Pins", "No pin is in force"), ("Context", "What the agent’s model would read")):
        tab(page, title).click()
        expect(pane(page)).to_contain_text(words)
    page.get_by_role("link", name="Show the one left").click()
    select(page, 5)
    page.get_by_role("button", name="Claim").click()
    page.get_by_role("button", name="Extend").click()
    expect(page.locator("#lease")).to_contain_text("Yours for")
    page.get_by_role("button", name="Skip").click()
    expect(page).to_have_url(told.at("queue/"))
    page.get_by_label("Tick billing").check()
    page.get_by_role("combobox", name="Reason").select_option("unusable")
    page.get_by_role("button", name="Reject").click()
    page.get_by_role("button", name="Reject 1").click()
    expect(page.get_by_role("main").get_by_role("status")).to_contain_text("Done to 1 row.")
    assert Compaction.objects.get().state == "rejected"
