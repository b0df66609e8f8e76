"""Where Stet's address is https, an agent that asks in the open is told so, and nothing is done."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client, override_settings

from reviewapp.models import Compaction
from reviewapp.services.teams import tokens
from tests.api.agents import People, bearer, error

pytestmark = [pytest.mark.django_db]


@pytest.mark.parametrize("path", ["/api/v1/compactions", "/api/v1/openapi.json", "/api/"])
@override_settings(SECURE_SSL_REDIRECT=True)
def test_it_is_refused_before_the_token_is_looked_at(
    ours: People, client: Client, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Not redirected: an agent that follows would send its token in the open with every request."""
    ask: dict[str, Any] = {"headers": {"authorization": f"Bearer {bearer(ours)}"}, "content_type": "application/json"}
    looked_at: list[str] = []
    monkeypatch.setattr(tokens, "authenticate", looked_at.append)
    answer = client.post(path, "{}", **ask)
    assert error(answer)[:2] == (403, "https_required") and "Location" not in answer
    assert looked_at == [] and not Compaction.objects.exists()


@override_settings(SECURE_SSL_REDIRECT=True)
def test_https_is_let_in_and_a_page_is_sent_there(ours: People, client: Client) -> None:
    asked = client.get("/api/v1/pins", secure=True, headers={"authorization": f"Bearer {bearer(ours)}"})
    assert asked.status_code == 200
    page = client.get("/accounts/login/")
    assert (page.status_code, page["Location"]) == (301, "https://testserver/accounts/login/")
