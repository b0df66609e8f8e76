"""Signed, repeated on a schedule, held up by nobody else's receiver, and over where the receiver says so."""

from __future__ import annotations

import json
import socket
import time
from contextlib import suppress
from typing import Any

import pytest
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from reviewapp.models import (
    AuditEntry,
    DeliveryState,
    EndpointState,
    OutboxEvent,
    WebhookAttempt,
    WebhookDelivery,
    WebhookEndpoint,
)
from reviewapp.outbound import Limits
from reviewapp.services import dispatch
from reviewapp.services.compactions import analysis
from reviewapp.services.errors import Refused
from reviewapp.services.locks import now
from reviewapp.services.webhooks import endpoints, sending
from tests.outbound.servers import Server, says, serving
from tests.webhooks.conftest import Attach, let_pass, tell
from tests.world import World
from workers import queue


def received(server: Server, index: int = -1) -> tuple[dict[str, str], str]:
    """Headers and body of one request as it came."""
    head, _, body = server.requests[index].decode().partition("\r\n\r\n")
    lines = (line.partition(": ") for line in head.split("\r\n")[1:])
    return {name.lower(): value for name, _, value in lines}, body


def outcomes() -> list[int | str]:
    return [row.status or row.error for row in WebhookAttempt.objects.order_by("id")]


def test_a_receiver_can_verify_what_it_gets(world: World, attach: Attach) -> None:
    with serving(says("204 No Content")) as server:
        made = attach(server)
        world.in_review()
        assert tell(made) == [1]
    headers, body = received(server)
    assert Webhook(made.secret).verify(body, headers)["type"] == "compaction.in_review"
    with pytest.raises(WebhookVerificationError):
        Webhook(made.secret).verify(body.replace("in_review", "approved"), headers)
    assert WebhookDelivery.objects.get().state == DeliveryState.DELIVERED and outcomes() == [204]


def test_a_message_keeps_its_id_over_all_tries_and_follows_the_schedule(world: World, attach: Attach) -> None:
    with serving(says("500 Oops")) as server:
        made = attach(server)
        world.in_review()
        tell(made)
        for seconds in sending.SCHEDULE:
            assert tell(made) == [0], "too early"
            let_pass(seconds=max(seconds, sending.LONGEST_PAUSE) + 1)
            assert tell(made) == [1]
        let_pass(days=2)
        assert tell(made) == [0], "the schedule is over"
    assert WebhookDelivery.objects.get().state == DeliveryState.FAILED
    assert len({received(server, n)[0]["webhook-id"] for n in range(len(server.requests))}) == 1
    assert outcomes() == [500] * 8


@pytest.mark.parametrize("status", ["302 Found", "404 Not Found", "429 Too Many Requests", "503 Busy"])
def test_anything_but_2xx_is_a_failure(world: World, attach: Attach, status: str) -> None:
    with serving(says(status, Location="http://127.0.0.1:9/")) as server:
        made = attach(server)
        world.in_review()
        tell(made)
    assert WebhookDelivery.objects.get().state == DeliveryState.WAITING
    assert outcomes() == [int(status[:3])]


def test_a_receiver_that_is_gone_is_sent_nothing_more(world: World, attach: Attach) -> None:
    with serving(says("410 Gone")) as server:
        made = attach(server)
        for name in ("s-1", "s-2"):
            world.in_review(name)
        tell(made)
        assert tell(made) == [0]
    endpoint = WebhookEndpoint.objects.get()
    assert (endpoint.state, endpoint.disabled_because) == (EndpointState.DISABLED, "gone")
    assert len(server.requests) == 1 and not WebhookDelivery.objects.filter(state="waiting").exists()
    assert AuditEntry.objects.filter(action="webhook.disabled").count() == 1


def test_a_receiver_that_fails_for_days_is_switched_off(world: World, attach: Attach) -> None:
    with serving(says("500 Oops")) as server:
        made = attach(server)
        world.in_review("s-1")
        tell(made)
        let_pass(days=6)
        world.in_review("s-2")
        tell(made)
    assert WebhookEndpoint.objects.get().disabled_because == "failing"


def test_after_failures_in_a_row_the_circuit_opens_and_one_success_closes_it(world: World, attach: Attach) -> None:
    answers = iter(["500 Oops"] * sending.OPENS_AFTER)
    with serving(lambda link, request: says(next(answers, "200 OK"))(link, request)) as server:
        made = attach(server)
        for number in range(6):
            world.in_review(f"s-{number}")
        dispatch.dispatch()
        assert [sending.deliver(made.endpoint.pk) for _ in range(5)] == [1, 1, 1, 0, 0]
        assert not WebhookDelivery.objects.due(now()).exists(), "the sweeper does not ring at an open circuit"
        let_pass(seconds=16)
        assert sending.deliver(made.endpoint.pk) == 6
    endpoint = WebhookEndpoint.objects.get()
    assert (endpoint.failures, endpoint.closed_until, endpoint.failing_since) == (0, None, None)


def test_one_receiver_that_is_slow_holds_up_no_other(
    world: World, attach: Attach, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "LIMITS", Limits(total=2.0))

    def slow(link: socket.socket, _: bytes) -> None:
        with suppress(OSError):
            time.sleep(6)

    with serving(slow) as sleepy, serving(says("200 OK")) as awake:
        both = attach(sleepy), attach(awake)
        for number in range(3):
            world.in_review(f"s-{number}")
        assert tell(*both) == [1, 3]
    assert outcomes() == ["too_slow", 200, 200, 200]


