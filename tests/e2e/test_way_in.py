"""The way in and out, what a person sets for themselves, and what is said where there is no way."""

from __future__ import annotations

import re
import uuid

import pytest
from playwright.sync_api import Browser, Page, expect

from reviewapp.models import User
from tests.e2e.chromium import complaints, log_in
from tests.e2e.conftest import Desk, Open, Site

pytestmark = pytest.mark.e2e


def test_sign_in_and_out_by_the_form(browser: Browser, site: Site) -> None:
    site.world.reviewer.set_password("let-it-stand-2026")
    site.world.reviewer.save()
    page = browser.new_page()
    said = complaints(page)
    log_in(page, site.url, site.world.reviewer.username, "let-it-stand-2026")
    expect(page).to_have_url(site.at("queue/"))
    page.get_by_text("reviewer-of-platform").click()
    page.get_by_role("button", name="Sign out").click()
    page.goto(site.at("queue/"))
    expect(page.get_by_label("Password")).to_be_visible()
    page.close()
    assert said == []


def _ground(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_a_theme_that_was_chosen_outweighs_the_system(site: Site, visit: Open) -> None:
    page = visit(site.world.reviewer)
    light = _ground(page)
    page.get_by_text("reviewer-of-platform").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    dark = _ground(page)
    assert dark != light
    page.goto(site.at("pins/"))
    assert _ground(page) == dark
    page.get_by_text("reviewer-of-platform").click()
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="System").click()
    assert _ground(page) == light


def test_the_language_is_that_of_the_browser(desk: Desk, visit: Open) -> None:
    page = visit(desk.world.reviewer, desk.review, locale="de-DE", answers=(404,))
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("region", name="Belege")).to_be_visible()
    page.goto(desk.at("nowhere/"))
    expect(page.get_by_role("heading", name="Hier steht nichts.")).to_be_visible()


def test_what_is_missing_or_anothers_looks_the_same(desk: Desk, visit: Open) -> None:
    stranger = User.objects.create_user("stranger")
    page = visit(stranger, desk.url + "/", answers=(404,))
    expect(page.get_by_role("heading", name="You are in no team yet.")).to_be_visible()
    said = []
    for address in (desk.review, desk.at("queue/"), desk.at(f"c/{uuid.uuid4()}/"), f"{desk.url}/t/nowhere/queue/"):
        answer = page.goto(address)
        assert answer is not None and answer.status == 404
        said.append(page.get_by_role("heading").all_inner_texts())
    assert said == [["Nothing stands here."]] * 4


def test_a_viewer_is_told_what_the_role_is_for(desk: Desk, visit: Open) -> None:
    page = visit(desk.world.viewer, desk.review, answers=(403,))
    main = page.get_by_role("main")
    expect(main).to_contain_text("Your role in this team reads. Reviewers and leads decide.")
    expect(main.get_by_role("button")).to_have_count(0)
    expect(main.get_by_role("link", name=re.compile("Approve|Reject|Edit"))).to_have_count(0)
    answer = page.goto(desk.at("pins/new/"))
    assert answer is not None and answer.status == 403
    expect(main).to_contain_text("Your role in this team only reads. A lead can make you a reviewer.")
    page.get_by_role("link", name="To the queue").click()
    expect(page).to_have_url(desk.at("queue/"))


def test_a_form_of_an_older_page_is_not_trusted_and_says_why(site: Site, visit: Open) -> None:
    page = visit(site.world.reviewer, answers=(403,))
    page.context.clear_cookies(name="stet-csrf")
    page.get_by_text("reviewer-of-platform").click()
    page.get_by_role("button", name="Dark").click()
    expect(page.get_by_role("heading", name="This form could not be trusted.")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("the page was open longer than the login")


def test_the_ear_of_these_tests_hears_what_a_page_complains_of(browser: Browser, site: Site) -> None:
    page = browser.new_page()
    said = complaints(page)
    page.goto(f"{site.url}/accounts/login/")
    assert said == []
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">')")
    page.evaluate("setTimeout(() => { throw new Error('thrown') })")
    page.goto(f"{site.url}/accounts/nowhere/")
    page.close()
    for what in ("the policy forbids style-src", "thrown", "status of 404"):
        assert [line for line in said if what in line], said
