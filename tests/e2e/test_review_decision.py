"""The verdict: closed with its reason, open, given; and the way on to the next proposal."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from reviewapp.client import Client
from reviewapp.models import Compaction, Decision, Scope
from reviewapp.services.compactions.approval_checks import gate as gate_of
from reviewapp.services.pins import register
from reviewapp.services.review import actions
from reviewapp.services.teams import tokens
from tests.e2e import scripted
from tests.e2e.conftest import Desk, Open
from tests.e2e.screen import gate, is_selected, press, row, select, slip, stands

pytestmark = pytest.mark.e2e


@pytest.fixture
def ready(told: Desk) -> Desk:
    """Nothing in it blocks any more; another proposal waits behind it."""
    by = told.world.by(told.world.reviewer, told.compaction)
    actions.edit(**by, text=scripted.FAITHFUL, revision=1)
    told.world.in_review("behind", turns=scripted.TURNS, summary=scripted.SUMMARY)
    return told


def behind(desk: Desk) -> Compaction:
    return Compaction.objects.get(team=desk.world.team, session__external_id="behind")


def test_approve_is_closed_until_nothing_blocks(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    approve = page.locator("#open-approve")
    expect(gate(page)).to_contain_text("Approve opens after findings 1 2 3")
    expect(approve).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("Shift+A")
    approve.click(force=True)
    expect(page.get_by_role("dialog")).to_have_count(0)
    gate(page).get_by_role("link", name="2").click()
    is_selected(page, 2)

    press(page, "r", says="Restored")
    stands(page, 2, "restored")
    select(page, 3)
    press(page, "d", says="Struck")
    select(page, 1)
    press(page, "p", says="Pinned")
    expect(gate(page)).to_contain_text("All checks pass.")
    expect(gate(page)).to_contain_text("1 warning left open")
    page.keyboard.press("Shift+A")
    dialog = page.get_by_role("dialog", name="Approve generation 1 of billing")
    expect(dialog).to_contain_text("turns 1 to 6")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert told.fresh().state == "in_review"


def test_after_an_approval_comes_the_next_proposal(ready: Desk, visit: Open) -> None:
    page = visit(ready.world.reviewer, ready.review)
    page.get_by_role("link", name="Approve", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Approve").click()
    page.wait_for_url(ready.review_of(behind(ready)))
    expect(page.get_by_text("The agent may apply it now.")).to_be_visible()
    assert ready.fresh().state == "approved"
    assert behind(ready).holder == ready.world.reviewer
    page.goto(ready.review)
    expect(page.get_by_role("main")).to_contain_text("Approved by reviewer-of-platform.")


def test_what_changed_since_it_was_shown_is_not_approved(ready: Desk, visit: Open) -> None:
    page = visit(ready.world.reviewer, ready.review)
    page.keyboard.press("Shift+A")
    expect(page.get_by_role("dialog")).to_be_visible()
    world = ready.world
    register.pin(team=world.team, user=world.lead, key="k", text="Never sleep.", severity="ADVISORY")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("alert").filter(has_text="Pins have changed since this was checked.")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert ready.fresh().state == "in_review" and not Decision.objects.exists()
    page.keyboard.press("Shift+A")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(ready.review_of(behind(ready)))
    assert ready.fresh().state == "approved"


def test_of_two_approvals_the_first_is_not_the_end(ready: Desk, visit: Open) -> None:
    ready.world.policy(quorum=2)
    first = visit(ready.world.reviewer, ready.review)
    _approve(first, "This is approval 1 of 2: it releases nothing yet.")
    expect(first.get_by_text("Another person has to approve too.")).to_be_visible()
    expect(gate(first)).to_contain_text("You have approved this. Another person has to approve the same bytes")
    expect(first.get_by_role("link", name="Approve", exact=True)).to_have_count(0)
    first.keyboard.press("Shift+A")
    expect(first.get_by_role("dialog")).to_have_count(0)
    assert ready.fresh().state == "in_review"

    second = visit(ready.world.lead, ready.review)
    expect(gate(second)).to_contain_text("1 of 2 approvals so far: reviewer-of-platform.")
    _approve(second, "This is approval 2 of 2, the last one, after: reviewer-of-platform.")
    expect(second.get_by_text("The agent may apply it now.")).to_be_visible()
    expect(second.get_by_role("main")).to_contain_text("Approved by reviewer-of-platform, lead-of-platform.")
    assert ready.fresh().state == "approved"


def _approve(page: Page, told: str) -> None:
    page.keyboard.press("Shift+A")
    expect(page.get_by_role("dialog")).to_contain_text(told)
    page.get_by_role("dialog").get_by_label("then the next proposal").uncheck()
    page.keyboard.press("Control+Enter")


def _must_keep(page: Page) -> list[str]:
    kept = page.get_by_role("group", name="Must keep in the next summary").get_by_role("checkbox", checked=True)
    return [kept.nth(at).locator("xpath=..").inner_text() for at in range(kept.count())]


def test_a_new_summary_is_asked_for_and_the_agent_is_told_what_to_keep(told: Desk, visit: Open) -> None:
    secret = tokens.create(team=told.world.team, user=told.world.lead, name="reader", scopes=[Scope.READ]).secret
    page = visit(told.world.reviewer, told.review)
    select(page, 1)
    press(page, "x", says="")
    press(page, "2", says="Dismissed")
    page.keyboard.press("Shift+N")
    dialog = page.get_by_role("dialog", name="Request a new summary")
    expect(dialog).to_be_visible()
    assert [scripted.PORT in words for words in _must_keep(page)] == [True]  # what blocks, is lost and is still open
    dialog.get_by_label(re.compile(re.escape(scripted.LIMIT))).check()
    dialog.get_by_role("combobox", name="Reason").select_option("binding_lost")
    dialog.get_by_role("textbox", name="Note to the agent").fill("Keep the rules of the network.")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(told.at("queue/"))

    status = Client(told.url, token=secret).status(str(told.compaction.pk))
    assert (status.state, status.reason) == ("rejected", "Keep the rules of the network.")
    assert {kept.quote for kept in status.must_keep} == {scripted.PORT, scripted.LIMIT}
    page.goto(told.review)
    expect(page.get_by_role("main")).to_contain_text("Rejected by reviewer-of-platform: Instructions lost")


@pytest.mark.parametrize(("key", "title"), [("Shift+R", "Reject"), ("Shift+N", "Request a new summary")])
def test_two_keys_reject_nothing(told: Desk, visit: Open, key: str, title: str) -> None:
    page = visit(told.world.reviewer, told.review)
    page.keyboard.press(key)
    reason = page.get_by_role("dialog", name=title).get_by_role("combobox", name="Reason")
    expect(reason).to_have_value("")
    page.keyboard.press("Control+Enter")
    assert reason.evaluate("select => select.matches(':user-invalid')")  # the browser asks for it
    page.get_by_role("dialog").get_by_role("link", name="Back to review").click()
    select(page, 2)  # what was sent before would be answered before
    assert told.fresh().state == "in_review"


def test_skip_and_release_lead_on_and_back(told: Desk, visit: Open) -> None:
    other = told.world.in_review("behind", turns=scripted.TURNS, summary=scripted.SUMMARY)
    page = visit(told.world.reviewer, told.review)
    page.keyboard.press("s")
    page.wait_for_url(told.review_of(other))
    expect(page.get_by_role("main")).to_contain_text("Yours for")
    page.keyboard.press("u")
    page.wait_for_url(told.at("queue/"))
    other.refresh_from_db()
    assert (other.holder, told.fresh().holder) == (None, None)


def test_the_last_decision_leads_to_the_queue(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer, told.review)
    by = told.world.by(told.world.reviewer, told.compaction)
    for key in gate_of(told.fresh()).blocking:
        actions.dismiss(**by, finding_key=key, reason_code="obsolete")
    page.reload()
    expect(slip(page)).to_be_visible()
    expect(row(page, 1)).to_have_attribute("data-state", "dismissed")
    page.keyboard.press("Shift+A")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(told.at("queue/"))
    expect(page.get_by_role("status").filter(has_text="The agent may apply it now.")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("The queue is clear.")
