"""An agent of the OpenAI Agents SDK whose summaries wait for a person. The model is a stand-in for yours."""

from __future__ import annotations

import asyncio
import logging
import os
import uuid
from collections.abc import AsyncIterator, Sequence
from typing import Any

from agents import Agent, Model, ModelResponse, Runner, Usage, set_tracing_disabled
from openai.types.responses import ResponseOutputMessage, ResponseOutputText

from reviewapp.client import Client, MustKeep
from reviewapp.client.integrations.openai_agents import ReviewedSession

logging.basicConfig(format="%(message)s")
logging.getLogger("stet").setLevel(logging.INFO)  # says where a summary waits
set_tracing_disabled(True)


class StandIn(Model):
    async def get_response(self, *_args: Any, **_kwargs: Any) -> ModelResponse:
        text = ResponseOutputText(type="output_text", text="On it.", annotations=[])
        said = ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[text])
        return ModelResponse(output=[said], usage=Usage(), response_id="r")

    def stream_response(self, *_args: Any, **_kwargs: Any) -> AsyncIterator[Any]:
        raise AssertionError("this example does not stream")


async def summarise(items: Sequence[Any], must_keep: Sequence[MustKeep]) -> str:
    """Have your model write it here, and show it what the last reviewer wants kept."""
    return "The cluster moves to the new VPC."


async def main() -> None:
    session = ReviewedSession(
        f"openai-{uuid.uuid4().hex[:8]}",
        client=Client(os.environ["STET_URL"], os.environ["STET_TOKEN"]),
        summarise=summarise,
        most_items=4,
        keep_last=2,
        mode="wait",  # or "shadow": the agent goes on meanwhile
    )
    agent = Agent(name="agent", model=StandIn())
    for text in (
        "Move the cluster to the new VPC.",
        "Never delete anything in the legacy Aurora instance.",
        "Keep me posted.",
    ):
        await Runner.run(agent, text, session=session)
    for item in await session.get_items():
        print(f"{item['role']}: {item['content']}")
    session.close()


asyncio.run(main())
