"""The review page under text that is hard on a browser, and on a phone: it opens, and the decision stays in reach."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from reviewapp.services.compactions.intake import TurnIn
from tests.e2e.conftest import Desk, Open
from tests.world import RULE

pytestmark = pytest.mark.e2e

BLOB = "Ab3Cd5Ef7G" * 100_000  # a megabyte without a space
LAID_OUT = "document.documentElement.getBoundingClientRect().height"


def test_a_megabyte_without_a_space_is_folded_and_opens_whole(desk: Desk, visit: Open) -> None:
    turns = [TurnIn("user", f"{RULE} {BLOB}"), TurnIn("assistant", "Noted.")]
    long = desk.world.in_review("blob", turns=turns, summary=f"The blob was seen. {BLOB}")
    page = visit(desk.world.reviewer)
    page.goto(f"{desk.url}/t/{desk.world.team.slug}/c/{long.pk}/")
    assert page.evaluate(LAID_OUT) < 2_000 and len(page.content()) < 200_000
    for part in ("#summary", "#t-1"):
        link = page.locator(part).get_by_role("link", name=re.compile("Show all 1,000,"))
        link.click()
        expect(link).to_have_count(0)
        assert page.evaluate(f"document.querySelector('{part}').textContent.length") > len(BLOB)


def test_on_a_phone_the_page_begins_at_its_top_with_the_decision_in_reach(desk: Desk, visit: Open) -> None:
    page = visit(desk.world.reviewer, width=390, height=844)
    page.goto(desk.review)
    assert page.evaluate("scrollY") == 0
    for place in (0, 1_500, 100_000):
        page.evaluate(f"scrollTo(0, {place})")
        expect(page.locator(".jump a[href='#verdict']")).to_be_in_viewport(ratio=1)
    page.locator(".jump a[href='#verdict']").click()
    expect(page.locator("#open-reject")).to_be_in_viewport(ratio=1)


def test_on_a_phone_no_label_lies_on_the_number_beside_it(desk: Desk, visit: Open) -> None:
    page = visit(desk.world.reviewer, width=390, height=844)
    page.goto(desk.review)
    page.evaluate("document.querySelectorAll('.turn').forEach(turn => { turn.style.contentVisibility = 'visible' })")
    apart = page.evaluate(
        """() => [...document.querySelectorAll('mark.span + .marginal')].map(label => {
            const numbers = label.previousElementSibling.querySelectorAll('sup');
            const a = numbers[numbers.length - 1].getBoundingClientRect(), b = label.getBoundingClientRect();
            return a.right <= b.left || a.bottom <= b.top || b.bottom <= a.top;
        })"""
    )
    assert len(apart) > 3 and all(apart)
