"""Each state of a compaction has its own banner, and offers only what helps there."""

from __future__ import annotations

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from reviewapp.guard.states import State
from reviewapp.models import Compaction, Heartbeat, Receipt
from reviewapp.services.compactions import analysis, closing, finalize, intake, refresh
from reviewapp.services.locks import hold, transaction
from reviewapp.services.review import actions
from reviewapp.web.review.page import get_compaction
from tests.clock import let_expire
from tests.web.conftest import Browser, Desk
from tests.world import World


def _page(world: World, browser: Browser, compaction: Compaction) -> str:
    return str(browser(world.reviewer).get(f"/t/{world.team.slug}/c/{compaction.pk}/").content.decode())


def test_somebody_elses_claim_reads_along(desk: Desk, browser: Browser) -> None:
    actions.claim(team=desk.world.team, user=desk.world.lead, compaction_id=desk.compaction.pk)
    page = _page(desk.world, browser, desk.compaction)
    assert "lead-of-platform is reviewing this. You can read along." in page
    assert 'id="do-pin"' not in page and "open-approve" not in page


def test_a_lead_can_take_over(desk: Desk, browser: Browser) -> None:
    actions.claim(team=desk.world.team, user=desk.world.reviewer, compaction_id=desk.compaction.pk)
    client = browser(desk.world.lead)
    assert "Take over" in client.get(desk.url).content.decode()
    client.post(desk.url + "take-over/")
    assert desk.fresh().holder == desk.world.lead


def test_a_reviewer_is_not_offered_a_live_claim_and_is_told_why(desk: Desk, browser: Browser) -> None:
    actions.claim(team=desk.world.team, user=desk.world.lead, compaction_id=desk.compaction.pk)
    client = browser(desk.world.reviewer)
    assert "Take over" not in client.get(desk.url).content.decode()
    said = client.post(desk.url + "take-over/", follow=True).content.decode()
    assert "Take it over when the lease has ended" in said
    assert desk.fresh().holder == desk.world.lead


def test_a_claim_that_ran_out_is_free(desk: Desk, browser: Browser) -> None:
    past = timezone.now() - timedelta(minutes=1)
    Compaction.objects.filter(pk=desk.compaction.pk).update(holder=desk.world.lead, held_until=past)
    assert ">Claim<" in _page(desk.world, browser, desk.compaction)


def test_waiting_names_the_cause(world: World, browser: Browser) -> None:
    compaction = world.propose()
    page = _page(world, browser, compaction)
    assert "Waiting for analysis. Findings appear here when a worker is done." in page
    assert "No worker has been seen yet" in page
    Heartbeat.objects.create(name="worker", at=timezone.now())
    Heartbeat.objects.create(name="sweeper", at=timezone.now())
    assert "No worker" not in _page(world, browser, compaction)


def test_the_page_comes_anew_when_the_analysis_is_done(world: World, browser: Browser) -> None:
    compaction = world.propose()
    url = f"/t/{world.team.slug}/c/{compaction.pk}/state/?seen=received"
    client = browser(world.reviewer)
    assert client.get(url).status_code == 204
    analysis.analyse(compaction_id=compaction.pk)
    assert client.get(url)["HX-Refresh"] == "true"