def test_one_sender_an_endpoint(world: World, attach: Attach) -> None:
    with serving(says("200 OK")) as server:
        made = attach(server)
        world.in_review()
        dispatch.dispatch()
        assert sending._lease(made.endpoint.pk) is not None
        assert sending.deliver(made.endpoint.pk) == 0
    assert server.requests == []


def test_after_a_rotation_both_secrets_sign_for_a_day(world: World, attach: Attach) -> None:
    with serving(says("200 OK")) as server:
        first = attach(server)
        second = endpoints.rotate(team=world.team, user=world.lead, endpoint_id=first.endpoint.pk)
        world.in_review("s-1")
        tell(second)
        headers, body = received(server)
        for secret in (first.secret, second.secret):
            Webhook(secret).verify(body, headers)
        let_pass(hours=25)
        world.in_review("s-2")
        tell(second)
        headers, body = received(server)
        Webhook(second.secret).verify(body, headers)
        with pytest.raises(WebhookVerificationError):
            Webhook(first.secret).verify(body, headers)


def test_no_secret_is_readable_in_the_database(world: World, attach: Attach) -> None:
    with serving(says("200 OK")) as server:
        made = attach(server)
    row = WebhookEndpoint.objects.get()
    assert made.secret.encode() not in row.secret and made.secret.removeprefix("whsec_").encode() not in row.secret
    assert made.secret not in repr(made)


def test_what_was_lost_on_the_way_the_sweeper_finds(
    world: World, attach: Attach, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No message of the broker arrives: neither that there is an event, nor that something waits for the endpoint."""
    rung: list[object] = []
    with serving(says("200 OK")) as server:
        made = attach(server)
        world.in_review()
        assert not WebhookDelivery.objects.exists()
        monkeypatch.setattr(queue, "enqueue_delivery", rung.append)
        analysis.sweep()
        assert rung[-1] == made.endpoint.pk
        assert sending.deliver(made.endpoint.pk) == 1
    assert len(server.requests) == 1


def test_a_message_can_be_sent_again_by_hand(world: World, attach: Attach) -> None:
    with serving(says("200 OK")) as server:
        made = attach(server)
        world.in_review()
        tell(made)
        delivery = WebhookDelivery.objects.get()
        endpoints.redeliver(team=world.team, user=world.lead, delivery_id=delivery.pk)
        assert tell(made) == [1]
    assert received(server, 0)[0]["webhook-id"] == received(server, 1)[0]["webhook-id"]


def test_a_test_message_goes_to_one_endpoint_alone(world: World, attach: Attach) -> None:
    with serving(says("200 OK")) as server:
        one, other = attach(server, path="/one"), attach(server, path="/other")
        endpoints.test(team=world.team, user=world.lead, endpoint_id=one.endpoint.pk)
        assert tell(one, other) == [1, 0]
    assert json.loads(received(server)[1])["type"] == "webhook.test"


def test_an_endpoint_that_is_off_keeps_what_waits(world: World, attach: Attach) -> None:
    with serving(says("200 OK")) as server:
        made = attach(server)
        who: Any = {"team": world.team, "user": world.lead, "endpoint_id": made.endpoint.pk}
        world.in_review()
        dispatch.dispatch()
        endpoints.switch(**who, on=False)
        assert tell(made) == [0]
        endpoints.switch(**who, on=True)
        assert tell(made) == [1]
        endpoints.remove(**who)
        with pytest.raises(Refused, match="no such endpoint"):
            endpoints.switch(**who, on=True)


def test_a_redirect_to_a_private_address_is_never_followed(world: World, attach: Attach) -> None:
    with serving(says("200 OK")) as secret, serving(says("307 Moved", Location=secret.url())) as server:
        made = attach(server)
        world.in_review()
        tell(made)
    assert secret.requests == []


@pytest.mark.parametrize(
    ("url", "kinds", "field"),
    [
        ("http://example.com/", ["pin.made"], "url"),
        ("https://user:pass@example.com/", ["pin.made"], "url"),
        ("https://example.com:25/", ["pin.made"], "url"),
        ("https://example.com/", [], "kinds"),
        ("https://example.com/", ["pin.made", "turn.read"], "kinds"),
    ],
)
def test_an_endpoint_that_could_not_work_is_refused(world: World, url: str, kinds: list[str], field: str) -> None:
    with pytest.raises(Refused) as refused:
        endpoints.create(team=world.team, user=world.lead, url=url, kinds=kinds)
    assert refused.value.field == field and not WebhookEndpoint.objects.exists()


def test_only_a_lead_and_only_of_this_team(world: World, attach: Attach) -> None:
    with serving(says("200 OK")) as server:
        made = attach(server)
    with pytest.raises(Refused) as refused:
        endpoints.rotate(team=world.team, user=world.reviewer, endpoint_id=made.endpoint.pk)
    assert refused.value.status == 403


def test_what_is_long_over_is_forgotten(world: World, attach: Attach) -> None:
    with serving(says("200 OK")) as server:
        made = attach(server)
        world.in_review()
        tell(made)
    sending.forget()
    assert WebhookDelivery.objects.count() == 1
    WebhookDelivery.objects.update(created_at="2020-01-01T00:00:00Z")
    OutboxEvent.objects.update(at="2020-01-01T00:00:00Z")
    sending.forget()
    assert (WebhookDelivery.objects.count(), OutboxEvent.objects.count()) == (0, 0)
