"""The queue as a team works with it: what waits, in whose order, claimed from the top, and many rows at once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from reviewapp.models import Compaction
from reviewapp.services.compactions import finalize
from reviewapp.services.review import actions
from tests.clock import let_expire
from tests.e2e import scripted
from tests.e2e.conftest import Desk, Open, Site

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("script")]

MILD = scripted.FAITHFUL.replace(scripted.LIMIT, scripted.WRONG_LIMIT)  # one warning, nothing that blocks


def propose(site: Site, session: str, summary: str = scripted.SUMMARY) -> Compaction:
    return site.world.in_review(session, turns=scripted.TURNS, summary=summary)


def sessions(page: Page) -> Locator:
    """The links of the rows, in their order."""
    return page.get_by_role("region", name="Proposals").get_by_role("rowheader").get_by_role("link")


def tab(page: Page, title: str) -> Locator:
    return page.get_by_role("navigation", name="Queue views").get_by_role("link", name=title)


def test_tabs_count_what_is_behind_them(told: Desk, visit: Open) -> None:
    team, reviewer = told.world.team, told.world.reviewer
    actions.claim(team=team, user=reviewer, compaction_id=propose(told, "held").pk)
    rejected, overdue = propose(told, "rejected"), propose(told, "overdue")
    finalize.reject(team=team, user=reviewer, compaction_id=rejected.pk, reason_code="unusable")
    let_expire(overdue)
    finalize.expire(overdue)

    page = visit(reviewer)
    for title, names in {
        "Needs review": ["billing", "held"],
        "Mine": ["held"],
        "Awaiting second": [],
        "Decided": ["rejected"],
        "Expired": ["overdue"],
    }.items():
        expect(tab(page, title)).to_have_text(f"{title} {len(names)}")
        tab(page, title).click()
        expect(tab(page, title)).to_have_attribute("aria-current", "page")
        expect(sessions(page)).to_have_text(names)


def test_an_approval_of_two_waits_for_a_second(site: Site, visit: Open) -> None:
    site.world.policy(quorum=2)
    mild = propose(site, "mild", MILD)
    digest = mild.manifest_digest
    assert digest is not None
    finalize.approve(**site.world.by(site.world.lead, mild), manifest_digest=bytes(digest).hex())
    page = visit(site.world.reviewer)
    tab(page, "Awaiting second").click()
    expect(page.get_by_role("row", name="mild")).to_contain_text("1 of 2 approved")


def test_filter_and_order_stand_in_the_address_and_are_shared(told: Desk, visit: Open) -> None:
    propose(told, "alpha", MILD)
    page = visit(told.world.reviewer)
    expect(sessions(page)).to_have_text(["billing", "alpha"])  # risk first
    page.get_by_label("Order", exact=True).select_option("Session")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(sessions(page)).to_have_text(["alpha", "billing"])
    assert "sort=session" in page.url
    page.get_by_label("Finding", exact=True).select_option("negation")
    page.get_by_role("button", name="Show", exact=True).click()
    expect(sessions(page)).to_have_text(["billing"])
    page.reload()
    expect(sessions(page)).to_have_text(["billing"])

    page.get_by_label("Name of this view").fill("lost denials")
    page.get_by_role("button", name="Save this view for the team").click()
    other = visit(told.world.lead)
    expect(sessions(other)).to_have_count(2)
    other.get_by_role("navigation", name="Saved views").get_by_role("link", name="lost denials").click()
    expect(sessions(other)).to_have_text(["billing"])
    expect(other.get_by_label("Order", exact=True)).to_have_value("session")
    other.get_by_role("button", name="Remove the view lost denials").click()
    expect(other.get_by_role("navigation", name="Saved views")).to_have_count(0)


def test_review_next_claims_the_top_of_the_filter(told: Desk, visit: Open) -> None:
    mild = propose(told, "mild", MILD)
    page = visit(told.world.reviewer, told.at("queue/?session=mil"))
    page.keyboard.press("n")
    page.wait_for_url(told.review_of(mild))
    mild.refresh_from_db()
    assert mild.holder == told.world.reviewer
    page.goto(told.at("queue/"))
    expect(page.get_by_role("button", name="Go on with yours")).to_be_visible()
    page.keyboard.press("n")
    page.wait_for_url(told.review_of(mild))
    assert told.fresh().holder is None


def test_a_queue_that_never_had_anything_says_how_to_begin(site: Site, visit: Open) -> None:
    page = visit(site.world.reviewer)
    expect(page.get_by_role("heading", name="No agent has proposed a compaction yet")).to_be_visible()
    expect(page.get_by_label("Submit a compaction with curl")).to_contain_text("/api/v1/compactions")
    expect(page.get_by_label("Submit a compaction from Python")).to_contain_text("client.submit")
    expect(page.get_by_role("navigation", name="Queue views")).to_have_count(0)


def test_a_queue_taken_by_others_is_not_a_queue_that_is_done(told: Desk, visit: Open) -> None:
    actions.claim(**told.world.by(told.world.lead, told.compaction))
    page = visit(told.world.reviewer)
    main = page.get_by_role("main")
    expect(main).to_contain_text("All in review by lead-of-platform; the first claim ends at ")
    expect(page.get_by_role("button", name="Review next")).to_have_count(0)
    page.goto(told.at("queue/?session=nowhere"))
    expect(main).to_contain_text("Nothing here matches this filter.")
    finalize.reject(**told.world.by(told.world.lead, told.compaction), reason_code="unusable")
    page.goto(told.at("queue/"))
    expect(main).to_contain_text("The queue is clear.")


def test_news_come_as_a_line_and_move_no_row(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer)
    page.clock.install()
    page.reload()
    expect(sessions(page)).to_have_text(["billing"])
    sessions(page).focus()
    propose(told, "alpha")
    page.clock.fast_forward(16_000)
    news = page.get_by_role("link", name="1 new: refresh")
    expect(news).to_be_visible()
    expect(sessions(page)).to_have_text(["billing"])
    expect(sessions(page)).to_be_focused()
    expect(page.get_by_role("navigation", name="Main").get_by_role("link", name="Queue 2")).to_be_visible()
    news.click()
    expect(sessions(page)).to_have_count(2)


def press(page: Page, button: str) -> None:
    page.get_by_role("group", name="With the ticked rows").get_by_role("button", name=button, exact=True).focus()
    page.keyboard.press("Enter")


def tick(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_label(f"Tick {name}").focus()
        page.keyboard.press("Space")


def test_many_rows_at_once_by_keyboard(told: Desk, visit: Open) -> None:
    propose(told, "alpha")
    rows = Compaction.objects.filter(team=told.world.team)
    page = visit(told.world.lead)
    status = page.get_by_role("main").get_by_role("status")

    tick(page, "billing", "alpha")
    page.get_by_label("Assign to").select_option("reviewer-of-platform")
    press(page, "Assign")
    expect(status).to_have_text("Done to 2 rows.")
    assert {row.holder for row in rows} == {told.world.reviewer}

    tick(page, "alpha")
    press(page, "Release")
    expect(page.get_by_role("row", name="alpha")).to_contain_text("free")
    expect(page.get_by_role("row", name="billing")).to_contain_text("reviewer-of-platform")

    tick(page, "billing")
    press(page, "Approve ticked rows without findings")
    expect(page.get_by_role("heading", level=1)).to_have_text("0 of 1 selected can be approved")
    page.get_by_role("link", name="Back to the queue").click()
    assert {row.state for row in rows.all()} == {"in_review"}

    tick(page, "billing")  # what another reads is not decided in bulk
    press(page, "Release")
    expect(page.get_by_role("row", name="billing")).to_contain_text("free")
    tick(page, "billing", "alpha")
    page.get_by_role("combobox", name="Reason").select_option("Unusable summary")
    press(page, "Reject")
    expect(page.get_by_role("heading", level=1)).to_have_text("Reject 2 summaries?")
    assert {row.state for row in rows.all()} == {"in_review"}
    page.get_by_role("button", name="Reject 2").click()
    expect(status).to_have_text("Done to 2 rows.")
    assert {(row.state, row.reason_code) for row in rows.all()} == {("rejected", "unusable")}


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("width", [390, 320])
def test_on_a_phone_the_filter_is_folded(told: Desk, visit: Open, width: int, script: bool) -> None:
    page = visit(told.world.reviewer, width=width, height=844, script=script)
    field = page.get_by_label("Risk from")
    expect(field).to_be_hidden()
    expect(sessions(page).first).to_be_in_viewport()
    page.get_by_text("Filter and order", exact=True).click()
    field.fill("10")
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_url("**risk=10**")
    expect(page.get_by_text("Filter and order: 1 filter set")).to_be_visible()
    expect(field).to_have_value("10")
    expect(field).to_be_visible()


def test_where_there_is_room_the_filter_is_not_folded(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer)
    expect(page.get_by_text("Filter and order")).to_be_hidden()
    page.get_by_label("Risk from").fill("10")
    page.get_by_role("button", name="Show", exact=True).click()
    page.wait_for_url("**risk=10**")
