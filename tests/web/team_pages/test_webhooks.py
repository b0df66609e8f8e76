"""The settings page of webhooks: a secret is shown once, the log says how each try ended, a lead sends again."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from reviewapp.models import User, WebhookAttempt, WebhookDelivery, WebhookEndpoint
from reviewapp.services import dispatch
from reviewapp.services.webhooks import endpoints
from tests.world import World, make_world

Browser = Callable[[User], Client]
FORM = {"url": "https://example.com/in", "kinds": ["pin.made"], "description": "<b>bold</b>"}


def url(world: World, name: str, *args: object) -> str:
    return reverse(f"web:{name}", args=[world.team.slug, *args])


@pytest.fixture
def delivery(world: World) -> WebhookDelivery:
    """One message that was not taken."""
    made = endpoints.create(team=world.team, user=world.lead, url="https://example.com/in", kinds=["pin.made"])
    endpoints.test(team=world.team, user=world.lead, endpoint_id=made.endpoint.pk)
    dispatch.dispatch()
    row = WebhookDelivery.objects.get()
    WebhookAttempt.objects.create(team=world.team, delivery=row, status=503, milliseconds=41)
    return row


def test_a_secret_is_shown_once_and_stored_nowhere_on_the_pages(world: World, browser: Browser) -> None:
    lead = browser(world.lead)
    made = lead.post(url(world, "make-webhook"), FORM)
    secret = re.search(r"whsec_[\w+/=]{20,}", made.content.decode())
    assert made.status_code == 200 and secret
    endpoint = WebhookEndpoint.objects.get()
    for page in (url(world, "webhooks"), url(world, "webhook", endpoint.pk), url(world, "audit")):
        shown = lead.get(page).content.decode()
        assert secret[0] not in shown and "<b>bold</b>" not in shown


def test_an_address_that_may_not_be_called_is_refused_with_the_way_out(world: World, browser: Browser) -> None:
    answer = browser(world.lead).post(url(world, "make-webhook"), {**FORM, "url": "http://localhost/"})
    assert answer.status_code == 422 and "STET_OUTBOUND_HOSTS" in answer.content.decode()
    assert not WebhookEndpoint.objects.exists()


def test_the_log_shows_every_try_and_a_lead_sends_again(
    world: World, browser: Browser, delivery: WebhookDelivery
) -> None:
    lead = browser(world.lead)
    page = url(world, "webhook", delivery.endpoint_id)
    assert "503, 41 ms" in lead.get(page).content.decode()
    WebhookDelivery.objects.update(state="failed", next_attempt_at=None)
    answer = lead.post(url(world, "redeliver", delivery.endpoint_id, delivery.pk))
    assert (answer.status_code, answer["Location"]) == (302, page)
    assert WebhookDelivery.objects.get().state == "waiting"


@pytest.mark.parametrize(("then", "state"), [("off", "off"), ("remove", "removed"), ("test", "active")])
def test_the_buttons_do_what_they_say(
    world: World, browser: Browser, delivery: WebhookDelivery, then: str, state: str
) -> None:
    answer = browser(world.lead).post(url(world, "change-webhook", delivery.endpoint_id), {"then": then})
    assert answer.status_code == 302 and WebhookEndpoint.objects.get().state == state


def test_a_new_secret_is_shown_and_the_one_before_goes_on_for_a_day(
    world: World, browser: Browser, delivery: WebhookDelivery
) -> None:
    page = browser(world.lead).post(url(world, "change-webhook", delivery.endpoint_id), {"then": "rotate"})
    assert "whsec_" in page.content.decode() and "signs as well for a day" in page.content.decode()


@pytest.mark.parametrize(("name", "form"), [("make-webhook", FORM), ("change-webhook", {"then": "off"})])
def test_only_a_lead_changes_anything(
    world: World, browser: Browser, delivery: WebhookDelivery, name: str, form: dict[str, Any]
) -> None:
    args = [delivery.endpoint_id] if name == "change-webhook" else []
    answer = browser(world.reviewer).post(url(world, name, *args), form)
    assert answer.status_code == 403
    assert [row.state for row in WebhookEndpoint.objects.all()] == ["active"]


def test_another_teams_webhook_is_missing(world: World, browser: Browser, delivery: WebhookDelivery) -> None:
    rivals = make_world("rivals")
    lead = browser(rivals.lead)
    assert lead.get(url(rivals, "webhook", delivery.endpoint_id)).status_code == 404
    lead.post(url(rivals, "change-webhook", delivery.endpoint_id), {"then": "off"})
    assert WebhookEndpoint.objects.get().state == "active"
    assert lead.post(url(rivals, "redeliver", delivery.endpoint_id, delivery.pk)).status_code == 404
