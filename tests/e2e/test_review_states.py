"""Every state of a proposal has its own banner and offers what helps there; claims are held, lost and taken over."""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Page, expect

from reviewapp.guard.states import State
from reviewapp.models import Compaction, Heartbeat
from reviewapp.services.compactions import analysis, closing, finalize, intake
from reviewapp.services.compactions.transitions import advance
from reviewapp.services.review import actions
from tests.clock import let_expire
from tests.e2e import history, scripted
from tests.e2e.conftest import Desk, Open, Site
from tests.e2e.screen import slip
from tests.world import World

pytestmark = [pytest.mark.e2e, pytest.mark.usefixtures("script")]


@transaction.atomic
def lease(compaction: Compaction) -> None:
    """A worker is at it."""
    until = timezone.now() + timedelta(minutes=1)
    advance(compaction, State.ANALYSING, actor=None, lease_token=uuid.uuid4(), lease_until=until, attempts=1)


@transaction.atomic
def fail(compaction: Compaction) -> None:
    lease(compaction)
    advance(compaction, State.FAILED, actor=None, failure="ArithmeticError")


def reject(world: World, compaction: Compaction) -> None:
    finalize.reject(**world.by(world.lead, compaction), reason_code="values_wrong")


def close(world: World, compaction: Compaction) -> None:
    closing.close(team=world.team, actor=world.lead, session_id=compaction.session_id)


def withdraw(world: World, compaction: Compaction) -> None:
    intake.withdraw(team=world.team, token=world.token, compaction_id=compaction.pk)


def expire(_world: World, compaction: Compaction) -> None:
    let_expire(compaction)


ENDS: tuple[tuple[Callable[[World, Compaction], None], str], ...] = (
    (reject, "Rejected by lead-of-platform: Values wrong. The agent keeps its history"),
    (withdraw, "The agent withdrew this proposal."),
    (expire, "Nobody decided in time. The agent keeps its full history"),
    (close, "The session was closed before anybody decided."),
)


def offers_nothing(page: Page) -> None:
    expect(slip(page).get_by_role("button")).to_have_count(0)
    for name in ("Approve", "Reject", "Edit"):
        expect(page.get_by_role("main").get_by_role("link", name=name)).to_have_count(0)
    expect(page.get_by_role("button", name="Claim")).to_have_count(0)


def test_what_has_ended_says_how_and_offers_nothing(site: Site, visit: Open) -> None:
    page = visit(site.world.reviewer)
    for end, words in ENDS:
        compaction = site.world.in_review(end.__name__, turns=scripted.TURNS, summary=scripted.SUMMARY)
        end(site.world, compaction)
        page.goto(site.review_of(compaction))
        expect(page.locator("#standing")).to_contain_text(words)
        expect(page.locator("#evidence")).to_contain_text(scripted.PORT)
        offers_nothing(page)


def test_what_took_effect_says_by_whom(site: Site, visit: Open) -> None:
    approved = history.tell(site.world)[0]
    page = visit(site.world.reviewer, site.review_of(approved))
    expect(page.locator("#standing")).to_contain_text("Approved by lead-of-platform. It can’t be undone")
    expect(slip(page).get_by_role("button")).to_have_count(0)


def test_a_waiting_proposal_names_the_cause_and_opens_when_it_is_analysed(site: Site, visit: Open) -> None:
    Heartbeat.objects.all().delete()
    compaction = site.world.propose("billing", turns=scripted.TURNS, summary=scripted.SUMMARY)
    page = visit(site.world.reviewer)
    page.clock.install()
    page.goto(site.review_of(compaction))
    standing = page.locator("#standing")
    expect(standing).to_contain_text("Waiting for analysis. Findings appear here when a worker is done.")
    expect(standing).to_contain_text("No worker has been seen yet")
    offers_nothing_yet(page)
    analysis.analyse(compaction_id=compaction.pk)
    page.clock.fast_forward(6_000)
    expect(page.get_by_role("heading", name="Blocking 3")).to_be_visible()
    expect(standing).to_have_text("")


def offers_nothing_yet(page: Page) -> None:
    expect(slip(page)).to_contain_text("No findings yet.")
    expect(page.get_by_role("link", name="Approve", exact=True)).to_have_count(0)


def test_a_proposal_under_analysis_says_so(site: Site, visit: Open) -> None:
    compaction = site.world.propose("billing")
    lease(compaction)
    page = visit(site.world.reviewer, site.review_of(compaction))
    expect(page.locator("#standing")).to_contain_text("A worker is analysing it, try 1 of")
    offers_nothing_yet(page)


