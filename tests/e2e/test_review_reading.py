"""Reading a proposal: its tabs, turns that fold and unfold, and the ways from one side to the other and back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from reviewapp.models import Compaction
from reviewapp.services.compactions.intake import TurnIn
from reviewapp.services.pins import register
from reviewapp.services.sessions import state_record
from tests.e2e import history, scripted
from tests.e2e.conftest import Desk, Open, Site
from tests.e2e.screen import is_selected, pane, row, select, settled, slip, tab

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("script")]


def test_each_tab_shows_its_side_of_the_proposal(told: Desk, visit: Open) -> None:
    world = told.world
    register.pin(team=world.team, user=world.lead, key="never.sleep", text="Never sleep.", severity="ADVISORY")
    state_record.put(team=world.team, token=world.token, session="billing", record={"objective": "Move billing"})
    page = visit(world.reviewer, told.review)
    select(page, 2)
    for title, words in {
        "Pins": "never.sleep",
        "Changes": "This is the first proposal of its session.",
        "State": "Move billing",
        "Context": "What the agent’s model would read once this is approved",
        "Notes": "No notes yet.",
        "Summary": scripted.BUDGET,
    }.items():
        tab(page, title).click()
        expect(pane(page)).to_contain_text(words)
        expect(tab(page, title)).to_have_attribute("aria-current", "page")
        is_selected(page, 2)  # a tab keeps the finding
    tab(page, "Context").click()
    expect(pane(page).get_by_label("pinned")).to_contain_text("Never sleep.")
    page.keyboard.press("j")
    is_selected(page, 3)
    expect(pane(page).get_by_label("pinned")).to_be_visible()  # and a finding keeps the tab
    page.reload()
    is_selected(page, 3)
    expect(pane(page).get_by_label("pinned")).to_be_visible()


def test_a_tab_starts_at_its_top(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, f"{told.review}?tab=context", height=640)
    side = page.locator("#summary")
    side.evaluate("pane => pane.scrollTo(0, 60)")
    assert side.evaluate("pane => pane.scrollTop") > 0
    with page.expect_response(lambda answer: "tab=context" in answer.url):
        tab(page, "Context").click()
    settled(page)
    assert side.evaluate("pane => pane.scrollTop") == 0


def test_a_later_proposal_shows_what_changed_and_what_was_carried_over(site: Site, visit: Open) -> None:
    last = history.tell(site.world)[-1]
    page = visit(site.world.reviewer, f"{site.review_of(last)}?tab=since")
    expect(pane(page)).to_contain_text("generation 2, attempt 1, rejected")
    expect(pane(page).get_by_role("insertion")).to_contain_text(["still"])
    expect(pane(page).get_by_role("deletion")).to_contain_text(["$900"])
    expect(pane(page).get_by_role("region", name="Carried over")).to_contain_text(scripted.PORT)
    pane(page).get_by_role("link", name="generation 2, attempt 1").click()
    expect(page.get_by_role("main")).to_contain_text("Rejected by reviewer-of-platform")


def test_one_side_leads_to_the_other_and_back(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    page.locator("#evidence").get_by_role("link", name="finding 2").locator("svg").click()
    is_selected(page, 2)
    page.locator("#summary").get_by_role("link", name="finding 4").locator("svg").click()
    is_selected(page, 4)
    expect(page.locator("#evidence mark[aria-current=true]")).to_contain_text(scripted.LIMIT)
    expect(page.locator("#evidence mark[aria-current=true]")).to_be_in_viewport()
    row(page, 1).get_by_role("link").click()
    is_selected(page, 1)
    expect(page.locator("#summary mark[aria-current=true]")).to_contain_text(scripted.INVERTED)
    expect(page.locator("#summary mark[aria-current=true]")).to_be_in_viewport()


def test_the_list_is_filtered_and_keys_keep_to_what_it_shows(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    page.keyboard.press("x")
    page.keyboard.press("3")
    is_selected(page, 2)
    chips = page.get_by_role("group", name="Filter findings")
    for title, count in (("All", 5), ("Open", 4), ("Done", 1)):
        expect(chips.get_by_role("link", name=title)).to_have_text(f"{title} {count}")
    chips.get_by_role("link", name="Open").click()
    expect(row(page, 1)).to_have_count(0)
    expect(row(page, 2)).to_be_visible()
    chips.get_by_text("Kind", exact=True).click()
    chips.get_by_role("link", name="addition").click()
    expect(page.get_by_role("navigation", name="Findings").get_by_role("link", name="The budget")).to_be_visible()
    expect(row(page, 2)).to_have_count(0)
    assert "show=open" in page.url and "kind=addition" in page.url
    page.keyboard.press("j")
    is_selected(page, 3)
    expect(page.locator("#next-finding")).to_have_count(0)  # of what is shown it is the only one
    page.reload()
    expect(row(page, 3)).to_be_visible()
    expect(row(page, 2)).to_have_count(0)


def test_notes_are_folded_until_they_are_asked_for(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    expect(row(page, 5)).to_have_count(0)
    page.get_by_role("link", name="Show the one left").click()
    expect(row(page, 5)).to_be_visible()
    select(page, 5)
    expect(slip(page)).to_contain_text(scripted.PODS)


@pytest.fixture
def long(site: Site) -> Compaction:
    """60 turns; what is lost stands in turns 22 to 24."""
    steps = [TurnIn("user" if n % 2 else "assistant", f"Step {n} went well.") for n in range(1, 61)]
    steps[21:24] = scripted.TURNS[1:4]
    return site.world.in_review("long", turns=steps, summary=scripted.SUMMARY)


def test_folded_turns_open_in_place_and_all_at_once(site: Site, long: Compaction, visit: Open) -> None:
    page = visit(site.world.reviewer, site.review_of(long))
    turns = page.locator("#evidence").get_by_role("article")
    expect(turns).to_have_count(5)  # the three and their neighbours
    expect(page.locator("#evidence")).to_contain_text("5 of 60 turns shown")
    page.locator("summary", has_text="20 turns folded").focus()
    page.keyboard.press("Enter")
    expect(turns).to_have_count(25)
    expect(page.locator("#t-1").get_by_role("link", name="1", exact=True)).to_be_focused()
    settled(page)
    page.keyboard.press("a")
    expect(turns).to_have_count(60)
    expect(page).to_have_url(re.compile(r"turns=1\b"))
    page.keyboard.press("a")
    expect(turns).to_have_count(5)


def test_the_map_of_the_session_leads_to_its_losses(site: Site, long: Compaction, visit: Open) -> None:
    page = visit(site.world.reviewer, f"{site.review_of(long)}?turns=1")
    settled(page)
    target = page.locator("#t-24")
    page.locator("#evidence").evaluate("pane => pane.scrollTo(0, pane.scrollHeight)")
    expect(target).not_to_be_in_viewport()
    page.locator("#minimap a[href='#t-24'] rect").click()
    expect(target).to_be_in_viewport()


def test_a_long_turn_is_shown_in_part_and_whole_when_asked_for(site: Site, visit: Open) -> None:
    words = "and one more step, " * 1_000
    turns = (*scripted.TURNS, TurnIn("user", f"Long: {words}The end is here."))
    compaction = site.world.in_review("deep", turns=turns, summary=scripted.SUMMARY)
    page = visit(site.world.reviewer, site.review_of(compaction))
    turn = page.locator("#t-7")
    expect(turn).to_contain_text("⋯")
    expect(turn).not_to_contain_text("The end is here.")
    turn.get_by_role("link", name="Show all 19,022 characters").click()
    expect(turn).to_contain_text("The end is here.")