def test_a_failed_analysis_can_be_tried_again(world: World, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ArithmeticError

    compaction = world.propose()
    with monkeypatch.context() as patch:
        patch.setattr(analysis, "check", broken)
        while compaction.state != "failed":
            Compaction.objects.filter(pk=compaction.pk).update(next_attempt_at=None)
            analysis.analyse(compaction_id=compaction.pk)
            compaction.refresh_from_db()
    page = _page(world, browser, compaction)
    assert "The analysis gave up" in page and "Analyse again" in page
    monkeypatch.setattr(refresh, "enqueue_analysis", lambda _: None)
    browser(world.reviewer).post(f"/t/{world.team.slug}/c/{compaction.pk}/retry/")
    compaction.refresh_from_db()
    assert compaction.state == "received"


def test_a_worker_that_died_is_replaced_and_the_page_says_when(world: World, browser: Browser) -> None:
    compaction = world.propose()
    until = timezone.now() + timedelta(minutes=3)
    rows = Compaction.objects.filter(pk=compaction.pk)
    rows.update(state="analysing", attempts=2, lease_until=until, lease_token=uuid4())
    page = _page(world, browser, compaction)
    told = (
        f"A worker is analysing it, try 2 of 5. If it dies, another one takes over at {until:%H:%M:%S} UTC by itself."
    )
    assert told in page and "Look again" in page


def test_a_failed_try_says_when_the_next_one_starts(world: World, browser: Browser) -> None:
    compaction = world.propose()
    again = timezone.now() + timedelta(seconds=20)
    Compaction.objects.filter(pk=compaction.pk).update(attempts=1, failure="ValueError", next_attempt_at=again)
    page = _page(world, browser, compaction)
    assert f"Try 1 of 5 failed (ValueError). The next one starts at {again:%H:%M:%S} UTC by itself." in page


def test_what_is_decided_shows_no_claim_any_more(desk: Desk, browser: Browser) -> None:
    who = desk.world.by(desk.world.reviewer, desk.compaction)
    actions.claim(**who)
    assert 'id="extend"' in _page(desk.world, browser, desk.compaction)
    finalize.reject(**who, reason_code="unusable")
    page = _page(desk.world, browser, desk.compaction)
    assert 'id="extend"' not in page and "Yours for" not in page and "release/" not in page
    assert "Rejected by reviewer-of-platform: Unusable summary" in page


ENDS = {
    "withdrawn": "The agent withdrew this proposal. Its history stays as it was.",
    "expired": "Nobody decided in time. The agent keeps its full history and may submit again.",
    "session_closed": "The session was closed before anybody decided. Its context stays as it was.",
    "epoch_moved": "The session moved on: another proposal took effect before this one was analysed.",
    "rejected": "Unusable summary. The agent keeps its history.",
}


@pytest.mark.parametrize("state", ENDS)
def test_each_end_has_its_banner_and_what_is_left_to_do(desk: Desk, browser: Browser, state: str) -> None:
    _end(desk, state)
    assert state in (desk.fresh().state, desk.fresh().reason_code)
    page = _page(desk.world, browser, desk.compaction)
    assert ENDS[state] in page and "This page is its record." in page
    assert "To the queue" in page and f"/s/{desk.compaction.session_id}/" in page
    for gone in ('id="do-pin"', 'id="open-approve"', 'id="reject"', 'id="renew"', 'id="bring-back"', "?tab=edit"):
        assert gone not in page, gone


def _end(desk: Desk, state: str) -> None:
    who = desk.world.by(desk.world.reviewer, desk.compaction)
    if state == "withdrawn":
        intake.withdraw(team=desk.world.team, token=desk.world.token, compaction_id=desk.compaction.pk)
    elif state == "expired":
        let_expire(desk.compaction)
        browser_opens = get_compaction(desk.world.reviewer.memberships.get(team=desk.world.team), desk.compaction.pk)
        assert browser_opens.state == "expired"  # whoever meets it ends it
    elif state == "session_closed":
        closing.close(team=desk.world.team, actor=desk.world.lead, session_id=desk.compaction.session_id)
    elif state == "epoch_moved":
        with transaction():
            held = hold(team=desk.world.team, compaction_id=desk.compaction.pk)
            finalize.end(held, State.SUPERSEDED, actor=None, reason_code=state)
    else:
        finalize.reject(**who, reason_code="unusable")


def test_a_decision_leads_to_its_receipt(desk: Desk, browser: Browser) -> None:
    assert 'id="receipt"' not in _page(desk.world, browser, desk.compaction)
    row = finalize.reject(**desk.world.by(desk.world.reviewer, desk.compaction), reason_code="unusable", reason="")
    signed = Receipt.objects.get(compaction=row)
    page = _page(desk.world, browser, desk.compaction)
    assert re.search(rf'id="receipt" href="[^"]*/receipts/{signed.pk}.json"', page)


def test_withdrawn_is_a_record(desk: Desk, browser: Browser) -> None:
    intake.withdraw(team=desk.world.team, token=desk.world.token, compaction_id=desk.compaction.pk)
    page = _page(desk.world, browser, desk.compaction)
    assert "The agent withdrew this proposal" in page
    assert "open-approve" not in page and 'id="do-pin"' not in page


@pytest.mark.parametrize("state", ENDS)
def test_a_new_policy_empties_no_record(desk: Desk, browser: Browser, state: str) -> None:
    queue = f"/t/{desk.world.team.slug}/queue/?view={'expired' if state == 'expired' else 'decided'}"
    client = browser(desk.world.viewer)
    _end(desk, state)
    before = [_findings(client.get(url).content.decode()) for url in (desk.url, queue)]
    assert all("blocking" in each for each in before)
    desk.world.policy(quorum=2)
    assert [_findings(client.get(url).content.decode()) for url in (desk.url, queue)] == before
    pins = client.get(desk.url + "?tab=pins").content.decode()
    assert "not checked yet" not in pins


def _findings(page: str) -> list[str]:
    return re.findall(r'data-severity="(\w+)"', page)
