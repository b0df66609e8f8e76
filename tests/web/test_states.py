"""Each state of a compaction has its own banner, and offers only what helps there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from reviewapp.models import Compaction, Heartbeat
from reviewapp.services import analysis, intake, review
from tests.web.conftest import Browser, Desk
from tests.world import World


def _page(world: World, browser: Browser, compaction: Compaction) -> str:
    return str(browser(world.reviewer).get(f"/t/{world.team.slug}/c/{compaction.pk}/").content.decode())


def test_somebody_elses_claim_reads_along(desk: Desk, browser: Browser) -> None:
    review.claim(team=desk.world.team, user=desk.world.lead, compaction_id=desk.compaction.pk)
    page = _page(desk.world, browser, desk.compaction)
    assert "lead-of-platform is reviewing this. You can read along." in page
    assert 'id="do-pin"' not in page and "open-approve" not in page


def test_a_lead_can_take_over(desk: Desk, browser: Browser) -> None:
    review.claim(team=desk.world.team, user=desk.world.reviewer, compaction_id=desk.compaction.pk)
    client = browser(desk.world.lead)
    assert "Take over" in client.get(desk.url).content.decode()
    client.post(desk.url + "take-over/")
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
    browser(world.reviewer).post(f"/t/{world.team.slug}/c/{compaction.pk}/retry/")
    compaction.refresh_from_db()
    assert compaction.state == "received"


def test_withdrawn_is_a_record(desk: Desk, browser: Browser) -> None:
    intake.withdraw(team=desk.world.team, token=desk.world.token, compaction_id=desk.compaction.pk)
    page = _page(desk.world, browser, desk.compaction)
    assert "The agent withdrew this proposal" in page
    assert "open-approve" not in page and 'id="do-pin"' not in page
