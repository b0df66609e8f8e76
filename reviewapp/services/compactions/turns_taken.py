"""Which of the rows that wait a worker takes: teams take turns, and slow work never takes every worker."""

from __future__ import annotations

from uuid import UUID

from django.db.models import Count, F, Q

from reviewapp.conf import conf
from reviewapp.guard.states import State
from reviewapp.models import Compaction
from reviewapp.services.locks import now

TIMED_OUT = "SoftTimeLimitExceeded"  # how the failure of a try is called that took too long


def chosen(compaction_id: UUID) -> UUID | None:
    """The row that a message about `compaction_id` makes a worker take; None: there is nothing to do just now.

    That row itself, unless its team has one under way while another team waits, or it is slow and as many slow ones are
    under way as may be: then the oldest of the team with the fewest. Each row has a message of its own, and what is
    left over is rung again by the sweeper.
    """
    moment = now()
    due = Compaction.objects.due(moment)
    mine = due.filter(id=compaction_id).values("team_id", "source_chars", "failure").first()
    if mine is None:
        return None
    running = Compaction.objects.filter(state=State.ANALYSING, lease_until__gt=moment)
    busy = dict(running.values_list("team").annotate(n=Count("id")).order_by())
    may_be_slow = running.filter(_slow()).count() < conf.slow_at_once
    if not busy.get(mine["team_id"]) and (may_be_slow or not _is_slow(mine["source_chars"], mine["failure"])):
        return compaction_id
    others = due if may_be_slow else due.exclude(_slow())
    waiting = others.order_by(F("received_at")).values_list("team", "id")[:1_000]
    by_team: dict[int, UUID] = {}
    for team, row in waiting:
        by_team.setdefault(team, row)
    return min(by_team.items(), key=lambda item: busy.get(item[0], 0))[1] if by_team else None


def _slow() -> Q:
    return Q(source_chars__gt=conf.slow_chars) | Q(failure=TIMED_OUT)


def _is_slow(chars: int, failure: str) -> bool:
    return chars > conf.slow_chars or failure == TIMED_OUT
