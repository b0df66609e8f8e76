"""What agents send: turns, and proposals to replace some of them by a summary."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q

from reviewapp.guard.canonical import Json
from reviewapp.guard.digest import sha256, summary_digest
from reviewapp.guard.states import OPEN, State
from reviewapp.models import (
    AgentToken,
    Build,
    Compaction,
    Idempotency,
    Level,
    Policy,
    Revision,
    Session,
    Team,
)
from reviewapp.services.audit import audit_log
from reviewapp.services.compactions import finalize, manifest, prepare, state_delta, structured
from reviewapp.services.errors import Refused
from reviewapp.services.links import review_url
from reviewapp.services.locks import hold, now, retried, take_turns, transaction
from reviewapp.services.sessions.ownership import own
from reviewapp.services.sessions.turns import Appended, TurnIn, append, encode, open_session
from workers.queue import enqueue_analysis

__all__ = ["Appended", "IdempotencyKey", "Proposal", "Submitted", "TurnIn", "append_turns", "submit", "withdraw"]

ROUTE = "compactions"


@dataclass(frozen=True)
class Proposal:
    """A compaction as an agent words it. Without a range it is all that follows the last covered turn."""

    session: str
    summary: str
    turns: Sequence[TurnIn] = ()
    from_seq: int | None = None
    to_seq: int | None = None
    level: str | None = None
    builds_on: Sequence[UUID] = ()
    state_delta: Mapping[str, Any] | None = None
    evicted_keys: Sequence[str] = ()
    compactor: Mapping[str, Any] | None = None
    compactor_input: str | None = None
    keep_head: int = 1
    keep_tail: int = 0


@dataclass(frozen=True)
class IdempotencyKey:
    key: str
    body_digest: bytes


@dataclass(frozen=True)
class Submitted:
    """`answer` is the JSON body to send; a replay has the same bytes. `compaction` as it is now."""

    compaction: Compaction
    status: int
    answer: bytes
    replayed: bool


@retried
def append_turns(
    *, team: Team, token: AgentToken, session: str, turns: Sequence[TurnIn], after_seq: int | None = None
) -> Appended:
    with transaction():
        locked = open_session(team, session, token)
        return append(locked, turns, token=token, after_seq=after_seq)


@retried
def submit(
    *, team: Team, token: AgentToken, proposal: Proposal, idempotency: IdempotencyKey | None = None
) -> Submitted:
    """Stores a proposal as received and rings a worker after the commit. Refused before anything is stored."""
    try:
        return _submit(team, token, proposal, idempotency)
    except _Overdue as overdue:
        finalize.expire(overdue.compaction)  # the sweeper has not come by yet
        return _submit(team, token, proposal, idempotency)


class _Overdue(Exception):  # no error: the way out of a transaction that has to come after another
    """An open proposal whose time is over keeps a new one out."""

    def __init__(self, compaction: Compaction) -> None:
        super().__init__(compaction.pk)
        self.compaction = compaction


def _submit(team: Team, token: AgentToken, proposal: Proposal, idempotency: IdempotencyKey | None) -> Submitted:
    with transaction():
        answered = idempotency and _answered(team, idempotency)
        if answered:
            return answered
        session = open_session(team, proposal.session, token)
        append(session, proposal.turns, token=token)
        compaction = _store(session, token, proposal)
        answer = json.dumps(_answer(compaction), separators=(",", ":")).encode()
        if idempotency:
            _remember(compaction, idempotency, answer)
        enqueue_analysis(compaction.id)
    return Submitted(compaction, 201, answer, replayed=False)


@retried
def withdraw(*, team: Team, token: AgentToken, compaction_id: UUID) -> Compaction:
    """The agent takes an open proposal back; withdrawing it again changes nothing."""
    with transaction():
        held = hold(team=team, compaction_id=compaction_id)
        own(held.session, token)
        if held.compaction.state != State.WITHDRAWN:
            finalize.end(held, State.WITHDRAWN, actor=token, reason_code="withdrawn")
        return held.compaction


def _answered(team: Team, idempotency: IdempotencyKey) -> Submitted | None:
    """The answer already given under this key. Requests with the same key wait for each other here."""
    take_turns(f"{team.id}/{ROUTE}/{idempotency.key}")
    row = Idempotency.objects.filter(team=team, route=ROUTE, key=idempotency.key).first()
    if row is None:
        return None
    if row.body_digest != idempotency.body_digest:
        raise Refused("idempotency_mismatch", "This key was used with another body.", 422, "Idempotency-Key")
    compaction = Compaction.objects.get(team=team, id=json.loads(row.answer)["id"])
    return Submitted(compaction, row.status, row.answer, replayed=True)


def _remember(compaction: Compaction, idempotency: IdempotencyKey, answer: bytes) -> None:
    Idempotency.objects.create(
        team_id=compaction.team_id,
        route=ROUTE,
        key=idempotency.key,
        body_digest=idempotency.body_digest,
        status=201,
        answer=answer,
    )


def _store(session: Session, token: AgentToken, proposal: Proposal) -> Compaction:
    summary, received = (
        encode(structured.summary_of(proposal.summary, proposal.state_delta, proposal.compactor), "summary"),
        now(),
    )
    attempt = _attempt(session, received)
    children = _children(session, proposal)
    first, last = _range(session, proposal, children)
    compaction = _compaction(session, token, proposal, first, last, received)
    compaction.level, compaction.attempt = _level(proposal, children), attempt
    source = manifest.Source.of(compaction)
    compaction.source_chars = source.chars
    compaction.submission_digest = manifest.submission_digest(
        compaction, summary=summary, children=children, source_root=source.root
    )
    _save(compaction, summary)
    if children:
        builds = (Build(team_id=session.team_id, compaction=compaction, child=child) for child in children)
        Build.objects.bulk_create(builds)
    state_delta.propose_negations(compaction)
    audit_log.append(
        session.team, "compaction.received", token, compaction, {"submission": compaction.submission_digest.hex()}
    )
    return compaction


def _attempt(session: Session, received: datetime) -> int:
    """Which try at this generation it is. Refused while another is open; one that is overdue has to end first."""
    rows = Compaction.objects.filter(team_id=session.team_id, session=session)
    tries = 1
    for other in rows.filter(Q(generation=session.generation + 1) | Q(state__in=OPEN)).only("state", "expires_at"):
        if other.is_open and other.expires_at <= received:
            raise _Overdue(Compaction.objects.get(team_id=session.team_id, pk=other.pk))
        if other.is_open:
            other.team = session.team
            raise _second(other)
        tries += 1
    return tries


def _second(other: Compaction) -> Refused:
    message = "This session has an open compaction; wait for its decision or withdraw it."
    details: dict[str, Json] = {"compaction": str(other.id), "review_url": review_url(other)}
    return Refused("open_compaction", message, 409, details=details)


def _children(session: Session, proposal: Proposal) -> list[Compaction]:
    """The active compactions named in `builds_on`, in turn order."""
    wanted = set(proposal.builds_on)
    if not wanted:
        return []
    children = list(Compaction.objects.active().filter(team_id=session.team_id, session=session, id__in=wanted))
    if len(children) != len(wanted):
        raise Refused("not_active", "It builds on something that is not active in this session.", 409, "/builds_on")
    return children


def _range(session: Session, proposal: Proposal, children: Sequence[Compaction]) -> tuple[int, int]:
    begin = children[0].from_seq if children else session.covered_seq + 1
    first = begin if proposal.from_seq is None else proposal.from_seq
    last = session.last_seq if proposal.to_seq is None else proposal.to_seq
    if first != begin:
        raise Refused("range", f"The range has to start at turn {begin}.", 409, "/from_seq", {"from_seq": begin})
    if not first <= last <= session.last_seq:
        detail = {"last_seq": session.last_seq}
        raise Refused("range", f"The range has to end within {first} to {session.last_seq}.", 409, "/to_seq", detail)
    if children:  # without, the range begins after all that is covered
        _covers_whole(session, children, first, last)
    return first, last


def _covers_whole(session: Session, children: Sequence[Compaction], first: int, last: int) -> None:
    """A range may not cut an active compaction in two, nor swallow one that it does not name."""
    touched = Compaction.objects.active().filter(team_id=session.team_id, session=session)
    inside = touched.filter(from_seq__lte=last, to_seq__gte=first)
    if {child.id for child in inside} != {child.id for child in children} or any(c.to_seq > last for c in children):
        message = "The range has to cover whole active compactions, each named in `builds_on`."
        raise Refused("range", message, 409, "/builds_on", {"active": [str(child.id) for child in inside]})


def _level(proposal: Proposal, children: Sequence[Compaction]) -> str:
    level = proposal.level or (Level.PARENT if children else Level.LEAF)
    if (level == Level.LEAF) == bool(children):
        raise Refused(
            "level", "A leaf builds on nothing; a parent or root builds on active compactions.", 422, "/level"
        )
    return level


def _compaction(
    session: Session, token: AgentToken, proposal: Proposal, first: int, last: int, received: datetime
) -> Compaction:
    policy = Policy.objects.current(session.team)
    given = proposal.compactor_input
    input_digest = None if given is None else sha256(encode(given, "compactor_input"))
    return Compaction(
        team=session.team,
        session=session,
        generation=session.generation + 1,
        from_seq=first,
        to_seq=last,
        base_epoch=session.epoch,
        policy=policy,
        keep_head=proposal.keep_head,
        keep_tail=proposal.keep_tail,
        state_delta=proposal.state_delta,
        evicted_keys=list(proposal.evicted_keys),
        compactor=proposal.compactor,
        compactor_input_digest=input_digest,
        assurance=prepare.assurance(session, first, last, input_digest),
        token=token,
        received_at=received,
        expires_at=received + timedelta(hours=policy.expiry_hours),
    )


def _save(compaction: Compaction, summary: bytes) -> None:
    """With its first revision. Each names the other, so the revision's number is drawn before both."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval(pg_get_serial_sequence('reviewapp_revision', 'id'))")
        (number,) = cursor.fetchone()
    compaction.current_revision = Revision(
        id=number, team_id=compaction.team_id, compaction=compaction, number=1, text=summary
    )
    compaction.current_revision.digest = summary_digest(summary)
    compaction.save(force_insert=True)
    compaction.current_revision.save(force_insert=True)


def _answer(compaction: Compaction) -> dict[str, Json]:
    return {
        "id": str(compaction.id),
        "session": compaction.session.external_id,
        "state": State.RECEIVED.value,
        "level": str(compaction.level),
        "from_seq": compaction.from_seq,
        "to_seq": compaction.to_seq,
        "base_epoch": compaction.base_epoch,
        "generation": compaction.generation,
        "attempt": compaction.attempt,
        "submission_digest": compaction.submission_digest.hex(),
        "expires_at": compaction.expires_at.isoformat(),
        "review_url": review_url(compaction),
    }
