"""LangChain and LangGraph: a summarisation middleware whose summaries take effect once a person approved them.

    agent = create_agent(model, tools, middleware=[ReviewedSummarization(model, client=client, session="run-7",
                                                                          trigger=("tokens", 100_000))])

It decides when and what to summarise as LangChain's own does, whose class it extends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from langchain.agents.middleware import SummarizationMiddleware
from langchain.agents.middleware.types import AgentState
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AnyMessage, HumanMessage, RemoveMessage, convert_to_messages
from langchain_core.messages.utils import convert_to_openai_messages
from langgraph.graph.message import REMOVE_ALL_MESSAGES
from langgraph.runtime import Runtime
from langgraph.types import interrupt

from reviewapp.client.client import Client
from reviewapp.client.conversation import Base, Look
from reviewapp.client.integrations.holding import Holding, Mode, asked_to_keep
from reviewapp.client.results import MustKeep

MARK = "stet"  # in `additional_kwargs` of what came from a served context
INTERRUPT = "interrupt"  # the mode in which the graph stops until somebody resumes it


class ReviewedSummarization(SummarizationMiddleware):
    """`mode`: `shadow` (go on meanwhile), `wait`, or `interrupt`: the graph stops with the link to the review and,
    resumed after the decision, applies what was approved; no summary is written twice. `holding_options`: those of
    `Holding`. The others are LangChain's.
    """

    def __init__(
        self,
        model: str | BaseChatModel,
        *,
        client: Client,
        session: str,
        mode: str = Mode.SHADOW,
        holding_options: dict[str, Any] | None = None,
        **options: Any,
    ) -> None:
        # Whole, not the last 4,000 tokens of it: what the summary stands for is what the summariser saw.
        super().__init__(model, **{"trim_tokens_to_summarize": None, **options})
        self._interrupts = mode == INTERRUPT
        chosen = Mode.SHADOW if self._interrupts else mode
        self.holding = Holding(client, session, mode=chosen, format="openai", **(holding_options or {}))

    def before_model(self, state: AgentState[Any], runtime: Runtime[Any]) -> dict[str, Any] | None:
        messages, count = self._due(state)
        if count is None:
            return None
        start, base = base_of(messages)

        def summarise(covered: int, must_keep: Sequence[MustKeep]) -> str:
            return str(self._create_summary([*messages[start : start + covered], *_reminder(must_keep)]))

        while True:
            look = self.holding.settle(as_turns(messages[start:]), base, max(0, count - start), summarise)
            if not self._must_interrupt(look):
                return _replaced(messages, start, look)
            interrupt(self._request())

    async def abefore_model(self, state: AgentState[Any], runtime: Runtime[Any]) -> dict[str, Any] | None:
        messages, count = self._due(state)
        if count is None:
            return None
        start, base = base_of(messages)

        async def summarise(covered: int, must_keep: Sequence[MustKeep]) -> str:
            return str(await self._acreate_summary([*messages[start : start + covered], *_reminder(must_keep)]))

        while True:
            look = await self.holding.settle_async(as_turns(messages[start:]), base, max(0, count - start), summarise)
            if not self._must_interrupt(look):
                return _replaced(messages, start, look)
            interrupt(self._request())

    def _due(self, state: AgentState[Any]) -> tuple[list[AnyMessage], int | None]:
        """The messages, and how many of them to summarise; None where there is nothing to ask the server."""
        messages = state["messages"]
        self._ensure_message_ids(messages)
        if not self._should_summarize(messages, self.token_counter(messages)):
            return messages, 0 if self.holding.waits else None
        return messages, max(0, self._determine_cutoff_index(messages))

    def _must_interrupt(self, look: Look | None) -> bool:
        return self._interrupts and look is None and self.holding.error is None and self.holding.waits

    def _request(self) -> dict[str, Any]:
        return {"kind": "stet.review", "session": self.holding.conversation.session, "url": self.holding.review_url}


def as_turns(messages: Sequence[AnyMessage]) -> list[dict[str, Any]]:
    """One message each, in OpenAI's form."""
    return [dict(told) for told in convert_to_openai_messages(list(messages))]


def base_of(messages: Sequence[AnyMessage]) -> tuple[int, Base]:
    """How many messages the served context at the start has, and which one it is."""
    marks = [message.additional_kwargs.get(MARK) for message in messages]
    start = next((index for index, mark in enumerate(marks) if not mark), len(marks))
    return start, Base.read(marks[0]) if start else Base()


def _reminder(must_keep: Sequence[MustKeep]) -> list[AnyMessage]:
    text = asked_to_keep(must_keep)
    return [HumanMessage(text)] if text else []


def _replaced(messages: Sequence[AnyMessage], start: int, look: Look | None) -> dict[str, Any] | None:
    if look is None or look.context is None:
        return None
    context = convert_to_messages([dict(message) for message in look.context.messages])
    for message in context:
        message.additional_kwargs[MARK] = Base.of(look.context).as_dict()
    return {"messages": [RemoveMessage(id=REMOVE_ALL_MESSAGES), *context, *messages[start + look.cut :]]}
