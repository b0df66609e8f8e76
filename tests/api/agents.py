"""Who calls the API in these tests: a team's agent, and the same of another team."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django.test import Client

from reviewapp.models import Membership, Role, Scope, Team, User
from reviewapp.services.teams import tokens

ALL_SCOPES = tuple(Scope)


@dataclass(frozen=True)
class People:
    team: Team
    lead: User


def people(slug: str) -> People:
    team = Team.objects.create(slug=slug, name=slug.title())
    lead = User.objects.create_user(f"lead-{slug}", password="a long password")
    Membership.objects.create(team=team, user=lead, role=Role.LEAD)
    return People(team, lead)


def bearer(of: People, *scopes: str) -> str:
    return tokens.create(team=of.team, user=of.lead, name="agent", scopes=scopes or ALL_SCOPES).secret


class Agent:
    """Django's test client as an agent has it: a token, JSON bodies, the address below `/api/v1`."""

    def __init__(self, secret: str) -> None:
        self.secret = secret
        self.client = Client(raise_request_exception=False)

    def call(self, method: str, path: str, body: Any = None, raw: bytes | None = None, **headers: str) -> Any:
        data = raw if raw is not None else json.dumps(body).encode() if body is not None else b""
        told = {"Authorization": f"Bearer {self.secret}"} if self.secret else {}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.generic(
            method, f"/api/v1{path}", data, content_type="application/json", headers={**told, **named}
        )

    def get(self, path: str, **headers: str) -> Any:
        return self.call("GET", path, None, None, **headers)

    def post(self, path: str, body: Any = None, raw: bytes | None = None, **headers: str) -> Any:
        return self.call("POST", path, body, raw, **headers)

    def put(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.call("PUT", path, body, None, **headers)


def error(response: Any) -> tuple[int, str, str | None]:
    """(status, code, field) of a refusal, after a look at its shape."""
    body = response.json()
    assert set(body) == {"error"}
    assert set(body["error"]) - {"details"} == {"code", "message", "field"}
    assert body["error"]["message"]
    return response.status_code, body["error"]["code"], body["error"]["field"]
