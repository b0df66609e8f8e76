"""An event is there exactly if its change is, and says nothing that was said in the session."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from reviewapp.guard.states import State
from reviewapp.models import AuditEntry, OutboxEvent, WebhookDelivery
from reviewapp.services import dispatch, outbox
from reviewapp.services.compactions import finalize
from reviewapp.services.compactions.approval_checks import gate
from reviewapp.services.locks import finish, transaction
from reviewapp.services.review import actions
from reviewapp.services.webhooks import payload
from tests.outbound.servers import says, serving
from tests.test_house import product
from tests.webhooks.conftest import Attach
from tests.world import FAITHFUL, LOSSY, PORT, RULE, World


def kinds(world: World) -> list[str]:
    return list(OutboxEvent.objects.filter(team=world.team).order_by("audit_seq").values_list("kind", flat=True))


def test_a_decision_and_its_event_are_one_transaction(world: World) -> None:
    world.in_review()
    assert kinds(world) == ["compaction.in_review"]
    before = AuditEntry.objects.count()
    with pytest.raises(RuntimeError), transaction():
        finalize.reject(**world.by(world.reviewer, world.session().compactions.get()), reason_code="incomplete")
        finish()
        assert kinds(world) == ["compaction.in_review", "compaction.rejected"]
        raise RuntimeError
    assert (kinds(world), AuditEntry.objects.count()) == (["compaction.in_review"], before)


def test_each_event_names_its_audit_entry(world: World) -> None:
    world.in_review()
    event = OutboxEvent.objects.get()
    entry = AuditEntry.objects.get(team=world.team, seq=event.audit_seq)
    assert (entry.action, entry.object_id) == (event.kind, event.object_id)


def test_a_body_holds_no_text_of_turns_summaries_notes_or_pins(world: World) -> None:
    compaction = world.in_review()
    actions.comment(**world.by(world.reviewer, compaction), text="A canary in a note")
    key = gate(compaction).blocking[0]
    actions.dismiss(**world.by(world.reviewer, compaction), finding_key=key, reason_code="obsolete", reason="canary")
    finalize.reject(
        **world.by(world.reviewer, compaction), reason_code="incomplete", reason="canary too", must_keep=[key]
    )
    bodies = [payload.body(event) for event in OutboxEvent.objects.select_related("team")]
    assert len(bodies) >= 3 and all(len(body) < 20_000 for body in bodies)
    for text in (RULE, PORT, LOSSY, FAITHFUL, "anary"):
        assert not [body for body in bodies if text in body]


def test_a_body_says_what_happened_and_where_to_look(world: World, settings: Any) -> None:
    settings.PUBLIC_URL = "https://stet.example"
    compaction = world.in_review("agent:7")
    told = json.loads(payload.body(OutboxEvent.objects.select_related("team").get()))
    assert told["type"] == "compaction.in_review" and told["timestamp"].endswith("Z")
    data = told["data"]
    assert data["compaction"]["id"] == str(compaction.id) and data["compaction"]["session"] == "agent:7"
    assert data["url"].startswith("https://stet.example/t/platform/") and str(compaction.id) in data["url"]
    assert data["team"] == "platform"


def test_an_event_is_dispatched_once_to_who_wants_it(world: World, attach: Attach) -> None:
    with serving(says("200 OK")) as server:
        wanting = attach(server, ["compaction.in_review"])
        attach(server, ["pin.made"])
        world.in_review()
        assert (dispatch.dispatch(), dispatch.dispatch()) == (1, 0)
    assert [row.endpoint_id for row in WebhookDelivery.objects.all()] == [wanting.endpoint.pk]


def test_every_kind_is_an_action_of_the_audit() -> None:
    """A kind that no service writes would be a promise that is never kept."""
    services = "".join(text for name, text in product().items() if name.startswith("reviewapp/services/"))
    written = set(re.findall(r'append\([^"]*"([a-z_.]+)"', services)) | {f"compaction.{state}" for state in State}
    assert set(outbox.KINDS) <= written
