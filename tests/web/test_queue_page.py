"""The queue: worst first, what it says of each proposal, and its three ways to be empty."""

from __future__ import annotations

import re

from reviewapp.models import Compaction
from reviewapp.services import review
from tests.web.conftest import Browser, Desk
from tests.world import World


def _page(world: World, browser: Browser, query: str = "") -> str:
    return str(browser(world.reviewer).get(f"/t/{world.team.slug}/queue/{query}").content.decode())


def test_before_anything_came_it_shows_how_to_send_something(world: World, browser: Browser) -> None:
    page = _page(world, browser)
    assert "No agent has proposed a compaction yet" in page
    assert "curl" in page and "/api/v1/compactions" in page
    assert "reviewapp.client" in page


def test_a_clear_queue_is_not_a_new_one(desk: Desk, browser: Browser) -> None:
    browser(desk.world.reviewer).post(desk.url + "reject/", {"reason_code": "unusable"})
    page = _page(desk.world, browser)
    assert "The queue is clear." in page
    assert "Median time to a decision" in page
    assert "curl" not in page


def test_all_held_says_by_whom_and_until_when(desk: Desk, browser: Browser) -> None:
    review.claim(team=desk.world.team, user=desk.world.lead, compaction_id=desk.compaction.pk)
    page = _page(desk.world, browser)
    assert re.search(r"All in review by lead-of-platform; the first claim ends at \d\d:\d\d", page)
    assert "Review next" not in page


def test_the_riskiest_comes_first(world: World, browser: Browser) -> None:
    for name, risk in (("calm", 10), ("grave", 90), ("middling", 50)):
        Compaction.objects.filter(pk=world.in_review(name).pk).update(risk=risk)
    page = _page(world, browser)
    assert page.index(">grave<") < page.index(">middling<") < page.index(">calm<")


def test_a_row_tells_what_waits(desk: Desk, browser: Browser) -> None:
    page = _page(desk.world, browser)
    assert "blocking" in page
    assert "generation 1, leaf · agent" in page
    assert "free" in page


def test_review_next_claims_the_top_and_opens_it(desk: Desk, browser: Browser) -> None:
    client = browser(desk.world.reviewer)
    answer = client.post(f"/t/{desk.world.team.slug}/queue/next/")
    assert answer["Location"] == desk.url
    assert desk.fresh().holder == desk.world.reviewer
    assert "Yours for" in client.get(desk.url).content.decode()


def test_mine_and_decided_are_views_with_counts(desk: Desk, browser: Browser) -> None:
    client = browser(desk.world.reviewer)
    client.post(desk.url + "claim/")
    assert ">s-1<" in client.get(f"/t/{desk.world.team.slug}/queue/?view=mine").content.decode()
    client.post(desk.url + "reject/", {"reason_code": "unusable"})
    assert "Rejected" in client.get(f"/t/{desk.world.team.slug}/queue/?view=decided").content.decode()


def test_waiting_for_workers_is_said_with_its_cause(world: World, browser: Browser) -> None:
    world.propose()
    page = _page(world, browser)
    assert "1 waiting for analysis." in page
    assert "No worker has been seen yet" in page
