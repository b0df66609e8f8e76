"""A Pydantic AI agent whose summaries wait for a person. The model is a stand-in: put yours in its place."""

from __future__ import annotations

import asyncio
import logging
import os
import uuid
from collections.abc import Sequence

from pydantic_ai import Agent
from pydantic_ai.capabilities import ProcessHistory
from pydantic_ai.messages import ModelMessage
from pydantic_ai.models.test import TestModel

from reviewapp.client import Client, MustKeep
from reviewapp.client.integrations.pydantic_ai import ReviewedHistory

logging.basicConfig(format="%(message)s")
logging.getLogger("stet").setLevel(logging.INFO)  # says where a summary waits


async def summarise(messages: Sequence[ModelMessage], must_keep: Sequence[MustKeep]) -> str:
    """Have your model write it here, and show it what the last reviewer wants kept."""
    return "The cluster moves to the new VPC."


async def main() -> None:
    reviewed = ReviewedHistory(
        Client(os.environ["STET_URL"], os.environ["STET_TOKEN"]),
        f"pydantic-{uuid.uuid4().hex[:8]}",
        summarise,
        most_messages=4,
        keep_last=1,
        mode="wait",  # or "shadow": the agent goes on meanwhile
    )
    agent = Agent(TestModel(custom_output_text="On it."), capabilities=[ProcessHistory(reviewed.process)])
    history: list[ModelMessage] = []
    for text in (
        "Move the cluster to the new VPC.",
        "Never delete anything in the legacy Aurora instance.",
        "Keep me posted.",
    ):
        history = (await agent.run(text, message_history=history)).all_messages()
    for message in history:
        for part in message.parts:
            print(f"{part.part_kind}: {part.content}")


asyncio.run(main())
