"""Who is told of what. Events bring most notices, the clock some; what waits no more is marked by comparison."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from uuid import UUID

from django.db.models import CharField, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Cast

from reviewapp.guard.states import State
from reviewapp.models import (
    Comment,
    Compaction,
    Decision,
    Membership,
    Notice,
    NoticeChoice,
    NoticeKind,
    OutboxEvent,
    Pin,
    PinProposal,
    PinState,
    ProposalState,
    Retirement,
    RetirementState,
)
from reviewapp.services import roles
from reviewapp.services.locks import now

DEADLINE_NEAR = timedelta(hours=4)
STALE_AFTER = timedelta(hours=8)
PIN_ENDS_WITHIN = timedelta(days=3)
KEPT = timedelta(days=30)

_MENTION = re.compile(r"(?<![\w@.])@([\w.+-]{1,150})")
_IN_REVIEW = (NoticeKind.FLAGGED, NoticeKind.ASSIGNED, NoticeKind.SECOND_APPROVAL, NoticeKind.DEADLINE)


def from_event(event: OutboxEvent) -> None:
    """Part of the transaction that dispatches the event. Nobody is told of what they did themselves."""
    if event.kind == "compaction.in_review":
        _tell(event, NoticeKind.FLAGGED, {*_deciders(event.team_id), None})
    elif event.kind == "claim.assigned":
        _tell(event, NoticeKind.ASSIGNED, {int(event.body["to"])})
    elif event.kind == "comment.added":
        _tell(event, NoticeKind.MENTIONED, _mentioned(event), str(event.body["comment"]))
    elif event.kind == "compaction.vote":
        _tell(event, NoticeKind.SECOND_APPROVAL, {*_deciders(event.team_id), None} - _voters(event))
    elif event.kind == "pin.retirement_requested":
        _tell(event, NoticeKind.RETIREMENT, {*_deciders(event.team_id), None})
    elif event.kind == "pin.proposed":
        _tell(event, NoticeKind.PIN_PROPOSED, {*_deciders(event.team_id), None})


def from_clock() -> None:
    """For the sweeper: deadlines that are near, a queue that nobody looked at, pins about to expire."""
    moment = now()
    in_review = Compaction.objects.filter(state=State.IN_REVIEW)
    for row in _untold(in_review.filter(expires_at__lte=moment + DEADLINE_NEAR), NoticeKind.DEADLINE):
        _add(row.team_id, NoticeKind.DEADLINE, {*_deciders(row.team_id), None}, str(row.id), row)
    day = f"{moment:%Y-%m-%d}"
    told = Notice.objects.filter(kind=NoticeKind.STALE, object_id=day).values("team")
    old = in_review.filter(received_at__lte=moment - STALE_AFTER, holder=None).exclude(team__in=told)
    for team_id in old.values_list("team", flat=True).distinct():
        _add(team_id, NoticeKind.STALE, {*_deciders(team_id), None}, day, None)
    ending = Pin.objects.filter(state=PinState.ACTIVE, current__expires_at__lte=moment + PIN_ENDS_WITHIN)
    for pin in _untold(ending, NoticeKind.PIN_EXPIRING):
        _add(pin.team_id, NoticeKind.PIN_EXPIRING, {*_deciders(pin.team_id), None}, str(pin.id), None)


def settle() -> None:
    """Marks what waits for nobody any more: decided, withdrawn, retired, or the person has left."""
    moment = now()
    open_ones = Notice.objects.filter(done_at=None)
    in_review = Compaction.objects.filter(id=OuterRef("compaction"), state=State.IN_REVIEW)
    over = open_ones.filter(~Exists(in_review), kind__in=_IN_REVIEW)
    over.update(done_at=moment)
    for kind, rows in (
        (NoticeKind.RETIREMENT, Retirement.objects.filter(state=RetirementState.OPEN)),
        (NoticeKind.PIN_PROPOSED, PinProposal.objects.filter(state=ProposalState.OPEN)),
        (NoticeKind.PIN_EXPIRING, Pin.objects.filter(state=PinState.ACTIVE, current__expires_at__isnull=False)),
    ):
        named = rows.annotate(name=Cast("id", CharField())).filter(name=OuterRef("object_id"))
        open_ones.filter(~Exists(named), kind=kind).update(done_at=moment)
    stale = Compaction.objects.filter(team=OuterRef("team"), state=State.IN_REVIEW, holder=None)
    stale = stale.filter(received_at__lte=moment - STALE_AFTER)
    open_ones.filter(~Exists(stale), kind=NoticeKind.STALE).update(done_at=moment)
    member = Membership.objects.filter(team=OuterRef("team"), user=OuterRef("user"))
    open_ones.filter(~Exists(member), user__isnull=False).update(done_at=moment)
    Notice.objects.filter(at__lt=moment - KEPT).exclude(done_at=None).delete()


def _untold(rows: QuerySet[Compaction] | QuerySet[Pin], kind: NoticeKind) -> Iterable[Compaction | Pin]:
    told = Notice.objects.filter(team=OuterRef("team"), kind=kind, object_id=Cast(OuterRef("pk"), CharField()))
    return rows.filter(~Exists(told))


def _tell(event: OutboxEvent, kind: NoticeKind, people: Iterable[int | None], object_id: str = "") -> None:
    compaction = None
    if event.object_kind == "compaction":
        compaction = Compaction.objects.get(team=event.team_id, id=event.object_id)
    actor = int(event.actor_id) if event.actor_kind == "user" else None
    told = {user for user in people if user is None or user != actor}
    _add(event.team_id, kind, told, object_id or event.object_id, compaction)


def _add(
    team_id: int, kind: NoticeKind, people: Iterable[int | None], object_id: str, compaction: Compaction | Pin | None
) -> None:
    """One row a person and thing, however often it is said. The team's channel (None) is told where there is one."""
    row = compaction if isinstance(compaction, Compaction) else None
    channel = NoticeChoice.objects.filter(team=team_id, user=None, slack_url__isnull=False).exists()
    Notice.objects.bulk_create(
        [
            Notice(team_id=team_id, user_id=user, kind=kind, object_id=object_id, compaction=row)
            for user in people
            if user is not None or channel
        ],
        ignore_conflicts=True,
    )


def _deciders(team_id: int) -> set[int]:
    rows = Membership.objects.filter(team=team_id, role__in=roles.DECIDERS)
    return set(rows.values_list("user", flat=True))


def _voters(event: OutboxEvent) -> set[int | None]:
    rows = Decision.objects.filter(team=event.team_id, compaction=UUID(event.object_id), actor__isnull=False)
    return set(rows.values_list("actor", flat=True))


def _mentioned(event: OutboxEvent) -> set[int]:
    """Members whose user name stands after an `@`, whatever the case of its letters."""
    comment = Comment.objects.filter(team=event.team_id, id=event.body["comment"]).first()
    names = set(_MENTION.findall(comment.text)) if comment else set()
    named = Q()
    for name in names:
        named |= Q(user__username__iexact=name) | Q(user__username__iexact=name.rstrip("."))
    rows = Membership.objects.filter(named, team=event.team_id) if names else Membership.objects.none()
    return set(rows.values_list("user", flat=True))
