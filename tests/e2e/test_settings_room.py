"""What a lead sets for a team, and what everyone else reads there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from reviewapp.models import AgentToken, Membership, Policy
from reviewapp.services.compactions import analysis
from reviewapp.services.compactions.sweep import refresh_stale
from reviewapp.services.teams import invitations
from tests.e2e.conftest import Desk, Open, Site

pytestmark = pytest.mark.e2e


def tab(page: Page, title: str) -> None:
    page.get_by_role("navigation", name="Settings").get_by_role("link", name=title).click()


def detector(page: Page, kind: str) -> Locator:
    return page.get_by_role("checkbox", name=re.compile(f"^{kind}"))


def test_a_policy_is_tried_before_it_holds(told: Desk, visit: Open) -> None:
    page = visit(told.world.lead, told.at("settings/"))
    before = Policy.objects.current(told.world.team)
    detector(page, "negation").uncheck()
    detector(page, "addition").uncheck()
    page.get_by_role("button", name="Try it on the last 20 sessions").click()
    preview = page.get_by_role("region", name="On the last sessions")
    expect(preview).to_contain_text("3 serious findings")
    expect(preview.get_by_role("row", name="billing").get_by_role("cell")).to_have_text(["4", "1", "as now"])
    expect(detector(page, "negation")).not_to_be_checked()
    assert Policy.objects.current(told.world.team) == before

    detector(page, "number").uncheck()
    page.get_by_role("button", name="Try it on the last 20 sessions").click()
    expect(preview.get_by_role("row", name="billing")).to_contain_text("would pass")
    page.get_by_role("button", name="Make it the next version").click()
    expect(page.get_by_role("status").filter(has_text=f"Policy version {before.version + 1} holds")).to_be_visible()
    versions = page.get_by_role("region", name="Versions").get_by_role("listitem")
    expect(versions.first).to_contain_text("off: addition, negation, number")
    refresh_stale()
    analysis.analyse(compaction_id=told.compaction.pk)
    assert told.fresh().state == "approved"


def test_a_policy_that_nobody_could_meet_is_refused(site: Site, visit: Open) -> None:
    page = visit(site.world.lead, site.at("settings/"))
    page.get_by_label("Approvals needed").fill("7")
    page.get_by_role("button", name="Make it the next version").click()
    expect(page.get_by_role("alert")).to_contain_text("who may decide")
    assert Policy.objects.filter(team=site.world.team).count() == 1


def test_members_come_change_and_go(site: Site, visit: Open) -> None:
    page = visit(site.world.lead, site.at("settings/members/"))
    page.get_by_label("Whom it is for").fill("Ann")
    page.get_by_label("Role", exact=True).select_option("viewer")
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_role("status").filter(has_text="The link for Ann")).to_be_visible()
    link = page.get_by_role("status").get_by_role("code").inner_text()
    invitations.join(secret=link.split("/join/")[1].strip("/"), username="ann", password="known to nobody else")
    page.goto(site.at("settings/members/"))
    expect(page.get_by_text(link)).to_have_count(0)
    page.get_by_label("Role of ann").select_option("reviewer")
    page.get_by_role("row", name="ann").get_by_role("button", name="Set").click()
    expect(page.get_by_label("Role of ann")).to_have_value("reviewer")
    assert Membership.objects.get(team=site.world.team, user__username="ann").role == "reviewer"

    page.get_by_role("button", name="Remove ann").click()
    page.get_by_role("button", name="Yes, remove ann").click()
    expect(page.get_by_role("button", name="Remove ann")).to_have_count(0)
    page.get_by_role("button", name="Remove lead-of-platform").click()
    page.get_by_role("button", name="Yes, remove lead-of-platform").click()
    expect(page.get_by_role("alert")).to_contain_text("A team keeps at least one lead.")


def test_a_token_is_shown_once_and_ends_when_revoked(site: Site, visit: Open) -> None:
    page = visit(site.world.lead, site.at("settings/tokens/"))
    page.get_by_label("Name of the agent").fill("shop agent")
    page.get_by_role("button", name="Make the token").click()
    secret = page.get_by_role("status").get_by_role("code").inner_text()
    token = AgentToken.objects.get(name="shop agent")
    assert secret.startswith(f"stet_{token.public_id}_")
    tab(page, "Agent tokens")
    expect(page.get_by_role("row", name="shop agent")).to_be_visible()
    assert secret not in page.content()
    page.get_by_role("button", name="Revoke shop agent").click()
    page.get_by_role("button", name="Yes, revoke shop agent").click()
    expect(page.get_by_role("row", name="shop agent")).to_contain_text("revoked")
    assert AgentToken.objects.get(pk=token.pk).revoked_at is not None


def test_others_read_and_change_nothing(site: Site, visit: Open) -> None:
    page = visit(site.world.reviewer, site.at("settings/"))
    main = page.get_by_role("main")
    expect(main.get_by_text("Approvals needed")).to_be_visible()
    for title in ("Policy and detectors", "Members", "Agent tokens"):
        tab(page, title)
        expect(main.get_by_role("link", name=title)).to_have_attribute("aria-current", "page")
        expect(main).to_contain_text("only a lead can change what is on it")
        expect(main.locator("input, select, button")).to_have_count(0)  # a greyed one would look broken
