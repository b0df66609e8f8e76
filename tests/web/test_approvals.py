"""Where the team wants several approvals: who has given theirs, and what the next one does."""

from __future__ import annotations

import html

import pytest

from reviewapp.models import Decision, Membership, User
from reviewapp.services.compactions import finalize, refresh
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.review import actions, bulk
from reviewapp.services.teams import policy
from tests.web.conftest import Browser, Desk
from tests.world import FAITHFUL

NOTHING_YET = "it releases nothing yet. Another person has to approve the same bytes before the agent may apply it."
FROM_THEN_ON = "From then on the agent may read the summary"


@pytest.fixture
def pair(desk: Desk) -> Desk:
    """A team that has come to want two approvals while the summary, in order by now, was in review."""
    world = desk.world
    actions.edit(**world.by(world.lead, desk.compaction), text=FAITHFUL, revision=1)
    policy.change(team=world.team, user=world.lead, rules=policy.Rules("never", quorum=2))
    refresh.refresh(compaction=desk.fresh())
    return desk


def approve(desk: Desk, user: User) -> None:
    finalize.approve(**desk.world.by(user, desk.compaction), manifest_digest=gate(desk.fresh()).manifest_digest)


def read(desk: Desk, browser: Browser, user: User, path: str = "") -> str:
    return html.unescape(browser(user).get(desk.url + path).content.decode())


def listed(desk: Desk, browser: Browser, view: str) -> str:
    return str(browser(desk.world.viewer).get(f"/t/{desk.world.team.slug}/queue/?view={view}").content.decode())


def test_the_first_of_two_is_told_that_it_releases_nothing(pair: Desk, browser: Browser) -> None:
    for path in ("", "approve/"):
        page = read(pair, browser, pair.world.reviewer, path)
        assert f"This is approval 1 of 2: {NOTHING_YET}" in " ".join(page.split()) and FROM_THEN_ON not in page
    assert "0 of 2 approvals so far." in read(pair, browser, pair.world.viewer)


def test_who_has_approved_waits_for_another(pair: Desk, browser: Browser) -> None:
    approve(pair, pair.world.reviewer)
    page = read(pair, browser, pair.world.reviewer)
    assert "You have approved this." in page and "Another person has to approve the same bytes" in page
    assert "1 of 2 approvals so far: reviewer-of-platform." in page
    for gone in ("All checks pass", 'id="open-approve"', 'id="approve"', "This is approval"):
        assert gone not in page, gone
    assert "confirm-approve" not in read(pair, browser, pair.world.reviewer, "approve/")


def test_the_last_one_sees_the_others_and_takes_effect(pair: Desk, browser: Browser) -> None:
    approve(pair, pair.world.reviewer)
    page = read(pair, browser, pair.world.lead)
    assert "All checks pass" in page and "1 of 2 approvals so far: reviewer-of-platform." in page
    assert "This is approval 2 of 2, the last one, after: reviewer-of-platform." in page
    assert FROM_THEN_ON in page and NOTHING_YET not in page


def test_one_approval_is_not_counted(desk: Desk, browser: Browser) -> None:
    who = desk.world.by(desk.world.lead, desk.compaction)
    actions.edit(**who, text=FAITHFUL, revision=1)
    page = read(desk, browser, desk.world.reviewer)
    assert FROM_THEN_ON in page and "This is approval" not in page and "approvals so far" not in page


def test_a_vote_that_does_not_count_is_not_shown(pair: Desk, browser: Browser) -> None:
    """Of a summary that was edited since, or of somebody who may not decide any more."""
    approve(pair, pair.world.reviewer)
    assert "1 of 2 approved: reviewer-of-platform" in listed(pair, browser, "second")
    Membership.objects.filter(user=pair.world.reviewer).update(role="viewer")
    assert "0 of 2 approvals so far." in read(pair, browser, pair.world.lead)
    assert "Nothing waits for a second approval" in listed(pair, browser, "second")
    Membership.objects.filter(user=pair.world.reviewer).update(role="reviewer")
    actions.edit(**pair.world.by(pair.world.lead, pair.compaction), text=f"{FAITHFUL} Done.", revision=2)
    assert "0 of 2 approvals so far." in read(pair, browser, pair.world.reviewer)
    assert "0 of 2 approved<" in listed(pair, browser, "waiting")


def test_all_who_approved_stand_in_the_record(pair: Desk, browser: Browser) -> None:
    approve(pair, pair.world.reviewer)
    approve(pair, pair.world.lead)
    Membership.objects.filter(user=pair.world.reviewer).update(role="viewer")  # it was a vote then
    page = read(pair, browser, pair.world.viewer)
    assert "Approved by reviewer-of-platform, lead-of-platform." in page
    assert "by reviewer-of-platform, lead-of-platform" in listed(pair, browser, "decided")


def test_who_did_not_count_does_not_stand_there(pair: Desk, browser: Browser) -> None:
    approve(pair, pair.world.reviewer)
    Membership.objects.filter(user=pair.world.reviewer).update(role="viewer")
    policy.change(team=pair.world.team, user=pair.world.lead, rules=policy.Rules("never"))
    refresh.refresh(compaction=pair.fresh())
    approve(pair, pair.world.lead)
    assert Decision.objects.filter(compaction=pair.compaction).count() == 2
    assert "Approved by lead-of-platform." in read(pair, browser, pair.world.viewer)


def test_many_at_once_are_told_the_same(pair: Desk, browser: Browser) -> None:
    world = pair.world
    row = world.in_review("clean", summary=FAITHFUL)
    client, ticked = browser(world.reviewer), {"do": "approve", "ids": [str(row.pk)]}
    asked = client.post(f"/t/{world.team.slug}/queue/many/", ticked).content.decode()
    assert "The team asks for 2 approvals" in asked and "may apply them at once" not in asked
    bulk.approve(team=world.team, user=world.reviewer, ids=[row.pk])
    again = client.post(f"/t/{world.team.slug}/queue/many/", ticked).content.decode()
    assert "You have approved this already" in again and ">Approve 1<" not in again
