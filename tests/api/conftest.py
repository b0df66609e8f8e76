"""Two teams and their agents."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from reviewapp.services.compactions import checks
from tests import plain_engine
from tests.api.agents import Agent, People, bearer, people
from tests.at_once import worker_at_once as worker_at_once


@pytest.fixture(autouse=True)
def plain_findings(monkeypatch: pytest.MonkeyPatch) -> None:
    """What these tests say of findings does not move with the engine's judgement."""
    monkeypatch.setattr(checks, "text_findings", plain_engine.read)


@pytest.fixture
def ours(db: None) -> People:
    return people("ours")


@pytest.fixture
def theirs(db: None) -> People:
    return people("theirs")


@pytest.fixture
def agent(ours: People) -> Agent:
    return Agent(bearer(ours))


@pytest.fixture
def stranger(theirs: People) -> Agent:
    return Agent(bearer(theirs))


@pytest.fixture
def agent_with(ours: People) -> Callable[..., Agent]:
    return lambda *scopes: Agent(bearer(ours, *scopes))
