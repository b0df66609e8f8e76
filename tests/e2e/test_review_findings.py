"""Findings: walked by keys, and each thing that can be done about one, done and taken back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from reviewapp.models import Comment, Pin, Resolution, Revision
from tests.e2e import scripted
from tests.e2e.conftest import Desk, Open
from tests.e2e.screen import gate, heard, is_selected, pane, press, row, select, slip, stands, tab

pytestmark = pytest.mark.e2e


def test_a_walk_shows_both_sides_of_each_open_finding(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    is_selected(page, 1)
    for key, number in (("j", 2), ("j", 3), ("j", 4), ("j", 5), ("k", 4), ("k", 3), ("k", 2), ("k", 1)):
        page.keyboard.press(key)
        expect(slip(page)).to_have_attribute("data-number", str(number))  # the list folds notes, the walk does not
        if number < 5:
            is_selected(page, number)
        assert f"f={number}" in page.url
    expect(slip(page).get_by_role("deletion").first).to_be_visible()
    expect(slip(page).get_by_role("insertion").first).to_be_visible()
    expect(slip(page)).to_contain_text("turn 2, user, counts as an instruction")
    for side, words in (("#evidence", scripted.RESTART), ("#summary", scripted.INVERTED)):
        mark = page.locator(f"{side} mark[aria-current=true]")
        expect(mark).to_contain_text(words)
        expect(mark).to_be_in_viewport()
    page.reload()
    is_selected(page, 1)


def test_a_pin_is_edited_before_it_is_made(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    select(page, 2)
    page.get_by_text("Edit pin").click()
    expect(page.get_by_label("Text, pinned byte for byte")).to_have_value(scripted.PORT)
    page.get_by_label("Key", exact=True).fill("no key!")
    page.get_by_label("Text, pinned byte for byte").fill(f"{scripted.PORT} Ever.")
    page.locator(".pin-fields").get_by_role("button", name="Pin", exact=True).click()
    expect(slip(page).get_by_role("alert")).to_contain_text("A key has 1 to 100 of")
    expect(page.get_by_label("Text, pinned byte for byte")).to_have_value(f"{scripted.PORT} Ever.")
    assert not Pin.objects.exists()

    page.get_by_label("Key", exact=True).fill("net.port")
    page.get_by_label("Holds for").select_option("team")
    page.get_by_label("Kind of rule").select_option("ADVISORY")
    page.keyboard.press("Control+Enter")
    heard(page, "Pinned as net.port")
    stands(page, 2, "pinned")
    expect(tab(page, "Pins")).to_have_text("Pins 1")
    made = Pin.objects.select_related("current", "register").get()
    assert made.current is not None and bytes(made.current.text).decode() == f"{scripted.PORT} Ever."
    assert (made.key, made.current.severity, made.register.session) == ("net.port", "ADVISORY", None)


def test_restored_words_stand_in_the_summary_until_undone(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    select(page, 2)
    press(page, "r", says="Restored in the summary")
    stands(page, 2, "restored")
    expect(pane(page).locator("mark[data-state=restored]")).to_contain_text(scripted.PORT)
    page.get_by_text("Revision 2, last edited by reviewer-of-platform").click()
    expect(pane(page).get_by_role("insertion")).to_contain_text([scripted.PORT])
    page.locator("#toast-undo").click()
    stands(page, 2, "open")
    expect(pane(page)).not_to_contain_text(scripted.PORT)
    assert told.summary() == scripted.SUMMARY


def test_struck_words_leave_the_summary_until_undone(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    select(page, 3)
    expect(slip(page)).to_contain_text("No turn says this.")
    expect(page.get_by_role("button", name="Add the original wording")).to_have_count(0)
    press(page, "d", says="Struck from the summary")
    stands(page, 3, "struck")
    expect(page.locator("#manuscript")).not_to_contain_text(scripted.BUDGET)
    press(page, "z", says="open again")
    stands(page, 3, "open")
    expect(page.locator("#manuscript")).to_contain_text(scripted.BUDGET)


def test_an_inverted_rule_is_pinned_and_struck_in_one_step(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    press(page, "p", says="Pinned as")
    expect(row(page, 1)).not_to_have_attribute("data-state", "open")
    expect(page.locator("#manuscript")).not_to_contain_text(scripted.INVERTED)
    assert told.actions() == ["pinned", "struck"]
    press(page, "z", says="the words stand again, the pin is gone")
    stands(page, 1, "open")
    expect(page.locator("#manuscript")).to_contain_text(scripted.INVERTED)
    assert not Pin.objects.filter(state="active").exists()


def test_a_dismissal_says_why_and_is_taken_back(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    select(page, 4)
    page.keyboard.press("x")
    slip(page).get_by_label("Note").fill("Raised on 12 March.")
    page.get_by_role("button", name="Obsolete, lifted in a later turn").click()
    heard(page, "Dismissed: Obsolete")
    stands(page, 4, "dismissed")
    select(page, 4)
    expect(slip(page)).to_contain_text(
        "Dismissed by reviewer-of-platform: Obsolete, lifted in a later turn: Raised on 12"
    )
    slip(page).get_by_role("button", name="Undo").click()
    stands(page, 4, "open")
    assert [row.action for row in Resolution.objects.order_by("id")] == ["dismissed", "reopened"]


def test_a_note_is_for_the_team_and_may_be_about_a_finding(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    page.keyboard.press("c")
    expect(page.get_by_label("Note", exact=True)).to_be_focused()
    page.keyboard.type("Ask Mara about this.")
    page.get_by_label("about finding 1").check()
    page.get_by_label("Note", exact=True).press("Control+Enter")
    expect(pane(page).get_by_role("listitem")).to_contain_text(["Ask Mara about this."])
    expect(tab(page, "Notes")).to_have_text("Notes 1")
    assert Comment.objects.get().finding_key
    other = visit(told.world.viewer, f"{told.review}?tab=notes&f=3")
    other.get_by_role("link", name="finding 1", exact=True).click()
    is_selected(other, 1)


def test_an_edit_is_a_revision_that_is_analysed_again(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    expect(gate(page)).to_contain_text("Approve opens after findings 1 2 3")
    page.keyboard.press("e")
    text = page.get_by_label("The summary, revision 2")
    expect(text).to_be_focused()
    expect(text).to_have_value(scripted.SUMMARY)
    text.fill(f"{scripted.FAITHFUL} {scripted.BUDGET}")
    page.get_by_role("button", name="Save revision").click()
    heard(page, "Revision 2 saved and analysed again")
    expect(gate(page)).to_contain_text("Approve opens after findings 3")
    expect(page.locator("#manuscript")).to_contain_text(scripted.RESTART)
    page.get_by_text("Revision 2, last edited by reviewer-of-platform").click()
    expect(pane(page).get_by_role("deletion").first).to_be_visible()
    expect(pane(page).get_by_role("insertion").first).to_be_visible()
    sent = Revision.objects.get(compaction=told.compaction, number=1)
    assert sent.summary == scripted.SUMMARY and told.summary() == f"{scripted.FAITHFUL} {scripted.BUDGET}"
