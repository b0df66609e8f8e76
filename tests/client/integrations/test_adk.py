"""Google's ADK, really run on a model that is told what to say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

import pytest
from google.adk.agents import LlmAgent
from google.adk.apps import App
from google.adk.apps.app import EventsCompactionConfig
from google.adk.events.event import Event
from google.adk.models import BaseLlm, LlmRequest, LlmResponse
from google.adk.runners import InMemoryRunner
from google.genai.types import Content, FunctionCall, Part

from reviewapp.client import BaseMoved, Client, NotReached, NotVerified
from reviewapp.client.integrations.adk import ReviewedSummarizer
from reviewapp.models import Compaction
from tests.api.flow import LOSSY, RULE
from tests.client.human import Human
from tests.client.integrations.conftest import ASKED, Compactor, dead, in_threads

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:.EXPERIMENTAL.:UserWarning"),  # what ADK says of parts of it
    pytest.mark.filterwarnings("ignore::DeprecationWarning:google"),
]

LONG = (
    "The plan of the move is in the wiki, page by page. " * 30
)  # ADK offers only what is longer than the last context


class Told(BaseLlm):
    given: list[list[Content]] = []  # noqa: RUF012  # pydantic copies it for each model

    async def generate_content_async(self, llm_request: LlmRequest, stream: bool = False) -> AsyncGenerator[Any, None]:
        self.given.append(list(llm_request.contents))
        yield LlmResponse(content=Content(role="model", parts=[Part(text="On it.")]))


class Run:
    def __init__(self, client: Client, **options: Any) -> None:
        self.model, self.compactor = Told(model="told"), Compactor()
        self.summarizer = ReviewedSummarizer(client, "s-1", self.compactor, **options)
        config = EventsCompactionConfig(summarizer=self.summarizer, compaction_interval=2, overlap_size=1)
        agent = LlmAgent(name="agent", model=self.model)
        self.runner = InMemoryRunner(app=App(name="app", root_agent=agent, events_compaction_config=config))
        made = self.runner.session_service.create_session_sync(app_name="app", user_id="u")
        self.session = made.id

    def says(self, *texts: str) -> None:
        for text in texts:
            said = Content(role="user", parts=[Part(text=text)])
            for _event in self.runner.run(user_id="u", session_id=self.session, new_message=said):
                pass

    @property
    def last_input(self) -> list[str]:
        return [str(part.text) for content in self.model.given[-1] for part in content.parts or []]


@pytest.fixture
def run(connect: Callable[..., Client]) -> Run:
    return Run(connect(send=in_threads))


def test_held_rejected_approved_and_the_pins_stand(run: Run, client: Client, human: Human) -> None:
    human.plan = [human.rejects, human.approves]
    run.says(*ASKED)
    assert Compaction.objects.get().state == "received"
    assert ASKED[0] in run.last_input
    human()
    run.says("Go on.")
    assert any(quote in RULE for quote in run.compactor.wanted[-1])
    assert ASKED[0] in run.last_input
    human()
    run.says("And now?", "Still there?")
    assert run.last_input[0] == client.pins("s-1").block
    assert RULE.removesuffix(".") in run.last_input[0]
    assert ASKED[1] not in run.last_input
    assert LOSSY in str(run.last_input)
    assert run.last_input[-1] == "Still there?"
    assert len(run.compactor.wanted) == 2


def test_a_later_context_takes_the_place_of_the_one_before(run: Run, client: Client, human: Human) -> None:
    human.plan = [human.approves, human.approves_plainly]
    run.says(*ASKED)
    human()
    run.says("Go on.", LONG, LONG + "Really.", "And now?")
    first, second = Compaction.objects.order_by("received_at")
    assert second.from_seq == first.to_seq + 1
    human()
    run.says("Still there?", "Are you done?")
    blocks = [text for text in run.last_input if text.startswith("<<<PINNED ")]
    assert blocks == [client.pins("s-1").block]
    assert LONG not in run.last_input
    assert run.last_input[-1] == "Are you done?"


def test_a_dead_server_leaves_the_history(connect: Callable[..., Client], caplog: pytest.LogCaptureFixture) -> None:
    run = Run(connect(send=dead))
    run.says(*ASKED)
    assert [text for text in run.last_input if text != "On it."] == list(ASKED)
    assert isinstance(run.summarizer.holding.error, NotReached)
    assert "The history stays" in caplog.text


def offered(run: Run, *events: Event) -> Event | None:
    return asyncio.run(run.summarizer.maybe_summarize_events(events=list(events)))


def event(text: str, at: float) -> Event:
    return Event(author="user", timestamp=at, content=Content(role="user", parts=[Part(text=text)]))


def test_events_with_a_time_within_the_context_are_not_lost(run: Run, human: Human) -> None:
    human.plan = [human.approves]
    events = [event(text, float(number)) for number, text in enumerate(ASKED, 1)]
    assert offered(run, *events) is None
    human()
    with pytest.raises(BaseMoved):
        offered(run, *events, event("Go on.", 3.0))


def test_a_context_without_its_memory_is_not_summarised(run: Run) -> None:
    with pytest.raises(NotVerified):
        offered(run, event("<<<PINNED v1", 1.0), event("Go on.", 2.0))


def test_a_call_is_not_summarised_without_its_result(run: Run) -> None:
    call = Part(function_call=FunctionCall(id="c-1", name="plan", args={"to": "new"}))
    asked = Event(author="agent", timestamp=2.0, content=Content(role="model", parts=[call]))
    offered(run, event(ASKED[0], 1.0), asked)
    assert Compaction.objects.get().to_seq == 1
