"""Google ADK: an events summariser whose summaries take effect once a person approved them.

    summarizer = ReviewedSummarizer(client, "run-7", summarise)
    config = EventsCompactionConfig(summarizer=summarizer, compaction_interval=10, overlap_size=0)
    app = App(name="agent", root_agent=agent, events_compaction_config=config)

ADK offers the events after an invocation; while nobody has decided it is told that there is no summary, keeps them, and
offers them again with those that came since. It shows the context to the model as words of the agent itself, and it
offers later events only once they are longer than the last context.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from typing import Any

from google.adk.apps.base_events_summarizer import BaseEventsSummarizer
from google.adk.events.event import Event
from google.adk.events.event_actions import EventActions, EventCompaction
from google.genai.types import Content, Part

from reviewapp.client.client import Client
from reviewapp.client.conversation import Base, Look
from reviewapp.client.errors import BaseMoved, NotVerified
from reviewapp.client.integrations import shapes
from reviewapp.client.integrations.holding import Holding
from reviewapp.client.results import MustKeep

# (events to summarise, what the last reviewer wants kept) -> the summary
SummariseEvents = Callable[[Sequence[Event], Sequence[MustKeep]], Awaitable[str]]


class ReviewedSummarizer(BaseEventsSummarizer):
    """For one session: events do not say whose they are. `memory`: what is compacted already; `FileMemory` outlives the
    process. `options`: those of `Holding`.
    """

    def __init__(
        self,
        client: Client,
        session: str,
        summarise: SummariseEvents,
        *,
        memory: MutableMapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        self.holding = Holding(client, session, format="openai", **options)
        self._session = session
        self._summarise = summarise
        self._memory: MutableMapping[str, Any] = {} if memory is None else memory

    async def maybe_summarize_events(self, *, events: list[Event]) -> Event | None:
        """The approved context as one compaction event, or None: then ADK keeps the events."""
        told = self._memory.get(self._session) or {}
        base, after = Base.read(told.get("base")), float(told.get("end", 0))
        fresh = [event for event in events if not event.actions.compaction and event.timestamp > after]
        groups = [_messages(event) for event in fresh]
        if groups and groups[0] and shapes.text_of(groups[0][0]).startswith("<<<PINNED "):
            raise NotVerified("the events begin with a context that is not remembered; give the summariser its memory")
        flat = shapes.Flat(groups)
        count = flat.messages_in(shapes.whole_end(groups, len(groups)))

        async def summarise(covered: int, must_keep: Sequence[MustKeep]) -> str:
            return await self._summarise(fresh[: flat.items_in(covered)], must_keep)

        look = await self.holding.settle_async(flat.messages, base, count, summarise)
        if look is None or not (look.cut or told):
            return None
        replaced = flat.items_in(look.cut)
        end = fresh[replaced - 1].timestamp if replaced else after
        if any(event.timestamp <= end for event in fresh[replaced:]):
            raise BaseMoved("later events bear a time within what was approved; ADK would leave them out")
        return self._compaction(look, float(told.get("start", fresh[0].timestamp)), end)

    def _compaction(self, look: Look, start: float, end: float) -> Event:
        """From the first event on: the context stands for everything before it, so that older compactions give way."""
        assert look.context is not None  # a look is handed on only with one
        self._memory[self._session] = {"base": Base.of(look.context).as_dict(), "start": start, "end": end}
        parts = [Part(text=_text(message)) for message in look.context.messages]
        content = Content(role="user", parts=parts)
        compaction = EventCompaction(start_timestamp=start, end_timestamp=end, compacted_content=content)
        return Event(author="user", actions=EventActions(compaction=compaction), invocation_id=Event.new_id())


def _messages(event: Event) -> list[shapes.Message]:
    role = "user" if event.author == "user" else "assistant"
    parts = event.content.parts if event.content and event.content.parts else []
    return [_message(role, part) for part in parts]


def _message(role: str, part: Part) -> shapes.Message:
    if part.function_call:
        return shapes.call(part.function_call.name or "", part.function_call.id or "", part.function_call.args or {})
    if part.function_response:
        told = part.function_response
        return shapes.result(told.name or "", told.id or "", told.response or {})
    if part.text is None:
        return shapes.placeholder(role, "part", part.model_dump(mode="json", exclude_none=True))
    return {"role": "assistant", "kind": "reasoning", "content": part.text} if part.thought else _said(role, part.text)


def _said(role: str, text: str) -> shapes.Message:
    return {"role": role, "content": text}


def _text(message: Mapping[str, Any]) -> str:
    """A message of the context as text; calls and results of its head under a heading."""
    calls = [f"[tool call {made['function']['name']}]\n{made['function']['arguments']}" for made in _calls(message)]
    text = shapes.text_of(message)
    heading = "[tool result]\n" if message["role"] == "tool" else ""
    return "\n".join([*([heading + text] if text or not calls else []), *calls])


def _calls(message: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return message.get("tool_calls") or ()
