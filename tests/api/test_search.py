"""Recall finds words in any order and form; retrieval gives the turns that bear on a question, within a budget."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any
from urllib.parse import quote

import pytest

from reviewapp.models import Compaction, Session, Turn
from reviewapp.services.compactions import finalize
from reviewapp.services.context import recall
from reviewapp.services.sessions import retention
from tests.api.agents import Agent, People, error
from tests.api.flow import LOSSY, TURNS, analysed, losses

SAID = [
    "Rotate the credentials every ninety days, and log each rotation.",
    "Die Häuser am Hafen werden nie ohne Genehmigung betreten.",
    "Los informes se enviaban los lunes.",
    "We rotated credentials twice; the credentials of the staging host rotate by hand. Rotating them is dull.",
    "Look at /srv/billing/max_connections and at aurora-prod-2, not at aurora-prod-3.",
    "部署服务器在午夜重启。",
    "Never merge the branch before the freeze. The branch stays.",
    "The freeze comes before the merge.",
]


@pytest.fixture
def told(agent: Agent) -> Agent:
    agent.post("/sessions/s-1/turns", {"turns": [{"role": "user", "content": text} for text in SAID]})
    return agent


def seqs(agent: Agent, query: str) -> list[int]:
    answer = agent.get(f"/sessions/s-1/recall?q={quote(query)}")
    assert answer.status_code == 200, answer.content
    return [hit["seq"] for hit in answer.json()["hits"]]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("credentials rotating", [4, 1]),  # any order, any form; who says it often comes first
        ("haus betreten", [2]),
        ("enviar informe", [3]),
        ("connection", [5]),  # inside a path
        ("aurora-prod-2", [5]),
        ("aurora-prod-4", []),
        ("hÄuser", [2]),
        ('"nie OHNE"', [2]),
        ("服务器", [6]),
        ("never", [7]),  # no word is too common
        ("merge freeze", [7, 8]),
        ('"before the merge"', [8]),
        ('"BEFORE the" merge branch', [7]),
        ('"merge the freeze"', []),
        ("credentials zebra", []),
    ],
)
def test_words_are_found(told: Agent, query: str, found: list[int]) -> None:
    assert sorted(seqs(told, query)) == sorted(found)
    if query == "credentials rotating":
        assert seqs(told, query) == found


def test_every_place_of_the_words_is_told(told: Agent) -> None:
    hit = told.get("/sessions/s-1/recall?q=rotation").json()["hits"][0]
    said = {SAID[hit["seq"] - 1][place["start"] : place["end"]].lower() for place in hit["matches"]}
    assert hit["matched"] == len(hit["matches"])
    assert said and said <= {"rotate", "rotation", "rotated", "rotating"}


def test_what_was_erased_is_not_found(told: Agent, ours: People) -> None:
    session = Turn.objects.filter(team=ours.team).first().session_id  # type: ignore[union-attr]  # it was just stored
    retention.erase(team=ours.team, user=ours.lead, session_id=session, from_seq=1, to_seq=1, reason="asked for")
    assert seqs(told, "credentials") == [4]


def test_a_long_session_is_not_read_whole(told: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall, "READ_WHOLE", 0)
    bodies, read = recall._bodies, list[int]()

    def seen(session: Session, wanted: recall.Wanted) -> Iterator[tuple[int, int, bytes | None]]:
        for body in bodies(session, wanted):
            read.append(body[0])
            yield body

    monkeypatch.setattr(recall, "_bodies", seen)
    assert seqs(told, "credentials rotating") == [4, 1] and sorted(read) == [1, 4]
    assert seqs(told, "hÄuser") == [2] and seqs(told, "服务器") == [6] and seqs(told, "credentials zebra") == []


def rejected(agent: Agent, people: People) -> Compaction:
    compaction = analysed(agent, summary=f"{LOSSY} See [[turn:3]].")
    key = losses(compaction)[0].finding.key
    finalize.reject(
        team=people.team,
        user=people.lead,
        compaction_id=compaction.id,
        reason_code="loses_constraints",
        reason="the rule",
        must_keep=[key],
    )
    return compaction


def ask(agent: Agent, compaction: Compaction, **query: Any) -> Any:
    asked = "&".join(f"{name}={quote(str(value))}" for name, value in query.items())
    return agent.get(f"/compactions/{compaction.id}/retrieval?{asked}")


def test_after_a_rejection_the_turns_come_back_word_for_word(agent: Agent, ours: People) -> None:
    answer = ask(agent, rejected(agent, ours), q="posting me").json()
    why = {turn["seq"]: turn["why"] for turn in answer["turns"]}
    assert why == {2: ["must_keep"], 3: ["cited"], 4: ["query"]}
    for turn in answer["turns"]:
        assert turn["content"] == TURNS[turn["seq"] - 1]["content"]
        assert turn["digest"] == sha256(turn["content"].encode()).hexdigest()
    assert (answer["state"], answer["left_out"]) == ("rejected", [])
    assert answer["tokens"] == sum(turn["tokens"] for turn in answer["turns"])


def test_the_budget_holds_and_what_does_not_fit_is_named(agent: Agent, ours: People) -> None:
    answer = ask(agent, rejected(agent, ours), q="posting me", tokens=12).json()
    assert [turn["seq"] for turn in answer["turns"]] == [3, 4]
    assert [(one["seq"], one["why"]) for one in answer["left_out"]] == [(2, ["must_keep"])]
    assert answer["tokens"] <= 12 < answer["left_out"][0]["tokens"]


def test_who_may_not_read_gets_no_turns(agent: Agent, ours: People, stranger: Agent) -> None:
    compaction = rejected(agent, ours)
    assert error(ask(stranger, compaction))[:2] == (404, "not_found")
    assert error(ask(agent, compaction, tokens=0))[0] == 422
