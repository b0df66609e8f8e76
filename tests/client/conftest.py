"""The client over Django's test client instead of a network."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.test import Client as DjangoClient

from reviewapp.client import Client, Request, Response
from reviewapp.services.compactions import checks
from tests import plain_engine
from tests.api.agents import Agent, People, bearer, people
from tests.client.human import Human
from tests.client.served import served


class ThroughDjango:
    """A `send` that remembers what was sent."""

    def __init__(self) -> None:
        self.django = DjangoClient(raise_request_exception=False)
        self.sent: list[Request] = []

    def __call__(self, request: Request) -> Response:
        self.sent.append(request)
        parts = urlsplit(request.url)
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        body = request.body or b""
        answer = self.django.generic(
            request.method, path, body, content_type="application/json", headers=dict(request.headers)
        )
        return Response(answer.status_code, answer.content, dict(answer.headers))


@pytest.fixture(autouse=True)
def plain_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)


@pytest.fixture
def ours(db: None) -> People:
    return people("ours")


@pytest.fixture
def secret(ours: People) -> str:
    return bearer(ours)


@pytest.fixture
def agent(secret: str) -> Agent:
    """The same agent without the client, for what a test only sets up."""
    return Agent(secret)


@pytest.fixture
def send() -> ThroughDjango:
    return ThroughDjango()


@pytest.fixture
def connect(secret: str, send: ThroughDjango) -> Callable[..., Client]:
    """A client that never sleeps."""

    def made(**options: object) -> Client:
        given: dict[str, object] = {"send": send, "sleep": lambda _seconds: None, **options}
        return Client("http://localhost", secret, **given)  # type: ignore[arg-type]  # options of the test's choice

    return made


@pytest.fixture
def client(connect: Callable[..., Client]) -> Client:
    return connect()


@pytest.fixture
def human(ours: People) -> Human:
    return Human(ours)


@pytest.fixture
def server(process_env: dict[str, str]) -> Iterator[str]:
    """The address of a running service that sees this test's database."""
    with served(process_env) as url:
        yield url
