"""Every route of the document: no token, a token without its scope, another team. A new route is covered by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

import reviewapp.api.urls  # noqa: F401  # hangs the routes into the API
from reviewapp.api.app import api
from reviewapp.models import Scope
from tests.api.agents import Agent, People, error
from tests.api.flow import approved

ROUTES = [
    (method.upper(), path.removeprefix("/api/v1"))
    for path, methods in api.get_openapi_schema(path_prefix="/api/v1/")["paths"].items()
    for method in methods
]
BODIES: dict[str, Any] = {
    "/sessions/{session}/turns": {"turns": []},
    "/sessions/{session}/state": {},
    "/compactions": {"session": "s-1", "summary": "x"},
    "/compactions/prepare": {"session": "s-1"},
    "/compactions/{compaction_id}/applied": {"context_digest": "0" * 64},
    "/pins/proposals": {"key": "k", "text": "t", "session": "s-1"},
    "/assertions": {"messages": [], "session": "s-1"},
}
# What another team asks for in its own name, or in nobody's: nothing of ours can be in the answer.
OWN = {("POST", "/sessions/{session}/turns"), ("POST", "/compactions")}
QUERIES = {"/pins": "?session=s-1", "/sessions/{session}/recall": "?q=Aurora"}


def ask(agent: Agent, method: str, path: str, *, id_: object = None) -> Any:
    address = path.replace("{session}", "s-1").replace("{seq}", "2")
    for name in ("{compaction_id}", "{receipt_id}"):
        address = address.replace(name, str(id_ or uuid4()))
    body = None if method == "GET" else BODIES.get(path, {})
    return agent.call(method, address + QUERIES.get(path, ""), body)


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_without_a_token(ours: People, method: str, path: str) -> None:
    assert error(ask(Agent(""), method, path)) == (401, "unauthorized", "Authorization")


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_without_its_scope(agent_with: Callable[..., Agent], method: str, path: str) -> None:
    agent = agent_with(Scope.MEMORY_ORIGIN)
    assert error(ask(agent, method, path)) == (403, "missing_scope", "Authorization")


def test_of_another_team(ours: People, agent: Agent, stranger: Agent) -> None:
    compaction = approved(ours, agent)
    for method, path in [route for route in ROUTES if route not in OWN]:
        id_ = compaction.receipt_id if "{receipt_id}" in path else compaction.id
        theirs, missing = ask(stranger, method, path, id_=id_), ask(stranger, method, path)
        assert error(theirs) == (404, "not_found", None), (method, path)
        assert theirs.content == missing.content, (method, path)


@pytest.mark.parametrize("route", sorted(OWN))
def test_the_name_of_a_session_is_each_teams_own(
    ours: People, agent: Agent, stranger: Agent, route: tuple[str, str]
) -> None:
    approved(ours, agent)
    answer = ask(stranger, *route)
    assert b"Aurora" not in answer.content
    assert answer.status_code == (201 if "turns" in route[1] else 409)


@pytest.mark.parametrize("path", sorted({path for _, path in ROUTES}))
def test_another_method(agent: Agent, path: str) -> None:
    answer = ask(agent, "DELETE", path)
    assert error(answer) == (405, "method_not_allowed", None)
    assert answer["Allow"]
