"""What every adapter does with its framework's history: look, propose, wait or go on, and keep it on any failure."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from reviewapp.client.client import Client, Messages
from reviewapp.client.conversation import Base, Conversation, Look
from reviewapp.client.errors import StetError
from reviewapp.client.results import MustKeep

log = logging.getLogger("stet")

# (how many messages the summary has to cover, what the last reviewer wants kept) -> the summary
Summarise = Callable[[int, Sequence[MustKeep]], str]
SummariseAsync = Callable[[int, Sequence[MustKeep]], Awaitable[str]]
T = TypeVar("T")


class Mode(StrEnum):
    """`shadow`: the agent goes on while people decide. `wait`: it stops until they did."""

    SHADOW = "shadow"
    WAIT = "wait"


class OnError(StrEnum):
    """`keep`: say it in the log (`stet`) and in `Holding.error`, and go on with the history. `raise`: raise it."""

    KEEP = "keep"
    RAISE = "raise"


class Holding:
    """One session of one agent, as an adapter drives it.

    `timeout`: seconds to wait in the mode `wait`. `attempts`: so many summaries in a row may be rejected; after that
    none is written until the history has grown. `look` is what was seen last, `error` the failure since then, or None.
    """

    def __init__(
        self,
        client: Client,
        session: str,
        *,
        mode: Mode | str = Mode.SHADOW,
        timeout: float = 3600,
        attempts: int = 3,
        on_error: OnError | str = OnError.KEEP,
        **options: Any,
    ) -> None:
        self.conversation = Conversation(client, session, **options)
        self.look: Look | None = None
        self.error: StetError | None = None
        self._wait = Mode(mode) is Mode.WAIT
        self._timeout = timeout
        self._attempts = attempts
        self._raises = OnError(on_error) is OnError.RAISE

    @property
    def waits(self) -> bool:
        """Whether a proposal of it was open when it was last looked at."""
        return self.look is not None and self.look.open is not None

    @property
    def review_url(self) -> str:
        return self.look.review_url if self.look else ""

    def settle(self, messages: Messages, base: Base, count: int, summarise: Summarise) -> Look | None:
        """What takes the place of a history, or None where it stays. `count`: how many messages to summarise, if any.

        A summary is asked for once: while one is under review, and after it was approved, none is written.
        """
        try:
            self.look = self._settled(messages, base, count, summarise)
            self.error = None
        except StetError as error:
            self.fails(error)
            return None
        return self.look if self.look.context is not None else None

    def fails(self, error: StetError) -> None:
        """Says that the history stays, and why; raises it where the options ask for that."""
        self.error = error
        if self._raises:
            raise error
        log.warning("%s: %s. The history stays.", type(error).__name__, error)

    async def settle_async(
        self, messages: Messages, base: Base, count: int, summarise: Summarise | SummariseAsync
    ) -> Look | None:
        """The same without holding up the event loop; `summarise` may be an async function."""
        return await asyncio.to_thread(self.settle, messages, base, count, _for_thread(summarise))

    def _settled(self, messages: Messages, base: Base, count: int, summarise: Summarise) -> Look:
        look = self._waited(self.conversation.look(messages, base))
        for _ in range(self._attempts if self._wait else 1):
            if not count or not self._wants_summary(look):
                break
            covered = max(count, look.known)
            look = self.conversation.propose(look, summarise(covered, look.must_keep), covered)
            log.info("a summary waits for review: %s", look.review_url)
            look = self._waited(look)
        if look.context is not None:
            self.conversation.applied(look.context)
        return look

    def _waited(self, look: Look) -> Look:
        return self.conversation.wait(look, self._timeout) if self._wait else look

    def _wants_summary(self, look: Look) -> bool:
        if look.context is not None or look.open is not None:
            return False
        return look.rejections < self._attempts or look.known < len(look.messages)


def asked_to_keep(must_keep: Sequence[MustKeep]) -> str:
    """What a prompt for the next summary says of the last review; empty where there was none."""
    if not must_keep:
        return ""
    lines = "\n".join(f"- {kept.quote}" for kept in must_keep)
    return f"A reviewer rejected the last summary. The next one has to say this word for word:\n{lines}"


def _for_thread(summarise: Summarise | SummariseAsync) -> Summarise:
    loop = asyncio.get_running_loop()

    async def on_loop(count: int, must_keep: Sequence[MustKeep]) -> str:
        told = summarise(count, must_keep)
        return str(await told) if inspect.isawaitable(told) else str(told)

    return lambda count, must_keep: asyncio.run_coroutine_threadsafe(on_loop(count, must_keep), loop).result()
