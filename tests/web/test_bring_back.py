"""Bringing raw turns back: a proposal of its own, asked for on the page of the compaction that it undoes."""

from __future__ import annotations

import pytest

from reviewapp.models import AuditEntry, Comment, Compaction, Membership, Role, User
from reviewapp.services.compactions import analysis, closing, finalize
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.context import delivery
from reviewapp.services.review import restoring
from tests.web.conftest import Browser, Desk
from tests.world import FAITHFUL


@pytest.fixture
def approved(desk: Desk, browser: Browser) -> Desk:
    browser(desk.world.reviewer).post(desk.url + "edit/", {"text": FAITHFUL, "revision": "1"})
    shown = gate(desk.fresh()).manifest_digest
    finalize.approve(**desk.world.by(desk.world.reviewer, desk.compaction), manifest_digest=shown)
    return desk


def test_the_page_says_what_it_brings_about_and_proposes_it(approved: Desk, browser: Browser) -> None:
    """With plain forms alone, from the decided page to the turns in the context again."""
    world = approved.world
    client = browser(world.reviewer)
    assert f'href="{approved.url}bring-back/"' in client.get(approved.url).content.decode()
    page = client.get(approved.url + "bring-back/").content.decode()
    assert "Bring turns 1 to 4 back" in page and "Nothing changes before somebody approves it" in page
    answer = client.post(approved.url + "bring-back/", {"reason": "The <b>port</b> rule was misread."})
    asked = Compaction.objects.get(kind="restore")
    assert answer["Location"] == f"/t/{world.team.slug}/c/{asked.pk}/"
    assert AuditEntry.objects.filter(action="compaction.restore_requested", object_id=str(asked.pk)).count() == 1
    assert Comment.objects.get(compaction=asked).text == "The <b>port</b> rule was misread."
    analysis.analyse(compaction_id=asked.pk)
    restore = Desk(world, asked)
    shown = client.get(restore.url).content.decode()
    assert "A restore: no summary, but turns 1 to 4 word for word again" in shown and "?tab=edit" not in shown
    assert client.post(restore.url + "edit/", {"text": "x", "revision": "1"}).status_code == 422
    assert "The &lt;b&gt;port&lt;/b&gt; rule was misread." in client.get(f"{restore.url}?tab=notes").content.decode()
    manifest = gate(restore.fresh()).manifest_digest
    assert client.post(restore.url + "approve/", {"manifest": manifest}).status_code == 302
    kinds = [message["kind"] for message in delivery.preview(compaction=restore.fresh()).messages]
    assert "summary" not in kinds and kinds.count("text") == 4
    page = client.get(approved.url).content.decode()
    assert "A restore has brought its original turns back since." in page and 'id="bring-back"' not in page


def test_what_is_not_in_the_context_is_not_brought_back(desk: Desk, browser: Browser) -> None:
    client = browser(desk.world.reviewer)
    page = client.get(desk.url + "bring-back/").content.decode()
    assert "there is nothing to bring back" in page and "confirm-bring-back" not in page
    answer = client.post(desk.url + "bring-back/", {"reason": "I typed this."})
    assert answer.status_code == 409 and "I typed this." in answer.content.decode()
    assert not Compaction.objects.filter(kind="restore").exists()


def test_a_closed_session_keeps_its_context(approved: Desk, browser: Browser) -> None:
    world = approved.world
    closing.close(team=world.team, actor=world.reviewer, session_id=approved.compaction.session_id)
    client = browser(world.reviewer)
    page = client.get(approved.url).content.decode()
    assert 'id="bring-back"' not in page and "Its session was closed since" in page
    assert "confirm-bring-back" not in client.get(approved.url + "bring-back/").content.decode()
    answer = client.post(approved.url + "bring-back/")
    assert answer.status_code == 409 and "This session was closed" in answer.content.decode()
    assert not Compaction.objects.filter(kind="restore").exists()


def test_a_viewer_brings_nothing_back(approved: Desk, browser: Browser) -> None:
    client = browser(approved.world.viewer)
    assert 'id="bring-back"' not in client.get(approved.url).content.decode()
    assert client.post(approved.url + "bring-back/").status_code == 403
    assert not Compaction.objects.filter(kind="restore").exists()


def test_under_four_eyes_somebody_else_decides_on_it(approved: Desk, browser: Browser) -> None:
    world = approved.world
    world.policy(four_eyes=True)
    asked = restoring.request_restore(**world.by(world.reviewer, approved.compaction))
    analysis.analyse(compaction_id=asked.pk)
    restore = Desk(world, asked)
    form = {"manifest": gate(restore.fresh()).manifest_digest}
    browser(world.reviewer).post(restore.url + "approve/", form)
    assert restore.fresh().state == "in_review"
    other = User.objects.create_user("other")
    Membership.objects.create(team=world.team, user=other, role=Role.REVIEWER)
    browser(other).post(restore.url + "approve/", form)
    assert restore.fresh().state == "approved"


def test_nothing_is_brought_back_while_a_proposal_is_open(approved: Desk, browser: Browser) -> None:
    client, ask = browser(approved.world.reviewer), approved.url + "bring-back/"
    assert client.post(ask).status_code == 302
    again = client.post(ask, {"reason": "And once more."})
    assert again.status_code == 409 and "has to be decided first" in again.content.decode()
    assert "And once more." in again.content.decode()
