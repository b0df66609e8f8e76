"""GET /sessions/{session}/turns/{seq} and GET /sessions/{session}/recall"""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.api.agents import Agent, error
from tests.api.flow import TURNS


@pytest.fixture
def told(agent: Agent) -> Agent:
    agent.post("/sessions/s-1/turns", {"turns": TURNS})
    return agent


def test_a_cited_turn_comes_back_as_it_was(told: Agent) -> None:
    turn = told.get("/sessions/s-1/turns/2").json()
    assert (turn["seq"], turn["role"], turn["origin"], turn["content"]) == (2, "user", "user", TURNS[1]["content"])
    assert (turn["erased"], len(turn["digest"])) == (False, 64)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/sessions/s-1/turns/5", 404),
        ("/sessions/s-2/turns/1", 404),
        ("/sessions/s-1/turns/0", 422),
        ("/sessions/s-1/turns/-1", 422),
        ("/sessions/s-1/turns/x", 422),
        ("/sessions/s-1/turns/99999999999999999999", 422),
    ],
)
def test_a_turn_that_is_not_there(told: Agent, path: str, status: int) -> None:
    assert error(told.get(path))[0] == status


def test_words_are_found_in_any_case(told: Agent) -> None:
    answer = told.get("/sessions/s-1/recall?q=no%20CIRCUMSTANCES").json()
    (hit,) = answer["hits"]
    assert (hit["seq"], answer["more"]) == (2, False)
    assert "NO circumstances" in hit["excerpt"]
    assert hit["excerpt"] == TURNS[1]["content"][hit["start"] : hit["end"]]


@pytest.mark.parametrize(("words", "found"), [("İ", "i"), ("ISTANBUL", "istanbul"), ("ÄRGER", "ärger")])
def test_the_excerpt_stands_around_what_the_database_found(agent: Agent, words: str, found: str) -> None:
    text = "x " * 200 + found + " y" * 200
    agent.post("/sessions/s-1/turns", {"turns": [{"role": "user", "content": text}]})
    (hit,) = agent.get(f"/sessions/s-1/recall?q={quote(words)}").json()["hits"]
    assert found in hit["excerpt"]
    assert hit["excerpt"] == text[hit["start"] : hit["end"]]
    assert (hit["start"] > 0, hit["end"] < len(text)) == (True, True)


@pytest.mark.parametrize("words", ["%", "_", "\\", "' OR 1=1 --", "🦀"])
def test_words_are_no_pattern(told: Agent, words: str) -> None:
    assert told.get(f"/sessions/s-1/recall?q={quote(words)}").json()["hits"] == []


def test_what_does_not_fit_one_answer_is_said(agent: Agent) -> None:
    agent.post("/sessions/s-1/turns", {"turns": [{"role": "user", "content": f"word {n}"} for n in range(60)]})
    first = agent.get("/sessions/s-1/recall?q=word").json()
    assert (len(first["hits"]), first["more"]) == (50, True)
    rest = agent.get(f"/sessions/s-1/recall?q=word&after_seq={first['hits'][-1]['seq']}").json()
    assert (len(rest["hits"]), rest["more"]) == (10, False)


@pytest.mark.parametrize("query", ["", "q=", "q=" + "a" * 201, "q=a&after_seq=-1", "q=%20"])
def test_a_search_for_nothing_is_refused(told: Agent, query: str) -> None:
    assert error(told.get(f"/sessions/s-1/recall?{query}"))[0] == 422


def test_another_teams_session_is_not_found(told: Agent, stranger: Agent) -> None:
    assert error(stranger.get("/sessions/s-1/turns/2")) == (404, "not_found", None)
    assert error(stranger.get("/sessions/s-1/recall?q=Aurora")) == (404, "not_found", None)
