"""Claude Code: its hooks PreCompact, SessionStart and PostCompact, which `stet claude-code hook` answers.

Claude Code shows its summary to nobody before it takes effect. So there are two ways. *Verify*: its compaction goes
ahead, the pinned block is put back after it, and the summary is then reviewed. *Hold*: its compaction is blocked, a
command of yours writes a summary instead, and once a person approved that one a new session starts on it.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reviewapp.client.client import Client
from reviewapp.client.conversation import chunks
from reviewapp.client.errors import BaseMoved, HistoryStays, Refused, StetError
from reviewapp.client.integrations.claude_transcript import Message, messages_in, unframed
from reviewapp.client.integrations.shapes import as_json, text_of
from reviewapp.client.results import NOTHING_YET, Context, MustKeep, Standing, Status

Payload = Mapping[str, Any]
Answer = dict[str, Any]
# (messages of the session, what the last reviewer wants kept) -> the summary
Summarise = Callable[[Sequence[Message], Sequence[MustKeep]], str]

LONGEST_CONTEXT = 10_000  # characters that a hook may add; Claude Code puts a longer text into a file
STANDS_ABOVE = "People pinned these rules for this session. They stand above any summary of it:"
UNREAD = ("received", "analysing")
NOT_READ = (
    "The pinned rules could not be read ({error}). Do nothing that can't be undone until a person has given them."
)


@dataclass(frozen=True)
class Hooks:
    """`summarise`: with one, compactions are held; without, they are verified. `auto_verify`: those that Claude Code
    starts by itself are verified all the same. `allow_on_error`: a compaction goes ahead, unreviewed, where the server
    can't be reached. `wait`: seconds for the first findings.
    """

    client: Client
    summarise: Summarise | None = None
    auto_verify: bool = False
    allow_on_error: bool = False
    wait: float = 10
    sleep: Callable[[float], None] = time.sleep

    def answer(self, payload: Payload) -> Answer:
        """The JSON for Claude Code; an empty one lets it go on. Raises ValueError for another hook."""
        event = str(payload.get("hook_event_name"))
        if event == "PreCompact":
            return self._before(payload)
        if event == "SessionStart":
            return self._started(payload) if payload.get("source") == "compact" else {}
        if event == "PostCompact":
            return self._after(payload)
        raise ValueError(f"no answer to the hook {event!r}: PreCompact, SessionStart and PostCompact are known")

    def _before(self, payload: Payload) -> Answer:
        try:
            session, transcript = session_of(payload), Path(str(payload.get("transcript_path")))
            if self._holds(payload):
                return _blocked(self._held(session, transcript))
            send(self.client, session, standing_of(self.client, session), messages_in(transcript))
            return {}
        except StetError as error:
            told = f"{type(error).__name__}: {error}"
            return (
                {"systemMessage": f"Stet: {told}"} if self.allow_on_error else _blocked(f"{told}. The history stays.")
            )

    def _holds(self, payload: Payload) -> bool:
        return self.summarise is not None and not (self.auto_verify and payload.get("trigger") == "auto")

    def _held(self, session: str, transcript: Path) -> str:
        """Why nothing is compacted now, and what to do about it."""
        standing = standing_of(self.client, session)
        latest = standing.latest
        if latest is not None and latest.is_open:
            return f"A summary waits for review: {latest.review_url}"
        if latest is not None and latest.state == "approved":
            command = f'claude --append-system-prompt "$(stet claude-code context {transcript})"'
            return f"A summary was approved. Start a new session on it: {command}"
        messages, status = messages_in(transcript), self.client.status(latest.id) if latest else None
        assert self.summarise is not None  # only then is anything held
        summary = self.summarise(messages, status.must_keep if status else ())
        proposed = propose(self.client, session, standing, messages, summary)
        return f"A summary waits for review: {proposed.review_url}"

    def _started(self, payload: Payload) -> Answer:
        try:
            block = self.client.pins(session_of(payload)).block
        except StetError as error:
            told = NOT_READ.format(error=f"{type(error).__name__}: {error}")
            return {**_context(told), "systemMessage": f"Stet: {told}"}
        text = f"{STANDS_ABOVE}\n{block}"
        if len(text) <= LONGEST_CONTEXT:
            return _context(text)
        warned = f"Stet: the pinned block has {len(block)} characters; Claude Code gives the model only its beginning."
        return {**_context(text), "systemMessage": warned}

    def _after(self, payload: Payload) -> Answer:
        try:
            session = session_of(payload)
            standing = standing_of(self.client, session)
            if standing.latest is not None and standing.latest.is_open:
                url = standing.latest.review_url
                return {"systemMessage": f"Stet: not proposed, an earlier summary still waits for review: {url}"}
            messages = messages_in(Path(str(payload.get("transcript_path"))))
            summary = unframed(str(payload.get("compact_summary", "")))
            proposed = propose(self.client, session, standing, messages, summary)
            return {"systemMessage": _told(self._read(proposed))}
        except StetError as error:
            return {"systemMessage": f"Stet: this summary is not under review. {type(error).__name__}: {error}"}

    def _read(self, status: Status) -> Status:
        """With the first findings, or as it is after `wait` seconds."""
        end = time.monotonic() + self.wait
        while status.state in UNREAD and time.monotonic() < end:
            self.sleep(1)
            status = self.client.status(status.id)
        return status


def session_of(payload: Payload) -> str:
    """Under this name the server has the session. Raises BaseMoved where the hook names none."""
    named = payload.get("session_id")
    if not named:
        raise BaseMoved("the hook does not say which session it is of")
    return f"claude-code:{named}"


def standing_of(client: Client, session: str) -> Standing:
    try:
        return client.standing(session)
    except Refused as refused:
        if (refused.status, refused.code) == (404, "not_found"):
            return NOTHING_YET
        raise


def send(client: Client, session: str, standing: Standing, messages: Sequence[Message]) -> None:
    """What the server lacks of the session; the first time makes it, so that the team's pins hold in it."""
    for chunk in chunks(messages[_known(messages, standing) :]):
        client.append_turns(session, chunk)


