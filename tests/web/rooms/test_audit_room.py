from __future__ import annotations

import json
from collections.abc import Callable

from django.db import connection
from django.test import Client
from django.urls import reverse

from reviewapp.guard.chain import links
from reviewapp.models import AuditEntry, User
from reviewapp.web.rooms import auditlog
from tests.web.conftest import Desk
from tests.world import World, make_world

Browser = Callable[[User], Client]


def url(world: World, name: str, *args: object) -> str:
    return reverse(f"web:{name}", args=[world.team.slug, *args])


def body(client: Client, address: str) -> str:
    return b"".join(client.get(address)).decode()


def test_the_exported_chain_verifies_by_itself(desk: Desk, browser: Browser) -> None:
    lines = body(browser(desk.world.viewer), url(desk.world, "audit-export", "jsonl")).splitlines()
    assert len(list(links(lines))) == len(lines) == AuditEntry.objects.filter(team=desk.world.team).count() > 0


def test_the_chain_of_another_team_is_not_in_it(desk: Desk, browser: Browser) -> None:
    other = make_world("other")
    other.in_review()
    lines = body(browser(desk.world.viewer), url(desk.world, "audit-export", "jsonl")).splitlines()
    assert {json.loads(line)["entry"]["team"] for line in lines} == {str(desk.world.team.pk)}


def test_filters_narrow_the_view(desk: Desk, browser: Browser) -> None:
    wanted = auditlog.Filter(object=str(desk.compaction.pk))
    assert 0 < auditlog.entries(desk.world.team, wanted).count() < AuditEntry.objects.count()
    page = browser(desk.world.viewer).get(url(desk.world, "audit") + "?action=nothing.like.it").content.decode()
    assert "Nothing on record matches" in page


def test_a_changed_entry_is_found(desk: Desk) -> None:
    assert auditlog.verify(desk.world.team).broken == ""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE reviewapp_auditentry DISABLE TRIGGER USER")
        cursor.execute(
            "UPDATE reviewapp_auditentry SET action = 'x' WHERE team_id = %s AND seq = 1", [desk.world.team.pk]
        )
    assert "entry 1" in auditlog.verify(desk.world.team).broken


def test_the_page_says_that_the_chain_holds(desk: Desk, browser: Browser) -> None:
    page = browser(desk.world.viewer).get(url(desk.world, "audit") + "?verify=1").content.decode()
    assert "from the one before" in page
