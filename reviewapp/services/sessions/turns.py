"""Appending raw turns to a session. The server gives the numbers; a turn that came twice is stored once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count

from django.db import connection
from django.db.models import Model

from reviewapp.engine.types import ORIGIN_OF_ROLE, Origin
from reviewapp.guard.digest import merkle_root, sha256, turn_leaf
from reviewapp.models import AgentToken, Session, Team, Turn, TurnBody
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused
from reviewapp.services.locks import now

SALT_BYTES = 32
TURN_COLUMNS = (
    *("id", "team_id", "session_id", "seq", "role", "kind", "origin", "digest", "leaf", "size", "tool_call_id"),
    *("tool_name", "is_error", "external_id", "message_index", "part", "at"),
)
# What two turns under one external id have to share: who says what, and as which part of the tool protocol.
SAID = ("digest", "role", "origin", "kind", "tool_call_id", "tool_name", "is_error")
BODY_COLUMNS = ("team_id", "turn_id", "content", "salt")


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


def open_session(team: Team, external_id: str, token: AgentToken) -> Session:
    """The session of that name, locked; made on first use."""
    if external_id in (".", ".."):
        raise Refused("invalid", "No address can name a session that is called . or ..", 422, "session")
    named = Session.objects.filter(team=team, external_id=external_id)
    locked = named.select_for_update(no_key=True).first()
    if locked is None:
        # Another request may make it at the same moment: it is one session, and the second waits for its lock.
        Session.objects.bulk_create(
            [Session(team=team, external_id=external_id, line=token.line)], ignore_conflicts=True
        )
        locked = named.select_for_update(no_key=True).get()
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
        audit_log.append(session.team, "turns.appended", token, session, body)
    return Appended(session, first, session.last_seq, session.epoch)


def encode(text: str, field: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise Refused("not_unicode", "The text holds half of a surrogate pair.", 422, f"/{field}") from error


def plain_lines(text: str) -> str:
    """As a form carries it: browsers send every line end as CR LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def origin_of(turn: TurnIn) -> str:
    return turn.origin or ORIGIN_OF_ROLE.get(turn.role.lower(), Origin.TOOL)


def _not_yet_known(session: Session, turns: Sequence[TurnIn]) -> Iterator[TurnIn]:
    """The turns without those that are here already under their external id, the same in all that they say."""
    named = [turn.external_id for turn in turns if turn.external_id]
    known = _known(session, named) if named else {}
    for index, turn in enumerate(turns):
        said = _said(turn, index)
        if turn.external_id not in known:
            yield turn
        elif known[turn.external_id] != said:
            other = " and ".join(_different(known[turn.external_id], said))
            message = f"A turn with this external_id is here with another {other}."
            raise Refused("turn_differs", message, 409, f"/turns/{index}/external_id")
        if turn.external_id:
            known[turn.external_id] = said


def _known(session: Session, named: Sequence[str]) -> dict[str, tuple[object, ...]]:
    """What is said by the turns that bear one of these external ids."""
    rows = Turn.objects.filter(team_id=session.team_id, session=session, external_id__in=named)
    return {row["external_id"]: tuple(row[name] for name in SAID) for row in rows.values("external_id", *SAID)}


def _said(turn: TurnIn, index: int) -> tuple[object, ...]:
    digest = sha256(encode(turn.content, f"turns/{index}/content"))
    return (digest, turn.role, origin_of(turn), turn.kind, turn.tool_call_id, turn.tool_name, turn.is_error)


def _different(known: tuple[object, ...], said: tuple[object, ...]) -> Iterator[str]:
    names = ("content", *SAID[1:])
    return (name for name, before, after in zip(names, known, said, strict=True) if before != after)


def _store(session: Session, turns: Sequence[TurnIn]) -> bytes:
    """Writes the rows by COPY, since a request may bring a hundred thousand turns; gives the root of their leaves."""
    received, rows, bodies, leaves = now(), [], [], []
    for turn_id, seq, turn in zip(_new_ids(len(turns)), count(session.last_seq + 1), turns, strict=False):
        content, salt = turn.content.encode(), os.urandom(SALT_BYTES)
        leaves.append(turn_leaf(salt, turn.role, origin_of(turn), content))
        rows.append((turn_id, session.team_id, session.id, seq, *_columns(turn, content, leaves[-1], received)))
        bodies.append((session.team_id, turn_id, content, salt))
    _copy(Turn, TURN_COLUMNS, rows)
    _copy(TurnBody, BODY_COLUMNS, bodies)
    return merkle_root(leaves)


def _columns(turn: TurnIn, content: bytes, leaf: bytes, received: datetime) -> tuple[object, ...]:
    """What stands in TURN_COLUMNS after the number."""
    return (
        turn.role,
        turn.kind,
        origin_of(turn),
        sha256(content),
        leaf,
        len(turn.content),
        turn.tool_call_id,
        turn.tool_name,
        turn.is_error,
        turn.external_id,
        turn.message_index,
        turn.part,
        turn.at or received,
    )


def _new_ids(number: int) -> list[int]:
    with connection.cursor() as cursor:
        sequence = "pg_get_serial_sequence('reviewapp_turn', 'id')"
        cursor.execute(f"SELECT nextval({sequence}) FROM generate_series(1, %s)", [number])  # noqa: S608  # a constant
        return [row[0] for row in cursor.fetchall()]


def _copy(model: type[Model], columns: Sequence[str], rows: Iterable[tuple[object, ...]]) -> None:
    statement = f"COPY {model._meta.db_table} ({', '.join(columns)}) FROM STDIN"
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(row)
