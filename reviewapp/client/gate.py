"""Hold a summary of a history until a person has decided on it.

    gate = Gate(client, "run-7", format="openai")
    held = gate.hold(history, summarise)     # waits; or shadow=True: the agent goes on with what it has
    history, given = held.messages, held.given

`held.messages` is the history to keep: the approved context and what came after it, or, on any failure, what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from reviewapp.client.ceiling import Ceiling
from reviewapp.client.client import Client
from reviewapp.client.conversation import Base, Conversation, Look
from reviewapp.client.errors import NotVerified, StetError
from reviewapp.client.results import Context, MustKeep
from reviewapp.guard.assertion import block_at_its_place
from reviewapp.guard.digest import context_digest
from reviewapp.guard.pinned import parse_block

Summarise = Callable[[Sequence[MustKeep]], str]  # what the last reviewer wants kept -> the summary
History = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Held:
    """`messages`: the history to keep. `given`: what to give to the model now; other than `messages` only where a
    ceiling cut it. `error`: why nothing changed, where that was a failure. `look`: what stands about the history.
    """

    messages: History
    given: History
    context: Context | None = None
    look: Look | None = field(default=None, repr=False)
    error: StetError | None = None

    @property
    def changed(self) -> bool:
        return self.context is not None

    @property
    def waits(self) -> bool:
        return self.context is None and self.look is not None and self.look.open is not None

    @property
    def review_url(self) -> str:
        return self.look.review_url if self.look else ""

    @property
    def must_keep(self) -> Sequence[MustKeep]:
        return self.look.must_keep if self.look else ()


class Gate:
    """One session of one agent, whose history is a list of messages.

    `timeout`: seconds to wait for a decision. `attempts`: so many summaries in a row may be rejected; after that the
    history stays until it has grown. `memory`: what it knows of histories, by session; `FileMemory` outlives the
    process. The others as in `Conversation`.
    """

    def __init__(
        self,
        client: Client,
        session: str,
        *,
        format: str = "stet",
        timeout: float = 3600,
        attempts: int = 3,
        ceiling: Ceiling | None = None,
        memory: MutableMapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        self.conversation = Conversation(client, session, format=format, **options)
        self.ceiling = ceiling
        self._timeout = timeout
        self._attempts = attempts
        self._memory: MutableMapping[str, Any] = {} if memory is None else memory

    def hold(self, history: History, summary: str | Summarise, *, shadow: bool = False, keep_last: int = 0) -> Held:
        """Proposes a summary of the history without its last `keep_last` messages, unless one is under review already.

        Waits for the decision, and with a function as `summary` tries again after a rejection. With `shadow` it returns
        at once, and a later call, or `replaced`, brings in what was approved. Never raises a StetError but
        CeilingReached.
        """

        def proposed(look: Look) -> Look:
            count = max(len(look.messages) - keep_last, look.known)
            if not shadow:
                look = self.conversation.wait(look, self._timeout)
            for _ in range(1 if shadow or isinstance(summary, str) else self._attempts):
                if not count or not self._wants_summary(look):
                    break
                text = summary if isinstance(summary, str) else summary(look.must_keep)
                look = self.conversation.propose(look, text, count)
                if not shadow:
                    look = self.conversation.wait(look, self._timeout)
            return look

        return self._held(history, proposed)

    def replaced(self, history: History) -> Held:
        """What was approved since takes its place; nothing is proposed, and no message that was not sent is dropped."""
        return self._held(history, lambda look: look)

    def assert_pinned(self, context: Sequence[Any] | Mapping[str, Any]) -> None:
        """Raises PinsNotHeld unless the context holds the pinned block to the byte. Ask before a dangerous action."""
        self.conversation.assert_pinned(context)

    def _wants_summary(self, look: Look) -> bool:
        if look.context is not None or look.open is not None:
            return False
        return look.rejections < self._attempts or look.known < len(look.messages)

    def _held(self, history: History, settle: Callable[[Look], Look]) -> Held:
        try:
            base, start = self._base(history)
            look = settle(self.conversation.look(history[start:], base))
        except StetError as error:
            return Held(history, self._given(history), error=error)
        if look.context is None:
            return Held(history, self._given(history), look=look)
        return self._swapped(history, start, look, look.context)

    def _swapped(self, history: History, start: int, look: Look, context: Context) -> Held:
        try:
            self.conversation.applied(context)
        except StetError as error:
            return Held(history, self._given(history), look=look, error=error)
        messages = [*context.messages, *history[start + look.cut :]]
        told = {"messages": len(context.messages), "digest": context.digest, "base": Base.of(context).as_dict()}
        self._memory[self.conversation.session] = told
        return Held(messages, self._given(messages), context, look)

    def _base(self, history: History) -> tuple[Base, int]:
        """What the history begins with, as remembered; if it does not begin so, it begins with nothing."""
        told = self._memory.get(self.conversation.session)
        if isinstance(told, Mapping):
            count = int(told.get("messages", 0))
            try:
                found = context_digest([dict(message) for message in history[:count]]).hex()
            except ValueError:
                found = ""
            if found == told.get("digest"):
                return Base.read(told.get("base")), count
        if _begins_with_block(history):
            raise NotVerified("this history begins with a context that is not remembered here; give Gate its memory")
        return Base(), 0

    def _given(self, history: History) -> History:
        if self.ceiling is None:
            return history
        return self.ceiling.fitted(history, self._block)

    def _block(self) -> str:
        return self.conversation.client.pins(self.conversation.session).block


def _begins_with_block(history: History) -> bool:
    block = block_at_its_place(list(history))
    return block is not None and parse_block(block) is not None
