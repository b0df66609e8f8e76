"""GET /compactions/{id}/account: one line for every sentence, number and identifier, by range of turns."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast
from uuid import uuid4

import pytest

from reviewapp.models import Compaction
from reviewapp.services.compactions import accounts
from tests.api.agents import Agent, People, error
from tests.api.flow import LOSSY, RULE, TURNS, analysed, submitted


@pytest.fixture(autouse=True)
def plain_findings() -> None:
    """The engine itself: accounts are its own."""


def account(agent: Agent, compaction: Compaction, **query: int) -> Any:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    answer = agent.get(f"/compactions/{compaction.id}/account?{asked}")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_lost_rule_has_a_line_that_names_its_finding(agent: Agent) -> None:
    compaction = analysed(agent)
    told = account(agent, compaction)
    of_rule = [
        line
        for line in told["lines"]
        if line["turn"] == 2 and line["unit"] == "sentence" and TURNS[1]["content"][line["start"] : line["end"]] == RULE
    ]
    (line,) = of_rule
    assert line["state"] != "kept" and line["speaker"] == "user"
    assert told["held"] and told["digest"] and told["next_seq"] is None
    counted = Counter((line["unit"], line["state"]) for line in told["lines"])
    assert counted == {(u, s): n for u, states in told["counts"].items() for s, n in states.items()}


def test_what_is_kept_says_where(agent: Agent) -> None:
    text = f"Move the cluster to the new VPC. {LOSSY}"
    told = account(agent, analysed(agent, summary=text))
    kept = [line for line in told["lines"] if line["state"] == "kept" and line["unit"] == "sentence"]
    said = [text[line["summary_start"] : line["summary_end"]] for line in kept if line["turn"] == 2]
    assert said == ["Move the cluster to the new VPC."]


def test_pages_are_the_whole(agent: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    compaction = analysed(agent)
    whole = account(agent, compaction)
    monkeypatch.setattr(accounts, "TURNS_A_PAGE", 1)
    lines, at = list[Any](), cast("int | None", 1)
    while at is not None:
        page = account(agent, compaction, from_seq=at)
        assert page["from_seq"] == page["to_seq"] == at and page["counts"] == whole["counts"]
        lines += page["lines"]
        at = page["next_seq"]
    assert lines == whole["lines"]


@pytest.mark.parametrize(
    "query", ["from_seq=5", "from_seq=3&to_seq=2", "to_seq=0", "from_seq=x", "from_seq=99999999999"]
)
def test_a_range_outside_is_refused(agent: Agent, query: str) -> None:
    answer = agent.get(f"/compactions/{analysed(agent).id}/account?{query}")
    assert error(answer)[:2] in [(409, "range"), (422, "invalid")]


def test_before_the_analysis_and_for_strangers_there_is_none(agent: Agent, ours: People, stranger: Agent) -> None:
    waiting = submitted(agent)["id"]
    assert error(agent.get(f"/compactions/{waiting}/account"))[:2] == (409, "not_analysed")
    assert error(stranger.get(f"/compactions/{waiting}/account"))[0] == 404
    assert error(agent.get(f"/compactions/{uuid4()}/account"))[0] == 404
