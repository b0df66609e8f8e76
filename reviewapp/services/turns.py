"""Appending raw turns to a session. The server gives the numbers; a turn that came twice is stored once."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from reviewapp.engine.types import ORIGIN_OF_ROLE, Origin
from reviewapp.guard.digest import merkle_root, sha256, turn_leaf
from reviewapp.models import AgentToken, Session, Team, Turn, TurnBody
from reviewapp.services import audit
from reviewapp.services.errors import Refused
from reviewapp.services.locks import lock_session, now

BATCH = 1_000


@dataclass(frozen=True)
class TurnIn:
    """One turn as it comes in. Without an origin its role tells who speaks."""

    role: str
    content: str
    origin: str | None = None
    kind: str = "text"
    tool_call_id: str = ""
    tool_name: str = ""
    is_error: bool = False
    external_id: str = ""
    at: datetime | None = None
    message_index: int | None = None
    part: int | None = None


@dataclass(frozen=True)
class Appended:
    """`first_seq`..`last_seq` are the turns that were new; `first_seq` is past `last_seq` when none was."""

    session: Session
    first_seq: int
    last_seq: int
    epoch: int


def open_session(team: Team, external_id: str) -> Session:
    """The session of that name, locked; made on first use."""
    session, _ = Session.objects.get_or_create(team=team, external_id=external_id)
    locked = lock_session(team.id, session.id)
    locked.team = team
    if locked.closed_at is not None:
        raise Refused("session_closed", "This session was closed.", 409)
    return locked


def append(session: Session, turns: Sequence[TurnIn], *, token: AgentToken, after_seq: int | None = None) -> Appended:
    """Appends to a locked session inside the caller's transaction."""
    fresh = list(_not_yet_known(session, turns))
    first = session.last_seq + 1
    if fresh and after_seq is not None and after_seq != session.last_seq:
        message = f"The last turn here is {session.last_seq}."
        raise Refused("seq_gap", message, 409, "/after_seq", {"last_seq": session.last_seq})
    if fresh:
        root = _store(session, fresh)
        session.last_seq += len(fresh)
        session.save(update_fields=["last_seq"])
        body = {"from_seq": first, "to_seq": session.last_seq, "root": root.hex()}
        audit.append(session.team, "turns.appended", token, session, body)
    return Appended(session, first, session.last_seq, session.epoch)


def encode(text: str, field: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise Refused("not_unicode", "The text holds half of a surrogate pair.", 422, f"/{field}") from error


def origin_of(turn: TurnIn) -> str:
    return turn.origin or ORIGIN_OF_ROLE.get(turn.role.lower(), Origin.TOOL)


def _not_yet_known(session: Session, turns: Sequence[TurnIn]) -> Iterator[TurnIn]:
    """The turns without those that are here already under their external id, byte for byte."""
    named = [turn.external_id for turn in turns if turn.external_id]
    rows = Turn.objects.filter(team_id=session.team_id, session=session, external_id__in=named)
    known = dict(rows.values_list("external_id", "digest"))
    for index, turn in enumerate(turns):
        digest = sha256(encode(turn.content, f"turns/{index}/content"))
        if turn.external_id not in known:
            yield turn
        elif known[turn.external_id] != digest:
            message = "A turn with this external_id is here with other bytes."
            raise Refused("turn_differs", message, 409, f"/turns/{index}/external_id")
        if turn.external_id:
            known[turn.external_id] = digest


def _store(session: Session, turns: Sequence[TurnIn]) -> bytes:
    """Writes the rows; the Merkle root of their leaves goes into the audit chain."""
    received = now()
    rows, bodies = [], []
    for seq, turn in enumerate(turns, session.last_seq + 1):
        row, body = _rows(session, seq, turn, received)
        rows.append(row)
        bodies.append(body)
    Turn.objects.bulk_create(rows, batch_size=BATCH)
    TurnBody.objects.bulk_create(bodies, batch_size=BATCH)
    return merkle_root(row.leaf for row in rows)


def _rows(session: Session, seq: int, turn: TurnIn, received: datetime) -> tuple[Turn, TurnBody]:
    content, salt, origin = turn.content.encode(), os.urandom(32), origin_of(turn)
    row = Turn(
        team=session.team,
        session=session,
        seq=seq,
        role=turn.role,
        kind=turn.kind,
        origin=origin,
        digest=sha256(content),
        leaf=turn_leaf(salt, turn.role, origin, content),
        size=len(turn.content),
        tool_call_id=turn.tool_call_id,
        tool_name=turn.tool_name,
        is_error=turn.is_error,
        external_id=turn.external_id,
        message_index=turn.message_index,
        part=turn.part,
        at=turn.at or received,
    )
    return row, TurnBody(team=session.team, turn=row, content=content, salt=salt)
