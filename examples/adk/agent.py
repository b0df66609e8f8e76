"""An agent of Google's ADK whose summaries wait for a person. The model is a stand-in: put yours in its place."""

from __future__ import annotations

import asyncio
import logging
import os
import uuid
from collections.abc import AsyncGenerator, Sequence
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.apps import App
from google.adk.apps.app import EventsCompactionConfig
from google.adk.events.event import Event
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import InMemoryRunner
from google.genai.types import Content, Part

from reviewapp.client import Client, MustKeep
from reviewapp.client.integrations.adk import ReviewedSummarizer

logging.basicConfig(format="%(message)s")
logging.getLogger("stet").setLevel(logging.INFO)  # says where a summary waits


class StandIn(BaseLlm):
    async def generate_content_async(self, llm_request: Any, *_args: Any) -> AsyncGenerator[Any, None]:
        self.given = [str(part.text) for content in llm_request.contents for part in content.parts or []]
        yield LlmResponse(content=Content(role="model", parts=[Part(text="On it.")]))

    given: list[str] = []  # noqa: RUF012  # pydantic copies it for each model


async def summarise(events: Sequence[Event], must_keep: Sequence[MustKeep]) -> str:
    """Have your model write it here, and show it what the last reviewer wants kept."""
    return "The cluster moves to the new VPC."


async def main() -> None:
    client = Client(os.environ["STET_URL"], os.environ["STET_TOKEN"])
    summarizer = ReviewedSummarizer(client, f"adk-{uuid.uuid4().hex[:8]}", summarise, mode="wait")
    config = EventsCompactionConfig(summarizer=summarizer, compaction_interval=3, overlap_size=0)
    model = StandIn(model="stand-in")
    agent = LlmAgent(name="agent", model=model)
    runner = InMemoryRunner(app=App(name="app", root_agent=agent, events_compaction_config=config))
    session = await runner.session_service.create_session(app_name="app", user_id="u")
    asked = (
        "Move the cluster to the new VPC.",
        "Never delete anything in the legacy Aurora instance.",
        "Keep me posted.",
        "Go on.",
    )
    for text in asked:
        said = Content(role="user", parts=[Part(text=text)])
        async for _event in runner.run_async(user_id="u", session_id=session.id, new_message=said):
            pass
    print("\n".join(model.given))


asyncio.run(main())
