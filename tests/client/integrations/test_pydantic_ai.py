"""Pydantic AI's agent, really run on a function model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.capabilities import ProcessHistory
from pydantic_ai.messages import CompactionPart, ModelMessage, ModelResponse, SystemPromptPart, TextPart
from pydantic_ai.models.function import FunctionModel

from reviewapp.client import Client, NotReached, Unreviewable
from reviewapp.client.integrations.pydantic_ai import ReviewedHistory
from reviewapp.models import Compaction
from tests.api.flow import LOSSY, RULE
from tests.client.human import Human
from tests.client.integrations.conftest import ASKED, Compactor, dead, in_threads

pytestmark = pytest.mark.django_db(transaction=True)


class Run:
    def __init__(self, client: Client, **options: Any) -> None:
        self.given: list[list[ModelMessage]] = []
        self.history: list[ModelMessage] = []
        self.compactor = Compactor()
        self.reviewed = ReviewedHistory(client, "s-1", self.compactor, most_messages=4, keep_last=1, **options)
        model = FunctionModel(self._answer)
        self.agent = Agent(model, capabilities=[ProcessHistory(self.reviewed.process)])

    def _answer(self, messages: list[ModelMessage], _info: Any) -> ModelResponse:
        self.given.append(list(messages))
        return ModelResponse(parts=[TextPart("On it.")])

    def says(self, text: str) -> None:
        self.history = asyncio.run(self.agent.run(text, message_history=self.history)).all_messages()

    def parts(self) -> list[Any]:
        return [part for message in self.given[-1] for part in message.parts]


def test_held_rejected_approved_and_the_pins_stand(
    connect: Callable[..., Client], client: Client, human: Human
) -> None:
    run = Run(connect(send=in_threads))
    human.plan = [human.rejects, human.approves]
    for text in ASKED:
        run.says(text)
    assert Compaction.objects.get().state == "received"
    assert len(run.history) == 6
    human()
    run.says("Go on.")
    assert any(quote in RULE for quote in run.compactor.wanted[-1])
    assert len(run.given[-1]) == 7
    human()
    run.says("And now?")
    blocks = [part.content for part in run.parts() if isinstance(part, SystemPromptPart)]
    assert blocks == [client.pins("s-1").block]
    assert RULE.removesuffix(".") in blocks[0]
    assert LOSSY in str(run.parts())
    assert [part.content for part in run.parts()][-3:] == ["Go on.", "On it.", "And now?"]
    assert [part for message in run.history[:-1] for part in message.parts] == run.parts()
    assert len(run.compactor.wanted) == 2


def test_a_dead_server_leaves_the_history(connect: Callable[..., Client], caplog: pytest.LogCaptureFixture) -> None:
    run = Run(connect(send=dead))
    for text in ASKED:
        run.says(text)
    assert len(run.history) == 6
    assert isinstance(run.reviewed.holding.error, NotReached)
    assert "The history stays" in caplog.text


def test_an_encrypted_compaction_is_unreviewable(connect: Callable[..., Client]) -> None:
    run = Run(connect(send=in_threads))
    run.history = [ModelResponse(parts=[CompactionPart(content=None, id="c", provider_name="openai")])]
    for text in ASKED:
        run.says(text)
    assert isinstance(run.reviewed.holding.error, Unreviewable)
    assert len(run.history) == 7
    assert not Compaction.objects.exists()
