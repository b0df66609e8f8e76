"""The workers' side: lease a compaction, let the engine read it, put it before people or let the policy pass it."""

from __future__ import annotations

import logging
import uuid
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import Error as DatabaseError

from reviewapp.conf import conf
from reviewapp.guard.states import State
from reviewapp.models import Compaction, Heartbeat
from reviewapp.services.audit import audit_log
from reviewapp.services.compactions import approval_checks, finalize, heartbeat, turns_taken
from reviewapp.services.compactions.checks import check, settle
from reviewapp.services.compactions.refresh import refresh
from reviewapp.services.compactions.sweep import sweep
from reviewapp.services.compactions.transitions import advance
from reviewapp.services.errors import Refused
from reviewapp.services.locks import Held, hold, now, retried, transaction
from workers.queue import enqueue_analysis

__all__ = ["analyse", "refresh", "sweep"]

log = logging.getLogger(__name__)


def analyse(*, compaction_id: UUID) -> None:
    """One try under a lease, of this row or of one whose turn it is. Of two at once, the second finds the lease taken
    and does nothing."""
    Heartbeat.objects.update_or_create(name="worker", defaults={"at": now()})
    chosen = turns_taken.chosen(compaction_id)
    lease = uuid.uuid4()
    compaction = _lease(chosen, lease) if chosen else None
    if compaction is None:
        return
    try:
        with heartbeat.renewed(compaction, lease):
            check(compaction)  # the slow part: no transaction is open and nothing is locked
        _finish(compaction, lease)
    except DatabaseError:
        raise  # nothing can be written now; the lease runs out and the sweeper rings again
    except Exception as error:
        log.error("analysis failed", extra={"compaction": str(compaction.id)}, exc_info=error)
        _give_back(compaction, lease, type(error).__name__)


@retried
def _lease(compaction_id: UUID, lease: UUID) -> Compaction | None:
    """Takes the row for one try, by compare-and-set; None if there is nothing to do or somebody is at it."""
    row = Compaction.objects.filter(id=compaction_id).select_related("team").first()
    if row is None or not Compaction.objects.due(now()).filter(id=row.id).exists():
        return None
    if row.expires_at <= now():
        finalize.expire(row)
        return None
    with transaction():
        compaction = hold(team=row.team, compaction_id=row.id).compaction
        if compaction.attempts >= conf.analysis_attempts:
            _give_up(compaction, compaction.failure or "no worker came back")
            return None
        return _taken(compaction, lease, compaction.attempts + 1)


def _taken(compaction: Compaction, lease: UUID, attempt: int) -> Compaction | None:
    moment = now()
    columns: dict[str, Any] = {
        "lease_token": lease,
        "lease_until": moment + timedelta(seconds=conf.lease_seconds),
        "attempts": attempt,
    }
    if compaction.state == State.RECEIVED:
        return advance(compaction, State.ANALYSING, actor=None, body={"attempt": attempt}, **columns)
    rows = Compaction.objects.filter(team_id=compaction.team_id, id=compaction.id, state=State.ANALYSING)
    if not rows.filter(lease_until__lte=moment).update(**columns):
        return None
    compaction.lease_token, compaction.attempts = lease, attempt
    audit_log.append(compaction.team, "compaction.leased_again", None, compaction, {"attempt": attempt})
    return compaction


@retried
def _finish(leased: Compaction, lease: UUID) -> None:
    """The outcome of a try, under the locks of an approval. What moved meanwhile sends the row back to the start."""
    with transaction():
        held = hold(team=leased.team, compaction_id=leased.id, registers="share")
        compaction = held.compaction
        if compaction.state != State.ANALYSING or compaction.lease_token != lease:
            return
        if compaction.base_epoch != held.session.epoch:
            finalize.end(held, State.SUPERSEDED, actor=None, reason_code="epoch_moved")
            return
        standing = settle(compaction)
        if standing.analysis is None or standing.pin_check is None:
            advance(compaction, State.RECEIVED, actor=None, lease=lease, attempts=0)
            enqueue_analysis(compaction.id)
        elif not (approval_checks.passes_by_policy(compaction, standing) and _approved_by_policy(held)):
            _to_review(compaction, lease)


def _approved_by_policy(held: Held) -> bool:
    """The guards of a human approval may still refuse; then people look at it."""
    try:
        with transaction():
            finalize.approve_by_policy(compaction=held.compaction)
    except Refused as refused:
        log.info("policy did not pass", extra={"compaction": str(held.compaction.id), "code": refused.code})
        return False
    return True


def _to_review(compaction: Compaction, lease: UUID) -> None:
    advance(
        compaction,
        State.IN_REVIEW,
        actor=None,
        lease=lease,
        body={"manifest": compaction.manifest_digest.hex() if compaction.manifest_digest else None},
        manifest_digest=compaction.manifest_digest,
        risk=compaction.risk,
        attempts=0,
        next_attempt_at=None,
        failure="",
    )


@retried
def _give_back(leased: Compaction, lease: UUID, failure: str) -> None:
    """A try that failed: again later, each time after twice the pause, and visibly failed after the last."""
    with transaction():
        compaction = hold(team=leased.team, compaction_id=leased.id).compaction
        if compaction.state != State.ANALYSING or compaction.lease_token != lease:
            return
        again = failure == turns_taken.TIMED_OUT == compaction.failure
        if again or compaction.attempts >= conf.analysis_attempts:
            _give_up(compaction, failure)
            return
        pause = timedelta(seconds=conf.retry_seconds * 2 ** (compaction.attempts - 1))
        advance(compaction, State.RECEIVED, actor=None, lease=lease, failure=failure, next_attempt_at=now() + pause)


def _give_up(compaction: Compaction, failure: str) -> None:
    advance(compaction, State.FAILED, actor=None, failure=failure, body={"attempts": compaction.attempts})
