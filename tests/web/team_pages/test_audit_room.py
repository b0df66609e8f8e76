from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

from django.db import connection
from django.test import Client
from django.urls import reverse

from reviewapp import services
from reviewapp.guard.chain import links
from reviewapp.guard.states import State
from reviewapp.models import Action, AuditEntry, ProposalState, User
from reviewapp.services.audit import audit_log
from reviewapp.services.locks import transaction
from reviewapp.web.audit import labels, log
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
    wanted = log.Filter(object=str(desk.compaction.pk))
    assert 0 < log.entries(desk.world.team, wanted).count() < AuditEntry.objects.count()
    page = browser(desk.world.viewer).get(url(desk.world, "audit") + "?action=nothing.like.it").content.decode()
    assert "Nothing on record matches" in page


def test_an_action_is_itself_or_all_of_its_kind(desk: Desk) -> None:
    team = desk.world.team
    with transaction():
        for action in ("claim.taken", "claim.taken_over"):
            audit_log.append(team, action, desk.world.reviewer, desk.compaction)
    assert [row.action for row in log.entries(team, log.Filter(action="claim.taken"))] == ["claim.taken"]
    assert log.entries(team, log.Filter(action="claim")).count() == 2


def test_people_read_names_and_words_and_find_the_codes_beside_them(desk: Desk, browser: Browser) -> None:
    team, lead = desk.world.team, desk.world.lead
    with transaction():
        audit_log.append(team, "claim.assigned", lead, desk.compaction, {"to": desk.world.reviewer.pk})
    page = browser(desk.world.viewer).get(url(desk.world, "audit") + "?action=claim").content.decode()
    assert "Assigned a review" in page and "claim.<wbr>assigned" in page
    assert re.search(r"<i[^>]*>to</i> <span[^>]*>reviewer-of-platform<", page)


def test_every_deed_that_a_service_records_has_words() -> None:
    """Also those that are put together from a state, an action or a step of an edit."""
    source = "\n".join(path.read_text() for path in Path(services.__file__).parent.rglob("*.py"))
    said = set(re.findall(r'audit_log\.append\(\s*[\w.]+,\s*"([a-z_.]+)"', source))
    made = {
        *(f"compaction.{state}" for state in State),
        *(f"finding.{action}" for action in Action),
        *(f"pin.proposal_{state}" for state in ProposalState if state != ProposalState.OPEN),
        *(f"state.release_{end}" for end in ("granted", "refused")),
        *(f"revision.{step}" for step in ("edited", "restored", "struck", "corrected", "undone")),
    }
    assert said | made <= set(labels.DEEDS)
    passed_on = {deed for deed in labels.DEEDS if f'"{deed}"' in source}
    assert set(labels.DEEDS) - made - passed_on <= {
        "member.invite",
        "team.found",
        "member.enrolled",
    }


def test_a_changed_entry_is_found(desk: Desk) -> None:
    assert log.verify(desk.world.team).broken == ""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE reviewapp_auditentry DISABLE TRIGGER USER")
        cursor.execute(
            "UPDATE reviewapp_auditentry SET action = 'x' WHERE team_id = %s AND seq = 1", [desk.world.team.pk]
        )
    assert "entry 1" in log.verify(desk.world.team).broken


def test_the_page_says_that_the_chain_holds(desk: Desk, browser: Browser) -> None:
    page = browser(desk.world.viewer).get(url(desk.world, "audit") + "?verify=1").content.decode()
    assert "from the one before" in page
