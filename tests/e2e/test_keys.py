"""Keys: each does what its label says, none while typing, none that can't be seen, and none when switched off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sized
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Locator, Page, Response, Route, expect

from reviewapp.models import Comment, Resolution
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.teams import preferences
from reviewapp.web.keymap import ANYWHERE, KEYS, QUEUE, REVIEW
from tests.e2e import scripted
from tests.e2e.chromium import awake
from tests.e2e.conftest import PATIENCE, Desk, Open, Site
from tests.e2e.screen import gate, heard, is_selected, press, select, settled, slip, stands, tab

pytestmark = pytest.mark.e2e

MOMENT, MARKING = 20, ("sentence", "sentence-more", "mark", "correct")  # ms; keys that test_marking.py presses


@dataclass
class Keyboard:
    """Presses what the table says, and remembers which rows of it were pressed."""

    page: Page
    used: set[str] = field(default_factory=set)

    def __call__(self, name: str) -> None:
        self.used.add(name)
        first, *_ = KEYS[name].hotkey.split(",")
        for key in first.split(" "):
            self.page.keyboard.press(key)

    def says(self, name: str, words: str) -> None:
        self(name)
        heard(self.page, words)


@contextmanager
def every_key(page: Page, *rooms: str) -> Iterator[Keyboard]:
    press = Keyboard(page, set(MARKING if REVIEW in rooms else ()))
    yield press
    assert press.used == {name for name, key in KEYS.items() if key.room in rooms and key.hotkey}


def current_room(page: Page) -> Locator:
    return page.get_by_role("navigation", name="Main").locator("[aria-current=page]")


def test_keys_of_the_queue_and_of_every_room(told: Desk, visit: Open) -> None:
    told.world.in_review("behind", turns=scripted.TURNS, summary=scripted.SUMMARY)
    page = visit(told.world.reviewer)
    with every_key(page, ANYWHERE, QUEUE) as press:
        for name, room in {
            "go-sessions": "Sessions",
            "go-register": "Register",
            "go-insights": "Insights",
            "go-audit": "Audit",
            "go-team": "Team",
            "go-queue": "Queue",
        }.items():
            press(name)
            expect(current_room(page)).to_contain_text(room)
            awake(page)
        press("help")
        expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
        press("go-audit")  # nothing behind a dialog is pressed
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(current_room(page)).to_contain_text("Queue")
        rows = page.get_by_role("rowheader").get_by_role("link")
        for name, at in (("row-down", 0), ("row-down", 1), ("row-down", 1), ("row-up", 0)):
            press(name)
            expect(rows.nth(at)).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_url(told.review)
        press("go-queue")
        page.wait_for_url(told.at("queue/"))
        press("review-next")
        page.wait_for_url(told.review)
        assert told.fresh().holder == told.world.reviewer


@pytest.fixture
def deep(site: Site, script: None) -> Desk:
    """More turns than are shown at once, and another proposal behind."""
    steps = [TurnIn("assistant", f"Step {n} went well.") for n in range(1, 21)]
    compaction = site.world.in_review("deep", turns=[*scripted.TURNS, *steps], summary=scripted.SUMMARY)
    site.world.in_review("behind", turns=scripted.TURNS, summary=scripted.SUMMARY)
    return Desk(site.url, site.world, compaction)


def test_keys_of_the_review(deep: Desk, visit: Open) -> None:
    page = visit(deep.world.reviewer, deep.review)
    with every_key(page, REVIEW) as press:
        press("next-finding")
        is_selected(page, 2)
        press("previous-finding")
        is_selected(page, 1)
        press("next-finding")
        is_selected(page, 2)
        _actions(page, press)
        press("edit")
        expect(page.get_by_label("The summary, revision")).to_be_focused()
        tab(page, "Summary").click()
        _dialogs(page, press)
        press("comment")
        expect(page.get_by_label("Note", exact=True)).to_be_focused()
        page.keyboard.type("Done.")
        page.keyboard.press("Control+Enter")
        expect(tab(page, "Notes")).to_have_text("Notes 1")
        _ways_out(deep, page, press)
    assert Comment.objects.get().text == "Done."


def test_the_summary_is_edited_from_every_tab(deep: Desk, visit: Open) -> None:
    page = visit(deep.world.reviewer, deep.review)
    field = page.get_by_label("The summary, revision")
    for title in ("Summary", "Pins", "Changes", "State", "Context", "Notes"):
        tab(page, title).click()
        expect(tab(page, title)).to_have_attribute("aria-current", "page")
        settled(page)
        page.locator(":focus").blur()  # a key means a letter in the field of a note
        page.keyboard.press(KEYS["edit"].hotkey)
        expect(field).to_be_focused()
    page.locator(":focus").blur()
    page.keyboard.press(KEYS["edit"].hotkey)
    expect(field).to_be_focused()


def _actions(page: Page, press: Keyboard) -> None:
    """Each on a finding that allows it, and taken back."""
    for name, number, state in (("pin", 2, "pinned"), ("restore", 2, "restored"), ("strike", 3, "struck")):
        select(page, number)
        press(name)
        stands(page, number, state)
        press("undo")
        stands(page, number, "open")
        settled(page)
    for name, reason in (("reason-1", "restated"), ("reason-2", "obsolete"), ("reason-3", "false_alarm")):
        select(page, 4)
        press("dismiss")
        expect(slip(page).get_by_role("group", name="Why is it no loss?")).to_be_visible()
        press(name)
        stands(page, 4, "dismissed")
        assert Resolution.objects.order_by("-id").values_list("reason_code", flat=True)[0] == reason
        press("undo")
        stands(page, 4, "open")
        settled(page)


def _dialogs(page: Page, press: Keyboard) -> None:
    """Reject and the request for another open; approve opens once nothing blocks."""
    for name, title in (("reject", "Reject"), ("renew", "Request a new summary"), ("approve", "Approve")):
        if name == "approve":
            for number in (1, 2, 3):
                select(page, number)
                press("dismiss")
                press("reason-2")
                stands(page, number, "dismissed")
        press(name)
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)


def _ways_out(deep: Desk, page: Page, press: Keyboard) -> None:
    page.goto(deep.review)
    turns = page.locator("#evidence").get_by_role("article")
    few = turns.count()
    press("all-turns")
    expect(turns).to_have_count(26)
    assert few < 26
    page.goto(deep.review)
    press("skip")
    expect(page.get_by_role("heading", level=1)).to_contain_text("behind")
    press("release")
    page.wait_for_url(deep.at("queue/"))


def _held_back(page: Page) -> list[Route]:
    """The first slip that is asked for waits to be let through."""
    waiting: list[Route] = []
    page.route(re.compile(r"\?f=2"), lambda route: waiting.append(route), times=1)
    return waiting


def _until(page: Page, came: Sized, many: int) -> None:
    """Until so many have come: what the browser tells is heard while we wait for it."""
    for _ in range(PATIENCE // MOMENT):
        if len(came) >= many:
            return
        page.wait_for_timeout(MOMENT)
    raise AssertionError(f"{len(came)} came, not {many}")


@pytest.mark.parametrize(("keys", "number"), [("jj", 3), ("jjj", 4), ("jjk", 2)])
def test_presses_before_the_first_answer_add_up(told: Desk, visit: Open, keys: str, number: int) -> None:
    page = visit(told.world.reviewer, told.review)
    waiting = _held_back(page)
    slips: list[Response] = []
    page.on("response", lambda answer: slips.append(answer) if "?f=" in answer.url else None)
    for key in keys:
        page.keyboard.press(key)
    _until(page, waiting, 1)
    waiting.pop().continue_()
    _until(page, slips, len(keys))  # on the way the number may be the same as at the end
    is_selected(page, number)


def test_a_step_that_failed_owes_nothing(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review, answers=(503,))
    page.evaluate("console.error = () => {}")  # htmx tells of the failure, which is no complaint here
    waiting = _held_back(page)
    page.keyboard.press("j")
    page.keyboard.press("j")
    _until(page, waiting, 1)
    waiting.pop().fulfill(status=503)
    expect(page.locator("#problem")).to_be_visible()
    page.keyboard.press("j")
    is_selected(page, 2)


def test_the_sheet_says_what_the_table_says(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, height=600)
    page.keyboard.press("Shift+?")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    expect(sheet.get_by_role("heading").first).to_be_in_viewport(ratio=1)  # it begins at its beginning
    labels, words = sheet.get_by_role("term").all_inner_texts(), sheet.get_by_role("definition").all_inner_texts()
    assert list(zip(labels, words, strict=True)) == [(key.label, key.does) for key in KEYS.values()]


def test_reasons_of_a_closed_menu_are_not_pressed(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    page.keyboard.press("1")
    page.keyboard.press("j")  # the next key is heard: that one would have been too
    is_selected(page, 2)
    assert not Resolution.objects.exists()


def test_a_key_that_can_do_nothing_says_so(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, f"{told.review}?f=2")
    press(page, "d", says="Not available here: Strike the words from the summary")  # the summary says nothing of it
    page.keyboard.press("Shift+A")
    heard(page, "Approve opens after findings 1 2 3")
    expect(gate(page).get_by_role("link", name="1")).to_be_focused()
    page.keyboard.press("Enter")
    is_selected(page, 1)
    other = visit(told.world.viewer, told.review)
    press(other, "Shift+A", says="Not available here: Approve")


def test_x_leads_into_the_reasons(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    page.keyboard.press("x")
    expect(slip(page).get_by_role("button", name="Restated")).to_be_focused()
    page.keyboard.press("Escape")
    expect(slip(page).locator("summary", has_text="Dismiss")).to_be_focused()


def test_typing_is_not_pressing(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, f"{told.review}?tab=edit")
    page.locator("#edit-text").press_sequentially("drop this rule, jxp3")
    expect(page.locator("#edit-text")).to_have_value(re.compile("drop this rule, jxp3"))
    is_selected(page, 1)
    assert not Resolution.objects.exists()


def test_a_resolve_moves_focus_to_the_next_slip(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    page.keyboard.press("x")
    page.keyboard.press("3")
    heard(page, "False alarm")
    is_selected(page, 2)
    expect(slip(page).locator("footer button").first).to_be_focused()


def test_switched_off_nothing_is_pressed(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer)
    page.keyboard.press("Shift+?")
    page.get_by_role("dialog").get_by_role("button", name="Switch them off").click()
    page.goto(told.review)
    for key in KEYS.values():
        if key.room in (REVIEW, ANYWHERE) and key.name != "all-turns":
            Keyboard(page)(key.name)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("#next-finding").click()
    is_selected(page, 2)
    assert page.url.startswith(told.review) and not Resolution.objects.exists()
    preferences.set_hotkeys(user=told.world.reviewer, on=True)
    page.reload()
    page.keyboard.press("j")
    is_selected(page, 3)
