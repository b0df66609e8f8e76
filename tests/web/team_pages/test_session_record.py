"""What a session leaves behind: its state record as it changed, its receipts as files, and its end."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from reviewapp.guard.receipts import parse_envelope, parse_statement
from reviewapp.models import Receipt, User
from reviewapp.services.compactions import finalize
from reviewapp.services.sessions import state_record
from reviewapp.web.sessions import state_versions
from tests.web.conftest import Desk
from tests.world import make_world

Browser = Callable[[User], Client]


def put(desk: Desk, **record: object) -> None:
    world = desk.world
    state_record.put(team=world.team, token=world.token, session="s-1", record=record)


def url(desk: Desk, name: str, *args: object) -> str:
    return reverse(f"web:{name}", args=[desk.world.team.slug, *(args or (desk.compaction.session_id,))])


def test_a_version_says_what_it_added_and_took_away(desk: Desk) -> None:
    put(desk, objective="Move.", pending=["plan", "test"])
    put(desk, objective="Move.", pending=["test"], completed=["plan"], verified_entities={"net": "subnet-1"})
    newest, oldest = state_versions.read(desk.world.session())
    assert (newest.number, oldest.number, oldest.changes) == (2, 1, ())
    changes = {change.field: (change.added, change.gone) for change in newest.changes}
    assert changes == {
        "verified_entities": (("net: subnet-1",), ()),
        "completed": (("plan",), ()),
        "pending": ((), ("plan",)),
    }
    assert dict(newest.fields)["pending"] == ("test",)


def test_many_versions_are_compared_up_to_the_last_one_shown(desk: Desk) -> None:
    for number in range(state_versions.SHOWN + 2):
        put(desk, objective=str(number))
    shown = state_versions.read(desk.world.session())
    assert len(shown) == state_versions.SHOWN
    assert all(version.changes for version in shown)


def test_the_room_shows_the_record_line_by_line(desk: Desk, browser: Browser) -> None:
    put(desk, forbidden_actions=["delete <b>", "drop"])
    page = browser(desk.world.viewer).get(url(desk, "session")).content.decode()
    assert "delete &lt;b&gt;" in page and "Forbidden actions" in page and "[&#x27;" not in page


@pytest.fixture
def receipt(desk: Desk) -> Receipt:
    who = desk.world.by(desk.world.lead, desk.compaction)
    finalize.reject(**who, reason_code="unusable")
    return Receipt.objects.get(compaction=desk.compaction)


def test_a_receipt_is_a_file_byte_for_byte(desk: Desk, receipt: Receipt, browser: Browser) -> None:
    client = browser(desk.world.viewer)
    assert url(desk, "receipt", receipt.id) in client.get(url(desk, "session")).content.decode()
    answer = client.get(url(desk, "receipt", receipt.id))
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer.content == bytes(receipt.envelope)
    assert parse_statement(parse_envelope(answer.content).payload).kind == "rejection"


def test_another_teams_receipt_is_missing(desk: Desk, receipt: Receipt, browser: Browser) -> None:
    stranger = make_world("other")
    client = browser(stranger.lead)
    for one in (receipt.id, uuid4()):
        assert client.get(reverse("web:receipt", args=["other", one])).status_code == 404


def test_a_reviewer_closes_a_session_and_a_viewer_does_not(desk: Desk, browser: Browser) -> None:
    assert browser(desk.world.viewer).post(url(desk, "close-session")).status_code == 403
    assert url(desk, "close-session") not in browser(desk.world.viewer).get(url(desk, "session")).content.decode()
    client = browser(desk.world.reviewer)
    assert url(desk, "close-session") in client.get(url(desk, "session")).content.decode()
    page = client.post(url(desk, "close-session"), follow=True).content.decode()
    assert "Closed " in page and "The session is closed." in page and url(desk, "close-session") not in page
    assert desk.fresh().state == "superseded"