def propose(client: Client, session: str, standing: Standing, messages: Sequence[Message], summary: str) -> Status:
    """Sends what the server lacks of the session, and the summary of all that none covers yet."""
    send(client, session, standing, messages)
    latest = standing.latest.id if standing.latest else ""
    key = hashlib.sha256("\n".join((messages[-1]["external_id"], latest, summary)).encode()).hexdigest()
    submitted = client.submit(session, summary, idempotency_key=key, compactor={"name": "claude-code"}, keep_head=1)
    return client.status(submitted.id)


def continued(client: Client, session: str, messages: Sequence[Message]) -> str:
    """What a new session begins with: the approved context, and word for word what was said after it.

    Raises HistoryStays where none was approved. The server is told that it is applied.
    """
    standing = standing_of(client, session)
    if standing.in_force is None:
        raise HistoryStays(409, "history_stays", f"no summary of {session} was approved")
    context = client.context(standing.in_force)
    later = _later(client, context, messages)
    client.applied(context)
    said = [f"{message['role']}: {_text(message)}" for message in later]
    heading = ["After that was said, word for word:"] if said else []
    return "\n\n".join([*(text_of(message) for message in context.messages), *heading, *said])


def _later(client: Client, context: Context, messages: Sequence[Message]) -> Sequence[Message]:
    last = str(client.turn(context.session, context.through_seq)["external_id"]).partition("#")[0]
    for index, message in enumerate(messages, 1):
        if message["external_id"] == last:
            return messages[index:]
    raise BaseMoved("what was approved stands for another session than this transcript")


def _text(message: Message) -> str:
    content = message["content"]
    if isinstance(content, str):
        return content
    said = [part.get("text") or part.get("content") or part.get("input") or part for part in content]
    return "\n".join(each if isinstance(each, str) else as_json(each) for each in said)


def _known(messages: Sequence[Message], standing: Standing) -> int:
    """How many of the messages the server has. Raises BaseMoved where its last turn is none of them."""
    last = standing.last_external_id.partition("#")[0]
    if not standing.last_seq:
        return 0
    for index, message in enumerate(messages, 1):
        if message["external_id"] == last:
            return index
    raise BaseMoved("the server has turns of this session that the transcript lacks")


def _told(status: Status) -> str:
    count = len(status.findings)
    found = "not read yet" if status.state in UNREAD else "1 finding" if count == 1 else f"{count} findings"
    return f"Stet: this summary is in effect already. Its review ({status.state}, {found}): {status.review_url}"


def _blocked(reason: str) -> Answer:
    return {"decision": "block", "reason": f"Stet: {reason}"}


def _context(text: str) -> Answer:
    return {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": text}}
