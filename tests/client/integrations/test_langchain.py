"""LangChain's agent, really run on a model that is told what to say."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, SystemMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from reviewapp.client import Client, NotReached
from reviewapp.client.integrations.langchain import ReviewedSummarization
from reviewapp.models import Compaction
from tests.api.flow import LOSSY, RULE
from tests.client.human import Human
from tests.client.integrations.conftest import ASKED, dead


class Model(BaseChatModel):
    """Answers anything with the same words, and remembers what it was given."""

    answer: str = "On it."
    given: list[list[BaseMessage]] = []  # noqa: RUF012  # pydantic copies it for each model

    def _generate(self, messages: list[BaseMessage], *_args: Any, **_kwargs: Any) -> ChatResult:
        self.given.append(messages)
        return ChatResult(generations=[ChatGeneration(message=AIMessage(self.answer))])

    @property
    def _llm_type(self) -> str:
        return "told"


class Agent:
    def __init__(self, client: Client, **options: Any) -> None:
        self.model, self.compactor = Model(), Model(answer=LOSSY)
        self.reviewed = ReviewedSummarization(
            self.compactor, client=client, session="s-1", trigger=("messages", 5), keep=("messages", 2), **options
        )
        self.graph = create_agent(self.model, [], middleware=[self.reviewed], checkpointer=InMemorySaver())
        self.config = {"configurable": {"thread_id": "t"}}

    def says(self, text: str) -> Any:
        return self.graph.invoke({"messages": [{"role": "user", "content": text}]}, self.config)

    @property
    def last_input(self) -> list[BaseMessage]:
        return self.model.given[-1]


def block_in(messages: list[BaseMessage]) -> str:
    return next(str(message.content) for message in messages if isinstance(message, SystemMessage))


def test_held_rejected_approved_and_the_pins_stand(client: Client, human: Human) -> None:
    agent = Agent(client)
    human.plan = [human.rejects, human.approves]
    for text in ASKED:
        agent.says(text)
    assert Compaction.objects.get().state == "received"
    assert len(agent.last_input) == 5
    human()
    agent.says("Go on.")
    assert RULE.split(".")[0] in str(agent.compactor.given[-1])
    assert "rejected the last summary" in str(agent.compactor.given[-1])
    assert not [message for message in agent.last_input if isinstance(message, SystemMessage)]
    human()
    agent.says("And now?")
    assert block_in(agent.last_input) == client.pins("s-1").block
    assert RULE.removesuffix(".") in block_in(agent.last_input)
    assert [message.content for message in agent.last_input][-3:] == ["Go on.", "On it.", "And now?"]
    assert len(agent.compactor.given) == 2


def test_after_a_swap_the_next_summary_is_of_what_came_later(client: Client, human: Human) -> None:
    agent = Agent(client)
    human.plan = [human.approves]
    for text in ASKED:
        agent.says(text)
    human()
    for text in ("Go on.", "And now?", "Still there?"):
        agent.says(text)
    first, second = Compaction.objects.order_by("received_at")
    assert second.from_seq == first.to_seq + 1
    assert RULE not in str(agent.compactor.given[-1])


def test_an_interrupt_survives_a_resume_without_a_second_summary(client: Client, human: Human) -> None:
    agent = Agent(client, mode="interrupt")
    human.plan = [human.approves]
    for text in ASKED[:-1]:
        agent.says(text)
    stopped = agent.says(ASKED[-1])
    assert stopped["__interrupt__"][0].value["url"].endswith(f"/c/{Compaction.objects.get().id}/")
    still = agent.graph.invoke(Command(resume="too early"), agent.config)
    assert still["__interrupt__"]
    human()
    agent.graph.invoke(Command(resume="decided"), agent.config)
    assert block_in(agent.last_input) == client.pins("s-1").block
    assert len(agent.compactor.given) == 1


def test_it_may_wait_for_the_decision(connect: Callable[..., Client], human: Human) -> None:
    human.plan = [human.rejects, human.approves]
    client = connect(sleep=human)
    agent = Agent(client, mode="wait")
    for text in ASKED:
        agent.says(text)
    assert block_in(agent.last_input) == client.pins("s-1").block
    assert len(agent.compactor.given) == 2


def test_a_dead_server_leaves_the_history(connect: Callable[..., Client], caplog: pytest.LogCaptureFixture) -> None:
    agent = Agent(connect(send=dead))
    for text in ASKED:
        agent.says(text)
    assert len(agent.last_input) == 5
    assert isinstance(agent.reviewed.holding.error, NotReached)
    assert "no answer from" in caplog.text
    assert "The history stays" in caplog.text


def test_a_dead_server_may_stop_the_agent(connect: Callable[..., Client]) -> None:
    agent = Agent(connect(send=dead), holding_options={"on_error": "raise"})
    with pytest.raises(NotReached):
        for text in ASKED:
            agent.says(text)
