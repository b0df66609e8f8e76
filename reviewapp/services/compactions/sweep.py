"""What keeps the promise when a message is lost: every few seconds, look for rows that nobody is at."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta
from itertools import takewhile

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from redis.exceptions import RedisError

from reviewapp.conf import conf
from reviewapp.engine import ENGINE_VERSION
from reviewapp.guard.states import State
from reviewapp.models import Compaction, Heartbeat, Idempotency, PinCheck, Policy, Register
from reviewapp.services import dispatch
from reviewapp.services.compactions import finalize
from reviewapp.services.compactions.refresh import refresh
from reviewapp.services.errors import Refused
from reviewapp.services.locks import alone, now
from reviewapp.services.notices import waiting
from reviewapp.services.pins import register
from reviewapp.services.receipts import checkpoints
from reviewapp.services.webhooks import sending
from workers import queue

log = logging.getLogger(__name__)


def sweep() -> int:
    """Rings again for every row without a live lease, and does what is due by now. Returns how many it rang for. Of two
    at once the second has nothing to do."""
    with alone("sweep") as mine:
        return _sweep() if mine else 0


def _sweep() -> int:
    moment = now()
    Heartbeat.objects.update_or_create(name="sweeper", defaults={"at": moment})
    expire_overdue(moment)
    rung = ring_due(moment)
    register.expire_due()
    checkpoints.due()
    _forget_old_answers(moment)
    dispatch.dispatch()
    sending.ring_due()
    sending.forget()
    waiting.from_clock()
    queue.enqueue_digests()
    refresh_stale()  # last, since only this one takes its time
    return rung


def expire_overdue(moment: datetime) -> None:
    for compaction in Compaction.objects.open().filter(expires_at__lte=moment).select_related("team"):
        _one(finalize.expire, compaction)


def ring_due(moment: datetime) -> int:
    """One message a row, unless the broker still holds as many as there are rows: then none was lost."""
    due = list(Compaction.objects.due(moment).order_by("received_at").values_list("id", flat=True))
    if not due or _waiting() >= len(due):
        return 0
    return sum(1 for _ in takewhile(queue.ring_now, due))  # a broker that did not take one takes none


def refresh_stale() -> None:
    """Rows in review whose checks are of another engine, policy or register version: a few in each sweep, the longest
    waiting first, so that a changed pin or engine is no storm. Who opens one has it checked at once."""
    for compaction in stale().order_by("received_at")[: conf.recheck_batch]:
        _one(_refresh, compaction)


def stale() -> QuerySet[Compaction]:
    policy = Policy.objects.filter(team=OuterRef(OuterRef("team"))).order_by("-version").values("version")[:1]
    registers = Register.objects.filter(team=OuterRef(OuterRef("team")))
    of_team = registers.filter(session=None).values("version")
    of_session = registers.filter(session=OuterRef(OuterRef("session"))).values("version")
    current = PinCheck.objects.filter(
        analysis__compaction=OuterRef("pk"),
        analysis__revision=OuterRef("current_revision"),
        analysis__engine_version=ENGINE_VERSION,
        analysis__policy_version=Subquery(policy),
        team_register_version=Subquery(of_team),
        session_register_version=Subquery(of_session),
    )
    return Compaction.objects.filter(~Exists(current), state=State.IN_REVIEW).select_related("team")


def _refresh(compaction: Compaction) -> None:
    refresh(compaction=compaction)


def _one(action: Callable[[Compaction], None], compaction: Compaction) -> None:
    """One row that is busy or was decided meanwhile must not keep the sweeper from the others."""
    try:
        action(compaction)
    except Refused as refused:
        log.info("left for the next round", extra={"compaction": str(compaction.id), "code": refused.code})


def _waiting() -> int:
    try:
        return queue.waiting()
    except RedisError:
        return 0  # the broker can't say; sending will tell


def _forget_old_answers(moment: datetime) -> None:
    Idempotency.objects.filter(at__lt=moment - timedelta(days=conf.idempotency_days)).delete()
