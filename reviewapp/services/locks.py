"""Transactions and the one lock order: memberships, team register, session register, session, compaction, team, audit
head."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, ParamSpec, TypeVar
from uuid import UUID

from django.db import OperationalError, connection
from django.db import transaction as django_transaction
from django.db.models import DateTimeField, F, Func, Q
from django.utils.translation import gettext as _

from reviewapp.models import Compaction, Register, Session, Team
from reviewapp.services.errors import BUSY, Refused, not_found

P = ParamSpec("P")
R = TypeVar("R")

TRIES = 3
_TRY_AGAIN = {"40P01", "40001"}  # deadlock, serialization failure
_WAITED_TOO_LONG = "55P03"

Mode = Literal["share", "exclusive"]
LastStep = Callable[[Sequence[object]], None]


class _LastSteps(threading.local):
    """What the open transaction of this thread still has to write before it commits."""

    def __init__(self) -> None:
        self.depth = 0
        self.owed: list[tuple[LastStep, object]] = []


_last_steps = _LastSteps()


@contextmanager
def transaction() -> Iterator[None]:
    """One transaction that waits at most three seconds for any lock. Inside another one it is a savepoint."""
    owed_before = len(_last_steps.owed)
    with django_transaction.atomic():
        if not _last_steps.depth:
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '3s'")
        _last_steps.depth += 1
        try:
            yield
            if _last_steps.depth == 1:
                finish()
        except BaseException:
            del _last_steps.owed[owed_before:]
            raise
        finally:
            _last_steps.depth -= 1


def at_the_end(step: LastStep, item: object) -> None:
    """Has `step` called with all its items, in order, as the last thing before the commit; at once where no
    `transaction()` is open. What a savepoint owed is forgotten when that is rolled back."""
    if _last_steps.depth:
        _last_steps.owed.append((step, item))
    else:
        step([item])


def finish() -> None:
    """Takes the last steps now, for who has to read what they write."""
    owed, _last_steps.owed = _last_steps.owed, []
    for step in dict.fromkeys(step for step, _item in owed):
        step([item for of, item in owed if of is step])


def retried(service: Callable[P, R]) -> Callable[P, R]:
    """Runs a service again when the database asks for it, three times at most; a lock that stays held is a 503."""

    @functools.wraps(service)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        for left in reversed(range(TRIES)):
            try:
                return service(*args, **kwargs)
            except OperationalError as error:
                state = getattr(error.__cause__, "sqlstate", None)
                # Inside a caller's transaction there is nothing left to repeat: that one decides.
                if connection.in_atomic_block or state not in {*_TRY_AGAIN, _WAITED_TOO_LONG}:
                    raise
                if state == _WAITED_TOO_LONG or not left:
                    raise Refused(
                        BUSY, _("Others are changing this right now. Nothing was done; try again."), 503
                    ) from error
        raise AssertionError("every try returns or raises")

    return call


class ClockTimestamp(Func):
    """`now` as part of a query."""

    function = "clock_timestamp"
    output_field = DateTimeField()


def now() -> datetime:
    """The database's clock at this moment, also inside a long transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (moment,) = cursor.fetchone()
    assert isinstance(moment, datetime)
    return moment


def lock_registers(team_id: int, session_id: UUID, mode: Mode) -> tuple[Register, Register]:
    """Both registers of a session, the team's first. Readers share the lock, a change of pins excludes them."""
    strength = {"share": "FOR SHARE", "exclusive": "FOR NO KEY UPDATE"}[mode]
    table = "SELECT * FROM reviewapp_register WHERE team_id = %s AND"
    of_team = Register.objects.raw(f"{table} session_id IS NULL {strength}", [team_id])[0]
    of_session = Register.objects.raw(f"{table} session_id = %s {strength}", [team_id, session_id])[0]
    return of_team, of_session


def lock_session(team_id: int, session_id: UUID) -> Session:
    return Session.objects.select_for_update(no_key=True).get(team_id=team_id, id=session_id)


def lock_compaction(team_id: int, compaction_id: UUID) -> Compaction:
    rows = Compaction.objects.select_for_update(no_key=True, of=("self",))
    return rows.select_related("team", "session", "current_revision").get(team_id=team_id, id=compaction_id)


@dataclass(frozen=True)
class Held:
    """What a transaction holds, locked in order. Without `registers` these two are as they were read, unlocked."""

    team_register: Register
    session_register: Register
    session: Session
    compaction: Compaction

    @property
    def registers(self) -> tuple[Register, Register]:
        return self.team_register, self.session_register


def hold(*, team: Team, compaction_id: UUID, registers: Mode | None = None) -> Held:
    """Locks a compaction and all that it depends on. Call it first in a transaction."""
    session_id = Compaction.objects.filter(team=team, id=compaction_id).values_list("session_id", flat=True).first()
    if session_id is None:
        raise not_found("compaction")
    of_team, of_session = (
        lock_registers(team.id, session_id, registers) if registers else read_registers(team.id, session_id)
    )
    session = lock_session(team.id, session_id)
    compaction = lock_compaction(team.id, compaction_id)
    compaction.session, compaction.team = session, team
    of_team.team = of_session.team = team
    return Held(of_team, of_session, session, compaction)


def take_turns(name: str) -> None:
    """Transactions of one name come after each other, to the end of each."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])


@contextmanager
def alone(name: str) -> Iterator[bool]:
    """Whether nobody else is at what bears this name; if so, nobody begins until the block ends. Waits for no one."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", [name])
        (mine,) = cursor.fetchone()
    try:
        yield mine
    finally:
        if mine:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", [name])


def share_policy(team: Team) -> None:
    """No other policy comes into force before the end of the transaction: who changes it locks the team."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM reviewapp_team WHERE id = %s FOR SHARE", [team.pk])


def read_registers(team_id: int, session_id: UUID) -> tuple[Register, Register]:
    rows = Register.objects.filter(Q(session=None) | Q(session_id=session_id), team_id=team_id)
    of_team, of_session = rows.order_by(F("session_id").asc(nulls_first=True))
    return of_team, of_session
