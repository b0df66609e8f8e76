"""The OpenAI Agents SDK, really run on a model that is told what to say."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from agents import Agent, Model, ModelResponse, Runner, Usage, set_tracing_disabled
from openai.types.responses import ResponseOutputMessage, ResponseOutputText

from reviewapp.client import Client, NotReached, Unreviewable
from reviewapp.client.integrations.openai_agents import ReviewedSession
from reviewapp.models import Compaction
from tests.api.flow import LOSSY, RULE
from tests.client.human import Human
from tests.client.integrations.conftest import ASKED, Compactor, dead, in_threads

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def no_traces() -> None:
    set_tracing_disabled(True)


class Told(Model):
    def __init__(self) -> None:
        self.given: list[list[Any]] = []

    async def get_response(self, system_instructions: Any, input: Any, *_args: Any, **_kwargs: Any) -> ModelResponse:
        self.given.append(list(input))
        text = ResponseOutputText(type="output_text", text="On it.", annotations=[])
        said = ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[text])
        return ModelResponse(output=[said], usage=Usage(), response_id="r")

    def stream_response(self, *_args: Any, **_kwargs: Any) -> AsyncIterator[Any]:
        raise AssertionError("the tests run without streaming")


class Run:
    def __init__(self, client: Client, **options: Any) -> None:
        self.model, self.compactor = Told(), Compactor()
        self.session = ReviewedSession(
            "s-1", client=client, summarise=self.compactor, most_items=4, keep_last=2, **options
        )
        self.agent = Agent(name="agent", model=self.model)

    def says(self, text: str) -> None:
        asyncio.run(Runner.run(self.agent, text, session=self.session))

    def items(self) -> list[Any]:
        return asyncio.run(self.session.get_items())


@pytest.fixture
def run(connect: Callable[..., Client]) -> Iterator[Run]:
    made = Run(connect(send=in_threads))
    yield made
    made.session.close()


def test_held_rejected_approved_and_the_pins_stand(run: Run, client: Client, human: Human) -> None:
    human.plan = [human.rejects, human.approves]
    for text in ASKED:
        run.says(text)
    assert Compaction.objects.get().state == "received"
    assert len(run.items()) == 6
    human()
    run.says("Go on.")
    assert any(quote in RULE for quote in run.compactor.wanted[-1])
    assert len(run.model.given[-1]) == 7
    human()
    run.says("And now?")
    given = run.model.given[-1]
    assert given[0] == {"role": "system", "content": client.pins("s-1").block}
    assert RULE.removesuffix(".") in given[0]["content"]
    assert LOSSY in str(given)
    assert given[-1]["content"] == "And now?"
    assert "Go on." in str(given)
    assert len(run.compactor.wanted) == 2


def test_an_encrypted_compaction_is_unreviewable(run: Run) -> None:
    for text in ASKED[:2]:
        run.says(text)
    asyncio.run(run.session.add_items([{"type": "compaction", "id": "c", "encrypted_content": "gAAA"}]))
    before = run.items()
    with pytest.raises(Unreviewable):
        asyncio.run(run.session.run_compaction({"force": True}))
    assert run.items() == before
    assert not Compaction.objects.exists()


def test_a_dead_server_leaves_the_history(connect: Callable[..., Client], caplog: pytest.LogCaptureFixture) -> None:
    run = Run(connect(send=dead))
    for text in ASKED:
        run.says(text)
    assert len(run.items()) == 6
    assert isinstance(run.session.holding.error, NotReached)
    assert "The history stays" in caplog.text
    run.session.close()
