from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from django.db.models import F

from reviewapp.models import WebhookDelivery, WebhookEndpoint
from reviewapp.services import dispatch
from reviewapp.services.compactions import checks
from reviewapp.services.webhooks import endpoints, sending
from reviewapp.services.webhooks.endpoints import Made
from tests import plain_engine
from tests.outbound.servers import Server
from tests.world import World, make_world

Attach = Callable[..., Made]


@pytest.fixture
def world(db: None, monkeypatch: pytest.MonkeyPatch) -> World:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)
    return make_world()


@pytest.fixture
def attach(world: World, monkeypatch: pytest.MonkeyPatch) -> Attach:
    """An endpoint of the team at a server of the test, whose address the operator's list names."""

    def make(server: Server, kinds: Sequence[str] = ("compaction.in_review",), path: str = "/in") -> Made:
        for module in (endpoints, sending):
            hosts = module.conf.outbound_hosts | {server.host}
            monkeypatch.setattr(module, "conf", replace(module.conf, outbound_hosts=hosts))
        return endpoints.create(team=world.team, user=world.lead, url=server.url(path), kinds=kinds)

    return make


def tell(*made: Made) -> list[int]:
    """What the workers do: events to deliveries, deliveries to receivers. Returns how many each endpoint was sent."""
    dispatch.dispatch()
    return [sending.deliver(each.endpoint.pk) for each in made]


def let_pass(**time: float) -> None:
    """So much time goes by for all that waits."""
    gone = timedelta(**time)
    WebhookDelivery.objects.update(next_attempt_at=F("next_attempt_at") - gone)
    WebhookEndpoint.objects.update(
        closed_until=F("closed_until") - gone,
        failing_since=F("failing_since") - gone,
        previous_until=F("previous_until") - gone,
    )