def test_a_failed_analysis_can_be_read_and_sent_back(site: Site, visit: Open) -> None:
    compaction = site.world.propose("billing", turns=scripted.TURNS, summary=scripted.SUMMARY)
    fail(compaction)
    page = visit(site.world.reviewer, site.review_of(compaction))
    expect(page.locator("#standing")).to_contain_text("The analysis gave up: ArithmeticError.")
    expect(page.locator("#evidence")).to_contain_text(scripted.PORT)
    expect(page.locator("#manuscript")).to_contain_text(scripted.BUDGET)
    expect(page.get_by_role("link", name="Approve", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Analyse again").click()
    expect(page.get_by_role("heading", name="Blocking 3")).to_be_visible()
    compaction.refresh_from_db()
    assert compaction.state == "in_review"


def test_what_somebody_else_holds_is_read_along_and_a_lead_takes_it_over(told: Desk, visit: Open) -> None:
    actions.claim(**told.world.by(told.world.reviewer, told.compaction))
    page = visit(told.world.lead, told.review)
    expect(page.locator("#standing")).to_contain_text("reviewer-of-platform is reviewing this. You can read along.")
    expect(slip(page).get_by_role("button")).to_have_count(0)
    expect(page.get_by_role("link", name="Reject")).to_have_count(0)
    page.get_by_role("button", name="Take over").click()
    expect(page.locator("#lease")).to_contain_text("Yours for")
    expect(page.get_by_role("link", name="Reject")).to_be_visible()
    other = visit(told.world.reviewer, told.review)
    expect(other.locator("#standing")).to_contain_text("lead-of-platform is reviewing this.")
    expect(other.get_by_role("button", name="Take over")).to_have_count(0)


def hold_until(desk: Desk, minutes: int) -> None:
    until = timezone.now() + timedelta(minutes=minutes)
    Compaction.objects.filter(pk=desk.compaction.pk).update(held_until=until)


def minutes_left(desk: Desk) -> float:
    until = desk.fresh().held_until
    assert until is not None
    return (until - timezone.now()).total_seconds() / 60


def test_a_claim_lives_while_its_tab_is_used_and_ends_with_a_forgotten_one(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer)
    page.clock.install()
    page.goto(told.review)
    page.get_by_role("button", name="Claim").click()
    expect(page.locator("#lease")).to_contain_text("Yours for")
    beats: list[str] = []
    page.on("response", lambda answer: beats.append(answer.url) if answer.url.endswith("/claim/") else None)
    hold_until(told, 2)
    with page.expect_response(lambda answer: answer.url.endswith("/claim/")):
        page.clock.fast_forward(61_000)
    assert minutes_left(told) > 9
    hold_until(told, 2)
    page.clock.fast_forward(11 * 60_000)
    page.clock.fast_forward(61_000)
    page.reload()
    expect(page.locator("#lease")).to_contain_text("Yours for 1 min")
    assert len(beats) == 1

    page.get_by_role("button", name="Extend").click()
    expect(page.locator("#lease")).to_contain_text(re.compile("Yours for (9|10) min"))
    assert minutes_left(told) > 9


def test_a_lease_that_ended_and_went_to_another_is_told_and_keeps_the_draft(told: Desk, visit: Open) -> None:
    page = visit(told.world.reviewer)
    page.clock.install()
    page.goto(f"{told.review}?tab=edit")
    page.get_by_role("button", name="Claim").click()
    page.goto(f"{told.review}?tab=edit")
    page.get_by_label("The summary, revision 2").fill("Half a page of thought.")
    hold_until(told, -1)
    actions.claim(**told.world.by(told.world.lead, told.compaction))
    page.clock.fast_forward(61_000)
    expect(page.locator("#standing")).to_contain_text("lead-of-platform is reviewing this.")
    expect(page.locator("#lease")).to_contain_text("lead-of-platform, for")
    expect(page.get_by_label("The summary, revision 2")).to_have_value("Half a page of thought.")


@pytest.mark.parametrize("width", [1440, 390])
def test_a_login_that_ends_meanwhile_leaves_the_draft(told: Desk, visit: Open, width: int) -> None:
    page = visit(told.world.reviewer, told.review, width=width, answers=(401,))
    page.get_by_role("button", name="Claim").click()
    page.goto(f"{told.review}?tab=edit")
    text = page.get_by_label("The summary, revision 2")
    text.fill("Half a page of thought.")
    Session.objects.all().delete()
    page.evaluate("document.body.dispatchEvent(new CustomEvent('lease-tick'))")
    expect(page.get_by_role("alert").filter(has_text="You are signed out")).to_be_visible()
    page.get_by_role("button", name="Save revision").click()
    expect(page.get_by_role("alert").filter(has_text="You are signed out")).to_be_in_viewport(ratio=1)
    expect(text).to_have_value("Half a page of thought.")


def test_raw_turns_are_brought_back_by_a_proposal_of_their_own(site: Site, visit: Open) -> None:
    *_, waiting = generations = history.tell(site.world)
    reject(site.world, waiting)
    page = visit(site.world.reviewer, site.review_of(generations[0]))
    page.get_by_role("link", name="Bring the original turns back").click()
    expect(page.get_by_role("main")).to_contain_text("Nothing changes before somebody approves it")
    page.get_by_label("Why").fill("The port rule was misread.")
    page.get_by_role("button", name="Propose the restore").click()
    asked = Compaction.objects.get(kind="restore")
    expect(page).to_have_url(site.review_of(asked))
    analysis.analyse(compaction_id=asked.pk)
    page.reload()
    expect(page.locator("#standing")).to_contain_text("A restore: no summary, but turns 1 to 6 word for word again")
    expect(page.get_by_role("main").get_by_role("link", name="Edit")).to_have_count(0)
    page.keyboard.press("Shift+A")
    page.keyboard.press("Control+Enter")
    page.wait_for_url(site.at("queue/"))
    page.goto(site.review_of(generations[0]))
    expect(page.get_by_role("main")).to_contain_text("A restore has brought its original turns back since.")
    expect(page.get_by_role("link", name="Bring the original turns back")).to_have_count(0)
