"""Whatever is sent, the API answers in its own words: never a 5xx, never another shape.

`STET_STRESS=full` sends twenty times as much, and other things each time.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
import schemathesis
from django.core import signals
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, response_schema_conformance

import reviewapp.api.urls  # noqa: F401  # hangs the routes into the API
from reviewapp.api.app import api
from reviewapp.services.compactions import analysis
from reviewapp.wsgi import application
from tests.api.agents import Agent, error
from tests.api.flow import CLEAN, TURNS

TIMES = 20 if os.environ.get("STET_STRESS") == "full" else 1
# One agent and one transaction serve all examples: what one of them stores, the next may meet.
FUZZ: dict[str, Any] = {"deadline": None, "suppress_health_check": list(HealthCheck), "derandomize": TIMES == 1}
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance]

document = schemathesis.openapi.from_dict(api.get_openapi_schema(path_prefix="/api/v1/"))
document.app = application


@pytest.fixture(autouse=True)
def plain_findings() -> None:
    """Here it is the real engine that has to cope."""


@pytest.fixture
def kept_connection() -> Iterator[None]:
    """A request that came over WSGI ends by closing its connection, and with it the test's transaction."""
    ends = (signals.request_started, signals.request_finished)
    for end in ends:
        end.disconnect(close_old_connections)
    yield
    for end in ends:
        end.connect(close_old_connections)


@pytest.mark.usefixtures("kept_connection")
@document.parametrize()
@settings(max_examples=8 * TIMES, **FUZZ)
def test_requests_made_from_the_document(case: Any, agent: Agent) -> None:
    case.call_and_validate(headers={"Authorization": f"Bearer {agent.secret}"}, checks=CHECKS)


def in_words(answer: Any) -> None:
    assert answer.status_code < 500, answer.content
    if answer.status_code >= 300:
        error(answer)


BAD_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(
        ["\0", "\ud800", "\u202e", "NaN", "00000000-0000-0000-0000-000000000000", -1, 2**53, 2**64, 1e308]
    ),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
SUBMISSION: dict[str, Any] = {
    "session": "s-1",
    "turns": TURNS,
    "summary": CLEAN,
    "from_seq": 1,
    "to_seq": 2,
    "level": "leaf",
    "builds_on": [],
    "state_delta": {"objective": "x"},
    "evicted_keys": ["k"],
    "compactor": {"name": "n", "version": "1"},
    "compactor_input": "x",
    "keep_head": 1,
    "keep_tail": 0,
}


@st.composite
def spoiled(draw: st.DrawFn, good: dict[str, Any]) -> dict[str, Any]:
    """A good body with one or two places, at any depth, changed for something else."""
    body: dict[str, Any] = json.loads(json.dumps(good))
    for _ in range(draw(st.integers(1, 2))):
        spot: Any = body
        while isinstance(spot, dict | list) and spot:
            step = draw(st.sampled_from(sorted(spot) if isinstance(spot, dict) else range(len(spot))))
            if not isinstance(spot[step], dict | list) or draw(st.booleans()):
                spot[step] = draw(BAD_VALUES)
                break
            spot = spot[step]
    return body


@settings(max_examples=150 * TIMES, **FUZZ)
@given(body=spoiled(SUBMISSION))
def test_submissions_with_something_wrong(agent: Agent, body: dict[str, Any]) -> None:
    if body.get("session") == SUBMISSION["session"]:
        body["session"] = f"s-{uuid4()}"  # else the open compaction of an earlier example would answer for it
    in_words(agent.post("/compactions", raw=json.dumps(body).encode()))


@settings(max_examples=100 * TIMES, **FUZZ)
@given(body=st.binary(max_size=300), path=st.sampled_from(["/compactions", "/assertions", "/sessions/s-1/turns"]))
def test_bodies_of_any_bytes(agent: Agent, body: bytes, path: str) -> None:
    in_words(agent.post(path, raw=body))


@settings(max_examples=50 * TIMES, **FUZZ)
@given(
    path=st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    query=st.text(st.characters(exclude_categories=["Cs"]), max_size=40),
    header=st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=40),
)
def test_addresses_and_headers_of_any_characters(agent: Agent, path: str, query: str, header: str) -> None:
    in_words(agent.get(f"/{path}?{query}"))
    in_words(agent.get(f"/sessions/{path}/recall?q={query}", If_Match=header))
    in_words(agent.post("/compactions", SUBMISSION, Idempotency_Key=header))


@settings(max_examples=15 * TIMES, **FUZZ)
@given(text=st.text(max_size=200), summary=st.text(max_size=200), role=st.sampled_from(["user", "tool", "assistant"]))
def test_any_text_that_was_taken_is_analysed(agent: Agent, text: str, summary: str, role: str) -> None:
    told = [{"role": "user", "content": "Start."}, {"role": role, "content": text}]
    body = {"session": f"s-{uuid4()}", "turns": told, "summary": summary}
    answer = agent.post("/compactions", raw=json.dumps(body).encode())
    in_words(answer)
    if answer.status_code == 201:
        id_ = UUID(answer.json()["id"])
        analysis.analyse(compaction_id=id_)
        assert agent.get(f"/compactions/{id_}").json()["state"] in ("in_review", "approved")
