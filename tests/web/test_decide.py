"""The verdict: bound to what was shown, possible without script, and told to whoever comes too late."""

from __future__ import annotations

import re

import pytest

from reviewapp.models import Decision
from reviewapp.services.compactions import finalize
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.compactions.review_state import review_state_of
from reviewapp.services.pins import register
from reviewapp.services.review import promotion
from tests.web.conftest import Browser, Desk
from tests.world import FAITHFUL, PORT


def _ready(desk: Desk, browser: Browser) -> None:
    """A summary that loses nothing."""
    form = {"text": FAITHFUL, "revision": str(desk.revision())}
    browser(desk.world.reviewer).post(desk.url + "edit/", form)
    assert gate(desk.fresh()).open, gate(desk.fresh()).reasons


def test_approve_is_closed_until_blocking_findings_are_resolved(desk: Desk, browser: Browser) -> None:
    client = browser(desk.world.reviewer)
    page = client.get(desk.url).content.decode()
    assert 'aria-disabled="true"' in page and 'id="approve"' not in page
    assert "unresolved" in client.get(desk.url + "approve/").content.decode()
    answer = client.post(desk.url + "approve/", {"manifest": gate(desk.fresh()).manifest_digest})
    assert answer.status_code == 409
    assert desk.fresh().state == "in_review"


def test_approve_by_its_page_without_script(desk: Desk, browser: Browser) -> None:
    _ready(desk, browser)
    client = browser(desk.world.reviewer)
    page = client.get(desk.url + "approve/").content.decode()
    shown = re.search(r'name="manifest" value="([0-9a-f]{64})"', page)
    assert shown is not None
    answer = client.post(desk.url + "approve/", {"manifest": shown[1]})
    assert answer.status_code == 302
    assert desk.fresh().state == "approved"
    assert "Approved by reviewer-of-platform" in client.get(desk.url).content.decode()


def test_pins_made_here_are_told_from_those_of_before(desk: Desk, browser: Browser) -> None:
    world = desk.world
    register.pin(team=world.team, user=world.lead, key="old", text="Ask before a deploy.", severity="ADVISORY")
    who = world.by(world.reviewer, desk.compaction)
    promotion.pin_finding(
        **who,
        finding_key=desk.finding("5432"),
        key="port",
        text=PORT,
        severity="ADVISORY",
        scope="session",
        revision=1,
    )
    client = browser(world.reviewer)
    client.post(desk.url + "edit/", {"text": f"{FAITHFUL} Ask before a deploy.", "revision": "1"})
    page = client.get(desk.url).content.decode()
    assert "Pins: 1 new, 2 in the block; 0 restored, 0 struck" in page
    assert "Approve with 1 new pin " in page
    assert "<dd>1 new, 2 in the block</dd>" in page


def test_what_was_not_shown_is_not_approved(desk: Desk, browser: Browser) -> None:
    _ready(desk, browser)
    answer = browser(desk.world.reviewer).post(desk.url + "approve/", {"manifest": "0" * 64})
    assert answer.status_code == 409
    assert "Look at it again" in answer.content.decode()
    assert desk.fresh().state == "in_review"


def test_who_asks_for_a_new_summary_tells_the_agent_what_to_keep(desk: Desk, browser: Browser) -> None:
    client = browser(desk.world.reviewer)
    asked = client.get(desk.url + "renew/").content.decode()
    assert "Must keep in the next summary" in asked and not re.search(r"<option[^>]*\bselected", asked)
    key = desk.finding("5432")
    form = {"reason_code": "binding_lost", "reason": "Keep the port rule.", "must_keep": key}
    assert client.post(desk.url + "renew/", form).status_code == 302
    rejected = desk.fresh()
    assert (rejected.state, rejected.reason) == ("rejected", "Keep the port rule.")
    assert [kept["finding_key"] for kept in rejected.must_keep] == [key]


@pytest.mark.parametrize("verdict", ["reject/", "renew/"])
def test_no_rejection_goes_without_a_reason(desk: Desk, browser: Browser, verdict: str) -> None:
    answer = browser(desk.world.reviewer).post(desk.url + verdict, {"reason_code": "", "reason": "Keep it."})
    page = answer.content.decode()
    assert answer.status_code == 422 and "Say why, so that the agent can do better." in page and "Keep it." in page
    assert desk.fresh().state == "in_review"


def test_a_plain_rejection_asks_for_nothing(desk: Desk, browser: Browser) -> None:
    client = browser(desk.world.reviewer)
    form = client.get(desk.url + "reject/").content.decode()
    assert "Must keep in the next summary" not in form and not re.search(r"<option[^>]*\bselected", form)
    client.post(desk.url + "reject/", {"reason_code": "unusable", "must_keep": desk.finding("5432")})
    assert (desk.fresh().state, desk.fresh().must_keep) == ("rejected", [])
    assert "The agent keeps its history.<" in client.get(desk.url).content.decode()


def test_a_rejection_without_reason_keeps_the_note(desk: Desk, browser: Browser) -> None:
    answer = browser(desk.world.reviewer).post(desk.url + "reject/", {"reason": "My long note."})
    assert answer.status_code == 422
    assert "My long note." in answer.content.decode()
    assert not Decision.objects.exists()


def test_after_a_decision_comes_the_next_proposal(desk: Desk, browser: Browser) -> None:
    other = desk.world.in_review("s-2")
    answer = browser(desk.world.reviewer).post(desk.url + "reject/", {"reason_code": "unusable", "then": "next"})
    assert answer["Location"] == f"/t/{desk.world.team.slug}/c/{other.pk}/"
    other.refresh_from_db()
    assert other.holder == desk.world.reviewer


def test_the_notice_on_the_next_proposal_names_the_one_that_was_decided(desk: Desk, browser: Browser) -> None:
    _ready(desk, browser)
    desk.world.in_review("s-2")
    client = browser(desk.world.reviewer)
    manifest = gate(desk.fresh()).manifest_digest
    answer = client.post(desk.url + "approve/", {"manifest": manifest, "then": "next"})
    page = client.get(answer["Location"]).content.decode()
    assert ">s-2</b>" in page and "Approved s-1, generation 1. The agent may apply it now." in page


def test_one_note_is_one(desk: Desk, browser: Browser) -> None:
    _ready(desk, browser)
    analysis = review_state_of(desk.fresh()).analysis
    assert analysis is not None
    said = {"kind": "numeral", "change": "dropped", "severity": "note", "rule": "numeral.dropped", "why": "No weight."}
    span = {"turn_seq": 1, "start": 0, "end": 3, "quote_digest": bytes(32), "rank": 900, "key": "f" * 64}
    analysis.findings.all().delete()
    analysis.findings.create(team=desk.world.team, **said, **span)
    page = browser(desk.world.reviewer).get(desk.url + "approve/").content.decode()
    assert "0 warnings, 1 note<" in page


def test_who_comes_too_late_is_told_and_keeps_the_draft(desk: Desk, browser: Browser) -> None:
    finalize.reject(
        team=desk.world.team, user=desk.world.lead, compaction_id=desk.compaction.pk, reason_code="unusable"
    )
    answer = browser(desk.world.reviewer).post(
        desk.url + "reject/", {"reason_code": "other", "reason": "Half a page of thought."}
    )
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "This compaction is not in review, or not any more." in page
    assert "Rejected by lead-of-platform" in page
    assert "Half a page of thought." in page
