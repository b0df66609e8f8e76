"""A LangChain agent whose summaries wait for a person. The two models are stand-ins: put yours in their place."""

from __future__ import annotations

import logging
import os
import uuid

from langchain.agents import create_agent
from langchain_core.language_models import FakeListChatModel
from langgraph.checkpoint.memory import InMemorySaver

from reviewapp.client import Client
from reviewapp.client.integrations.langchain import ReviewedSummarization

logging.basicConfig(format="%(message)s")
logging.getLogger("stet").setLevel(logging.INFO)  # says where a summary waits
model = FakeListChatModel(responses=["On it."])
summariser = FakeListChatModel(responses=["The cluster moves to the new VPC."])

reviewed = ReviewedSummarization(
    summariser,
    client=Client(os.environ["STET_URL"], os.environ["STET_TOKEN"]),
    session=f"langchain-{uuid.uuid4().hex[:8]}",
    mode="wait",  # or "shadow": the agent goes on meanwhile
    trigger=("messages", 5),
    keep=("messages", 2),
)
agent = create_agent(model, middleware=[reviewed], checkpointer=InMemorySaver())

for text in (
    "Move the cluster to the new VPC.",
    "Never delete anything in the legacy Aurora instance.",
    "Keep me posted.",
):
    said = {"messages": [{"role": "user", "content": text}]}
    state = agent.invoke(said, {"configurable": {"thread_id": "1"}})
for message in state["messages"]:
    print(f"{message.type}: {message.content}")
