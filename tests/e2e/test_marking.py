"""Words are marked by keyboard, sentence by sentence, and by mouse; what was chosen is what is marked."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from reviewapp.models import Mark
from tests.e2e.conftest import Desk, Open
from tests.e2e.screen import heard

pytestmark = pytest.mark.e2e


def test_sentences_are_chosen_by_keys_and_marked(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, f"{told.review}?f=2")
    page.keyboard.press("v")
    page.keyboard.press("m")
    dialog = page.get_by_role("dialog", name="What the rules missed")
    expect(dialog).to_be_visible()
    words = dialog.locator("[data-words]").inner_text().strip()
    dialog.get_by_role("button", name="Must keep").click()
    heard(page, "Marked: the next summary must keep it")
    expect(dialog).to_be_hidden()
    mark = Mark.objects.get()
    assert mark.turn_seq is not None
    turn = told.compaction.session.turns.get(seq=mark.turn_seq)
    assert words and turn.text[mark.start : mark.end] == words
    assert page.locator(".turn[data-selected]").get_attribute("id") == f"t-{mark.turn_seq}"


def test_words_of_the_summary_are_chosen_by_mouse_and_said_otherwise(told: Desk, visit: Open) -> None:
    before = told.summary()
    page = visit(told.world.reviewer, told.review)
    page.locator("#manuscript").evaluate(
        """text => {
          const shown = node => !node.parentElement.closest(".vh, sup, small") && node.data.trim();
          const take = node => shown(node) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT;
          const node = document.createTreeWalker(text, NodeFilter.SHOW_TEXT, take).nextNode();
          document.getSelection().setBaseAndExtent(node, 0, node, node.data.indexOf(" ", 1));
        }"""
    )
    page.get_by_role("button", name="Mark words").click()
    dialog = page.get_by_role("dialog", name="What the rules missed")
    word = dialog.locator("[data-words]").inner_text().strip()
    dialog.get_by_label("Say instead").fill("Surely")
    dialog.get_by_role("button", name="Correct", exact=True).click()
    heard(page, "Marked and said otherwise")
    assert told.summary() == before.replace(word, "Surely", 1)


def test_without_a_selection_the_page_says_what_to_do(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    page.keyboard.press("m")
    heard(page, "Select some words of a turn or of the summary first.")
    expect(page.locator("#mark")).to_be_hidden()


def test_a_click_in_the_card_chooses_nothing_and_reaches_its_fields(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, f"{told.review}?f=2")
    page.get_by_text("Edit pin").click()
    page.get_by_label("Text, pinned byte for byte").click()
    expect(page.get_by_label("Text, pinned byte for byte")).to_be_focused()
    assert page.evaluate("document.getSelection().toString()") == ""


def test_beside_another_pane_the_key_of_sentences_does_no_harm(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, f"{told.review}?tab=pins")
    page.locator("#summary").focus()
    page.keyboard.press("v")
    page.keyboard.press("m")
    heard(page, "Select some words of a turn or of the summary first.")
