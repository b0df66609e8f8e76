"""The client of an agent: submit, wait, fetch what was approved, say that it was applied."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from reviewapp.client import results
from reviewapp.client.checks import Checks
from reviewapp.client.errors import PinsNotHeld, StetError, StillOpen
from reviewapp.client.results import Appended, Context, Pins, Prepared, Replaced, Standing, State, Status, Submission
from reviewapp.client.wire import Request, Send, Tries, answered, send_by_urllib
from reviewapp.guard.assertion import as_messages

LONGEST_WAIT = 25  # seconds that the server holds one request

Messages = Sequence[Mapping[str, Any]]


class Client:
    """Talks to one Stet server with one team's token. Every method raises a StetError and leaves your history alone.

    `send` replaces the network. `keys`, `team` and `seen` are what a context is verified with (see `Checks`); without
    `keys` they are fetched once from the server, which shows a changed context but not a server that lies altogether.
    """

    def __init__(
        self,
        url: str,
        token: str,
        *,
        send: Send = send_by_urllib,
        keys: bytes | None = None,
        team: str | None = None,
        seen: MutableMapping[str, int] | None = None,
        tries: int = 4,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        if urlsplit(url).scheme not in ("http", "https"):
            raise ValueError("the address of the server starts with http:// or https://")
        self.url = url.rstrip("/")
        self.checks = Checks(keys, team, {} if seen is None else seen)
        self._token = token
        self._tries = Tries(send, tries, sleep)
        self._sleep = sleep
        self._clock = clock

    def __repr__(self) -> str:
        return f"Client({self.url!r})"

    def append_turns(self, session: str, turns: Messages, *, after_seq: int | None = None) -> Appended:
        """Sends new messages of a session, each once: those without an `external_id` get one, so that tries repeat."""
        body = {"turns": [{**turn, "external_id": turn.get("external_id") or uuid.uuid4().hex} for turn in turns]}
        if after_seq is not None:
            body["after_seq"] = after_seq  # type: ignore[assignment]  # one more field, of another type
        return results.appended(self._call("POST", f"/sessions/{_name(session)}/turns", body))

    def prepare(
        self, session: str, *, from_seq: int | None = None, to_seq: int | None = None, structured: bool = False
    ) -> Prepared:
        """What to show to the compactor: the turns without their pinned spans, and what should be pinned first.

        `structured`: the answer's `prompt` asks for a compaction by fields; send that as `state_delta` alone.
        """
        given = {"session": session, "from_seq": from_seq, "to_seq": to_seq, "structured": structured}
        return results.prepared(self._call("POST", "/compactions/prepare", given))

    def submit(
        self,
        session: str,
        summary: str,
        *,
        turns: Messages = (),
        idempotency_key: str | None = None,
        **fields: Any,
    ) -> Submission:
        """Proposes a summary for turns of the session. `fields`: the others of `POST /compactions`, such as `to_seq`.

        The same `idempotency_key` with the same content gives the same compaction, also after a restart.
        """
        body: dict[str, Any] = {"session": session, "summary": summary, **fields}
        if turns:
            body["turns"] = list(turns)
        key = {"Idempotency-Key": idempotency_key or uuid.uuid4().hex}
        return results.submission(self._call("POST", "/compactions", body, headers=key))

    def status(self, compaction: str, *, wait: int = 0) -> Status:
        """Where it stands; `wait` holds the answer back for up to so many seconds (25 at most) until it is decided."""
        return results.status(self._call("GET", f"/compactions/{_name(compaction)}", query={"wait": wait}))

    def wait(self, compaction: str, *, timeout: float) -> Status:
        """The status once it is decided (look at `approved`). Raises StillOpen after `timeout` seconds."""
        end = self._clock() + timeout
        while True:
            left = end - self._clock()
            asked = self._clock()
            now = self.status(compaction, wait=max(0, min(LONGEST_WAIT, int(left))))
            if not now.is_open:
                return now
            if self._clock() >= end:
                raise StillOpen(f"{compaction} is {now.state} after {timeout} s")
            if self._clock() - asked < 1:  # the server did not wait
                self._sleep(min(1.0, max(0.0, left)))

    def context(self, compaction: str, *, format: str = "stet", require_signature: bool = True) -> Context:
        """The verified context that took effect: `stet`, `openai` or `anthropic`.

        Raises HistoryStays unless it is approved and in force, NotVerified unless everything fits. Without the extra
        `[verify]` it raises Unsigned, unless `require_signature` is False: then it checks digest, pins and epoch alone.
        """
        answer = self._call("GET", f"/compactions/{_name(compaction)}/context", query={"format": format})
        return self.verify(answer, compaction=compaction, format=format, require_signature=require_signature)

    def verify(
        self, answer: Mapping[str, Any], *, compaction: str, format: str = "stet", require_signature: bool = True
    ) -> Context:
        """The same checks for an answer that you kept."""
        if require_signature and self.checks.keys is None:
            self.checks.keys = self.keys()
        return self.checks.verified(answer, compaction=compaction, format=format, signature=require_signature)

    def applied(self, context: Context) -> None:
        """Tells the server that the agent now runs on this context. May be repeated."""
        self._call("POST", f"/compactions/{context.compaction}/applied", {"context_digest": context.digest})

    def replaced(self, history: Sequence[Any], compaction: str, *, sent: int, format: str = "stet") -> Replaced:
        """The history to go on with: the approved context in place of what was sent; on any failure `history`.

        `sent`: how many messages of the history the server has. The others stay, behind the context. Nothing is raised.
        """
        try:
            context = self.context(compaction, format=format)
            self.applied(context)
        except StetError as error:
            return Replaced(history, error=error)
        return Replaced([*context.messages, *history[sent:]], context)

    def assert_pinned(self, session: str, context: Sequence[Any] | Mapping[str, Any]) -> None:
        """Raises PinsNotHeld unless the context holds the session's pinned block to the byte. Ask before you act.

        `context`: messages, or a request to Anthropic's API with its `system` and `messages`.
        """
        messages = as_messages(context) if isinstance(context, Mapping) else list(context)
        answer = self._call("POST", "/assertions", {"session": session, "messages": messages})
        if results.Answer(answer).value.get("held") is not True:
            raise PinsNotHeld(answer)

    def withdraw(self, compaction: str) -> Status:
        """Takes an open proposal back. May be repeated."""
        return results.status(self._call("POST", f"/compactions/{_name(compaction)}/withdraw", {}))

    def close(self, session: str) -> None:
        """The conversation is over: an open proposal is void, and no turn is added any more. May be repeated."""
        self._call("POST", f"/sessions/{_name(session)}/close", {})

    def standing(self, session: str) -> Standing:
        """What is stored of a session, what is in force, and what was proposed last."""
        return results.standing(self._call("GET", f"/sessions/{_name(session)}"))

    def pins(self, session: str) -> Pins:
        return results.pins(self._call("GET", "/pins", query={"session": session}))

    def propose_pin(
        self, key: str, text: str, *, session: str | None = None, severity: str = "ADVISORY", **span: int
    ) -> Mapping[str, Any]:
        """Asks for a pin; a person decides. `span`: `turn_seq`, `start` and `end` of the text in that turn."""
        given = {"key": key, "text": text, "session": session, "severity": severity, **span}
        return results.Answer(self._call("POST", "/pins/proposals", given)).value

    def state(self, session: str) -> State:
        """The state record; version 0 before the first."""
        return results.state(self._call("GET", f"/sessions/{_name(session)}/state"))

    def write_state(self, session: str, record: Mapping[str, Any], *, version: int) -> State:
        """Stores the whole record, made from this version; raises Refused 412 if there is a later one."""
        match = {"If-Match": f'"{version}"'}
        return results.state(self._call("PUT", f"/sessions/{_name(session)}/state", record, headers=match))

    def turn(self, session: str, seq: int) -> Mapping[str, Any]:
        """One original turn, as a summary cites it: `[[turn:N]]`."""
        return results.Answer(self._call("GET", f"/sessions/{_name(session)}/turns/{seq}")).value

    def recall(self, session: str, words: str, *, offset: int = 0) -> Mapping[str, Any]:
        """Original turns that hold these words in any order and form, the best first; a phrase in quotes as it is."""
        asked = {"q": words, "offset": offset}
        return results.Answer(self._call("GET", f"/sessions/{_name(session)}/recall", query=asked)).value

    def retrieve(self, compaction: str, query: str = "", *, tokens: int = 4_000) -> Mapping[str, Any]:
        """After an abort: the turns that a rejection or a query names, word for word, for about so many tokens."""
        asked = {"q": query, "tokens": tokens}
        return results.Answer(self._call("GET", f"/compactions/{_name(compaction)}/retrieval", query=asked)).value

    def receipt(self, receipt: str) -> bytes:
        """A signed envelope, for `python -m reviewapp.guard verify`."""
        return json.dumps(self._call("GET", f"/receipts/{_name(receipt)}")).encode()

    def keys(self) -> bytes:
        """The server's public keys as they are now."""
        return json.dumps(self._call("GET", "/.well-known/stet-keys.json", root=True)).encode()

    def _call(
        self,
        method: str,
        path: str,
        body: Mapping[str, Any] | None = None,
        *,
        query: Mapping[str, object] | None = None,
        headers: Mapping[str, str] | None = None,
        root: bool = False,
    ) -> Any:
        """Every call may come twice: reads, calls that say so, and those that carry a key or ids of their own."""
        url = self.url + ("" if root else "/api/v1") + path + (f"?{urlencode(query)}" if query else "")
        told = {"Authorization": f"Bearer {self._token}", "Accept": "application/json", **(headers or {})}
        data = None
        if body is not None:
            told["Content-Type"] = "application/json"
            data = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        return answered(self._tries(Request(method, url, told, data)))


def _name(text: str) -> str:
    return quote(text, safe="")
