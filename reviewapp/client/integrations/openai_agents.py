"""OpenAI Agents SDK: a session whose summaries take effect once a person approved them.

    session = ReviewedSession("run-7", "agent.db", client=client, summarise=summarise, most_items=60)
    await Runner.run(agent, "Go on.", session=session)

The runner calls `run_compaction` after each run. The SDK's own compaction gives encrypted items, which nobody can
review.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping, Sequence
from pathlib import Path
from typing import Any

from agents.memory import SQLiteSession

from reviewapp.client.client import Client
from reviewapp.client.conversation import Base, Look
from reviewapp.client.errors import NotVerified, Unreviewable
from reviewapp.client.integrations import shapes
from reviewapp.client.integrations.holding import Holding
from reviewapp.client.results import MustKeep

Item = Mapping[str, Any]
# (items to summarise, what the last reviewer wants kept) -> the summary
SummariseItems = Callable[[Sequence[Item], Sequence[MustKeep]], Awaitable[str]]

OPAQUE = frozenset({"compaction", "compaction_summary"})


class ReviewedSession(SQLiteSession):
    """`most_items`: with more items than that behind the last context, a summary of all but `keep_last` is proposed.
    `memory`: what the stored items begin with; give a `FileMemory` where `db_path` is a file. `options`: of `Holding`.
    """

    def __init__(
        self,
        session_id: str,
        db_path: str | Path = ":memory:",
        *,
        client: Client,
        summarise: SummariseItems,
        most_items: int = 60,
        keep_last: int = 10,
        memory: MutableMapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(session_id, db_path)
        self.holding = Holding(client, session_id, format="openai", **options)
        self._summarise = summarise
        self._most_items = most_items
        self._keep_last = keep_last
        self._memory: MutableMapping[str, Any] = {} if memory is None else memory
        self._one_at_a_time = asyncio.Lock()

    async def get_items(self, limit: int | None = None) -> list[Any]:
        """What was approved meanwhile is brought in before a run reads the history."""
        if self.holding.waits:
            await self._settle(propose=False)
        return list(await super().get_items(limit))

    async def run_compaction(self, args: Any = None) -> None:
        """Called by the runner. `args["force"]` proposes whatever the number of items."""
        await self._settle(propose=True, force=bool((args or {}).get("force")))

    async def _settle(self, *, propose: bool, force: bool = False) -> None:
        async with self._one_at_a_time:
            items: list[Item] = list(await super().get_items())
            start, base = self._base(items)
            groups = [_messages(item) for item in items[start:]]
            flat = shapes.Flat(groups)
            due = propose and (force or len(groups) > self._most_items)
            count = shapes.whole_end(groups, len(groups) - self._keep_last) if due else 0

            async def summarise(covered: int, must_keep: Sequence[MustKeep]) -> str:
                return await self._summarise(items[start : start + flat.items_in(covered)], must_keep)

            if due or self.holding.waits:
                look = await self.holding.settle_async(flat.messages, base, flat.messages_in(count), summarise)
                if look is not None:
                    await self._swap(items, start + flat.items_in(look.cut), look)

    def _base(self, items: Sequence[Item]) -> tuple[int, Base]:
        told = self._memory.get(self.session_id)
        if isinstance(told, Mapping) and _digest(items[: told["items"]]) == told["digest"]:
            return int(told["items"]), Base.read(told["base"])
        if items and str(items[0].get("content")).startswith("<<<PINNED "):
            raise NotVerified("the items begin with a context that is not remembered; give the session its memory")
        return 0, Base()

    async def _swap(self, before: Sequence[Item], cut: int, look: Look) -> None:
        assert look.context is not None  # a look is handed on only with one
        served = [item for message in look.context.messages for item in _items(message)]
        if await asyncio.to_thread(self._replace, before, [*served, *before[cut:]]):
            base = Base.of(look.context).as_dict()
            self._memory[self.session_id] = {"items": len(served), "digest": _digest(served), "base": base}

    def _replace(self, before: Sequence[Item], after: Sequence[Item]) -> bool:
        """All items in one transaction, or none where others were added meanwhile: the next time brings it in."""
        table = self.messages_table
        with self._write_connection() as connection:
            connection.execute("BEGIN IMMEDIATE")
            rows = connection.execute(
                f"SELECT message_data FROM {table} WHERE session_id = ? ORDER BY id",  # noqa: S608  # our own table
                (self.session_id,),
            ).fetchall()
            if [json.loads(row[0]) for row in rows] != list(before):
                connection.rollback()
                return False
            connection.execute(
                f"DELETE FROM {table} WHERE session_id = ?",  # noqa: S608  # our own table
                (self.session_id,),
            )
            self._insert_items(connection, list(after))
            connection.commit()
        return True


def _digest(items: Sequence[Item]) -> str:
    return hashlib.sha256(shapes.as_json(list(items)).encode()).hexdigest()


def _messages(item: Item) -> list[shapes.Message]:
    """One item of the Responses API as messages."""
    type_ = str(item.get("type", "message"))
    if type_ in OPAQUE:
        raise Unreviewable("the history holds an encrypted compaction, which nobody can review")
    if type_ == "message":
        return [{"role": item["role"], "content": _content(item.get("content"))}]
    if type_ == "function_call":
        return [shapes.call(str(item["name"]), str(item["call_id"]), item.get("arguments", ""))]
    if type_ == "function_call_output":
        return [shapes.result("", str(item["call_id"]), item.get("output", ""))]
    return [shapes.placeholder("assistant", type_, item)]


def _content(content: Any) -> Any:
    if not isinstance(content, list):
        return str(content or "")
    return [part if str(part.get("type")) not in _TEXTS else {"type": "text", "text": part["text"]} for part in content]


_TEXTS = frozenset({"input_text", "output_text", "text"})


def _items(message: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A message of a served context as items."""
    if message["role"] == "tool":
        call_id = message["tool_call_id"]
        return [{"type": "function_call_output", "call_id": call_id, "output": shapes.text_of(message)}]
    calls = [
        {"type": "function_call", "call_id": made["id"], **made["function"]} for made in message.get("tool_calls", ())
    ]
    text = shapes.text_of(message)
    return [*([{"role": message["role"], "content": text}] if text or not calls else []), *calls]
