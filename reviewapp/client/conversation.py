"""Where a history meets its review: what is proposed of it, what was decided, what takes its place.

A history is `base` and the messages after it. The base is a context that was served before (at first nothing). Each
message gets an id that follows from everything before it, so that a stored turn and a message of the history are the
same if and only if the whole way to them is: nothing has to be remembered to find out what the server has, and no
message that it does not have is ever replaced.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from reviewapp.client.client import Client, Messages
from reviewapp.client.errors import BaseMoved, Refused, RolledBack, StillOpen
from reviewapp.client.results import NOTHING_YET, Context, Latest, MustKeep, Standing

CHUNK_BYTES = 4 * 1024 * 1024  # of turns in one request
CHUNK_TURNS = 10_000
TRIES = 3  # to read a standing and its context while neither moves


@dataclass(frozen=True)
class Base:
    """The context that a history begins with: whose it is, and the last turn that it stands for."""

    compaction: str = ""
    epoch: int = 0
    through_seq: int = 0

    @classmethod
    def of(cls, context: Context) -> Base:
        return cls(context.compaction, context.epoch, context.through_seq)

    @classmethod
    def read(cls, told: Any) -> Base:
        """From what `as_dict` gave; anything else is no base, so that nothing is taken for reviewed."""
        try:
            return cls(str(told["compaction"]), int(told["epoch"]), int(told["through_seq"]))
        except (KeyError, TypeError, ValueError):
            return cls()

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Look:
    """What stands about one history. At most one of `context` and `open` is set; with neither, a summary is wanted.

    `context` takes the place of base and the first `cut` messages. `known`: so many messages the server has already; a
    new summary covers at least those. `must_keep` and `reason`: why the last summary was rejected.
    """

    base: Base
    messages: Messages = field(repr=False)
    standing: Standing
    known: int = 0
    context: Context | None = None
    cut: int = 0
    must_keep: Sequence[MustKeep] = ()
    reason: str = ""

    @property
    def latest(self) -> Latest | None:
        return self.standing.latest

    @property
    def open(self) -> Latest | None:
        """The proposal that waits for its decision."""
        return self.latest if self.latest is not None and self.latest.is_open else None

    @property
    def review_url(self) -> str:
        return self.latest.review_url if self.latest else ""

    @property
    def rejections(self) -> int:
        """How many summaries were proposed at this epoch, none of which took effect."""
        return self.latest.attempt if self.latest and self.latest.base_epoch == self.standing.epoch else 0


class Conversation:
    """One session of one agent. Every method raises a StetError, and the history stays as it is.

    `format`: the form of contexts, `stet`, `openai` or `anthropic`. `compactor`: `{"name", "version", "model"}`, who
    writes the summaries. `require_signature` and `keep_head` as in `Client.context` and `POST /compactions`.
    """

    def __init__(
        self,
        client: Client,
        session: str,
        *,
        format: str = "stet",
        keep_head: int = 1,
        require_signature: bool = True,
        compactor: Mapping[str, str] | None = None,
    ) -> None:
        self.client = client
        self.session = session
        self.format = format
        self._keep_head = keep_head
        self._signed = require_signature
        self._compactor = dict(compactor) if compactor else None

    def look(self, messages: Messages, base: Base = Base()) -> Look:  # frozen
        """What became of a history: `messages` follow `base`. Asks, and changes nothing.

        Raises BaseMoved if a context is in force that stands for another history, RolledBack if the server has less
        than the base says.
        """
        named = list(chained(messages, self.session, base))
        for _ in range(TRIES):
            standing = self._standing()
            if standing.epoch < base.epoch:
                raise RolledBack(f"epoch {standing.epoch}, but this history begins with a context of {base.epoch}")
            look = Look(base, named, standing, _known(named, standing))
            if standing.epoch == base.epoch:
                return self._with_rejection(look)
            context = self._context(standing)
            if (context.epoch, context.through_seq) == (standing.epoch, standing.last_seq):
                return Look(base, named, standing, look.known, context, _cut(look, context))
        raise BaseMoved("the session moves on faster than it can be read")

    def propose(self, look: Look, summary: str, count: int) -> Look:
        """Sends the first `count` messages and the summary that is to replace them, and everything before them.

        The same again gives the same proposal. Where somebody else proposed meanwhile, theirs is looked at.
        """
        if count < max(look.known, 1):
            raise ValueError(f"the summary has to cover at least {max(look.known, 1)} messages")
        sent = look.messages[:count]
        for chunk in chunks(sent):
            self.client.append_turns(self.session, chunk)
        fields: dict[str, Any] = {"keep_head": self._keep_head, "compactor": self._compactor}
        try:
            self.client.submit(self.session, summary, idempotency_key=_key(look, sent, summary), **fields)
        except Refused as refused:
            if refused.code != "open_compaction":
                raise
        return self._again(look)

    def wait(self, look: Look, timeout: float) -> Look:
        """Looks again once the open proposal is decided; after `timeout` seconds it may still be open."""
        if look.open is None:
            return look
        try:
            self.client.wait(look.open.id, timeout=timeout)
        except StillOpen:
            return look
        return self._again(look)

    def applied(self, context: Context) -> None:
        self.client.applied(context)

    def assert_pinned(self, context: Sequence[Any] | Mapping[str, Any]) -> None:
        """Raises PinsNotHeld unless the context holds the pinned block to the byte. Ask before a dangerous action."""
        self.client.assert_pinned(self.session, context)

    def _again(self, look: Look) -> Look:
        return self.look(look.messages, look.base)

    def _standing(self) -> Standing:
        try:
            return self.client.standing(self.session)
        except Refused as refused:
            if (refused.status, refused.code) == (404, "not_found"):
                return NOTHING_YET
            raise

    def _context(self, standing: Standing) -> Context:
        if standing.in_force is None:
            raise BaseMoved(f"epoch {standing.epoch} without a context in force")
        return self.client.context(standing.in_force, format=self.format, require_signature=self._signed)

    def _with_rejection(self, look: Look) -> Look:
        latest = look.latest
        if latest is None or latest.state != "rejected" or latest.base_epoch != look.standing.epoch:
            return look
        status = self.client.status(latest.id)
        told = {"must_keep": status.must_keep, "reason": status.reason}
        return Look(look.base, look.messages, look.standing, look.known, **told)  # type: ignore[arg-type]  # by name


def chained(messages: Messages, session: str, base: Base) -> Iterator[dict[str, Any]]:
    """The messages with ids that follow from session, base and every message up to them."""
    last = hashlib.sha256(f"{session}\n{base.compaction}\n{base.through_seq}".encode())
    for message in messages:
        said = {name: value for name, value in message.items() if name != "external_id"}
        last = last.copy()
        last.update(json.dumps(said, sort_keys=True).encode() + b"\n")
        yield {**said, "external_id": last.hexdigest()}


def _known(named: Messages, standing: Standing) -> int:
    """How many of the messages the server has, up to its last turn; 0 where that is none of them."""
    last = standing.last_external_id.partition("#")[0]  # a message of several parts is several turns
    return next((index for index, message in enumerate(named, 1) if message["external_id"] == last), 0)


def _cut(look: Look, context: Context) -> int:
    if context.through_seq == look.base.through_seq:
        return 0
    if not look.known:
        raise BaseMoved("what was approved stands for another history than this one; a new session starts afresh")
    return look.known


def chunks(messages: Messages) -> Iterator[Messages]:
    """The messages in parts that one request may hold, in order."""
    start, size = 0, 0
    for index, message in enumerate(messages):
        more = len(json.dumps(message, ensure_ascii=False).encode(errors="replace"))
        if index > start and (size + more > CHUNK_BYTES or index - start >= CHUNK_TURNS):
            yield messages[start:index]
            start, size = index, 0
        size += more
    if messages:
        yield messages[start:]


def _key(look: Look, sent: Messages, summary: str) -> str:
    """The same for the same proposal, also after a restart; another one after each decision."""
    latest = look.latest.id if look.latest else ""
    return hashlib.sha256("\n".join((sent[-1]["external_id"], latest, summary)).encode()).hexdigest()
