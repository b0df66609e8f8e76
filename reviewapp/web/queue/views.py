"""The queue: what waits, the next of it, and one action on many."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET

from reviewapp.models import AgentToken, Compaction, Membership, Policy, Role, SavedView
from reviewapp.services.errors import Refused
from reviewapp.services.review import actions, bulk
from reviewapp.services.teams import saved_filters
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_action, team_page
from reviewapp.web.labels import BADGES, REJECTIONS, number
from reviewapp.web.queue import filters
from reviewapp.web.queue.build import build_queue, came_since

_SHOWN_MARKS = [mark for mark in BADGES if mark not in ("injection", "missing", "malformed", "inflated")]
_BLUE = ["pinned", "restored", "struck", "dismissed"]


@require_GET
@team_page()
def queue(request: TeamRequest) -> HttpResponse:
    wanted = filters.parse(request.GET)
    team = request.team
    context = {
        "queue": build_queue(request.member, wanted, number(request.GET.get("page")) or 1),
        "marks_orange": _SHOWN_MARKS,
        "marks_blue": _BLUE,
        "public_url": settings.PUBLIC_URL,
        "sorts": filters.sorts(wanted.view).items(),
        "holders": filters.HOLDERS.items(),
        "kinds": filters.KINDS,
        "agents": AgentToken.objects.filter(team=team).order_by("name").values_list("name", flat=True).distinct(),
        "saved": SavedView.objects.filter(team=team).select_related("user").order_by("name"),
        "deciders": Membership.objects.filter(team=team, role__in=[Role.REVIEWER, Role.LEAD]).select_related("user"),
        "rejections": REJECTIONS,
    }
    return layout.page(request, "queue/page.html", context, room="web:queue")


@require_GET
@team_page()
def news(request: TeamRequest) -> HttpResponse:
    """Polled: a line that says how many rows came since, never the rows, which would move under the cursor."""
    seen = _moment(request.GET.get("seen", ""))
    if seen is None:
        return HttpResponse(status=204)
    wanted = filters.parse(request.GET)
    context = {
        "fresh": came_since(request.member, wanted, seen),
        "filter": wanted,
        "seen": seen.isoformat(),
        "waiting": layout.waiting(request.team),
        "oob": True,
    }
    return layout.fragment(request, "queue/_news.html", context)


@team_action("../")
def claim_next(request: TeamRequest) -> HttpResponse:
    """What you hold goes on; else the top of the filter that was looked at becomes yours. Where nothing is free, the
    queue says why."""
    wanted = filters.parse(request.POST)
    found = actions.resume_or_claim(
        team=request.team,
        user=request.user,
        filters=filters.narrowing(wanted, timezone.now()),
        order=filters.order_of(wanted),
    )
    if found is None:
        messages.info(request, _("Nothing free is left to review here."))
        return layout.go(request, reverse("web:queue", args=[request.team.slug]) + wanted.address())
    return layout.go(request, reverse("web:review", args=[request.team.slug, found.pk]))


@team_action("../")
def many(request: TeamRequest) -> HttpResponse:
    """One action on every row that was ticked; says how many it was done to, and why not to the others."""
    actions: dict[str, Callable[[], bulk.Outcome]] = {
        "release": lambda: bulk.release(**_rows(request)),
        "assign": lambda: bulk.assign(**_rows(request), to=number(request.POST.get("to")) or 0),
        "reject": lambda: bulk.reject(
            **_rows(request), reason_code=request.POST.get("reason_code", ""), reason=request.POST.get("reason", "")
        ),
        "approve": lambda: bulk.approve(**_rows(request)),
    }
    wanted = request.POST.get("do", "")
    act = actions.get(wanted)
    try:
        if wanted in _ASKED_FIRST and "sure" not in request.POST:
            return _ASKED_FIRST[wanted](request)
        if act is None:
            raise Refused("invalid", _("Choose what to do with the ticked rows."), 422, "do")
        _tell(request, act())
    except Refused as refusal:
        messages.error(request, refusal.message)
    return _back(request)


@team_action("../")
def save_view(request: TeamRequest) -> HttpResponse:
    query = filters.parse(request.POST).address()
    try:
        saved_filters.save(team=request.team, user=request.user, name=request.POST.get("name", ""), query=query)
    except Refused as refusal:
        messages.error(request, refusal.message)
    return _back(request)


@team_action("../../")
def drop_view(request: TeamRequest, view_id: int) -> HttpResponse:
    try:
        saved_filters.remove(team=request.team, user=request.user, view_id=view_id)
    except Refused as refusal:
        messages.error(request, refusal.message)
    return _back(request)


def _moment(text: str) -> datetime | None:
    """A time with its zone, in UTC, since PostgreSQL reads no zone of sixteen hours or more; None where it is none."""
    try:
        found = parse_datetime(text)
        return None if found is None or timezone.is_naive(found) else found.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _rows(request: TeamRequest) -> bulk.Rows:
    try:
        ids = [UUID(text) for text in request.POST.getlist("ids")]
    except ValueError:
        raise Refused("invalid", _("The form names a row that is none."), 422, "ids") from None
    return bulk.Rows(team=request.team, user=request.user, ids=ids)


def _ask_approval(request: TeamRequest) -> HttpResponse:
    """Before an approval of many: how many of them it would be, and what keeps the others out."""
    outcome = bulk.approvable(**_rows(request))
    whys = dict(outcome.refused)
    ids = [*outcome.done, *whys]
    found = Compaction.objects.filter(team=request.team, pk__in=ids).select_related("session")
    context = {
        "filter": filters.parse(request.POST),
        "ids": ids,
        "quorum": Policy.objects.current(request.team).quorum,
        "ready": [row for row in found if row.pk in outcome.done],
        "left": [(row, whys[row.pk]) for row in found if row.pk in whys],
    }
    return layout.page(request, "queue/approve.html", context, room="web:queue")


def _ask_rejection(request: TeamRequest) -> HttpResponse:
    """Before a rejection of many: which ones, and the words that their agents read."""
    rows = bulk.checked(**_rows(request))
    found = Compaction.objects.filter(team=request.team, pk__in=rows, state="in_review").select_related("session")
    context = {
        "filter": filters.parse(request.POST),
        "rows": found.order_by("received_at"),
        "rejections": REJECTIONS,
        "reason_code": request.POST.get("reason_code", ""),
    }
    return layout.page(request, "queue/reject.html", context, room="web:queue")


_ASKED_FIRST: dict[str, Callable[[TeamRequest], HttpResponse]] = {"approve": _ask_approval, "reject": _ask_rejection}


def _tell(request: TeamRequest, outcome: bulk.Outcome) -> None:
    if outcome.done:
        done = ngettext("Done to %(n)s row.", "Done to %(n)s rows.", len(outcome.done))
        told = _("Done to %(n)s of %(of)s rows.") if outcome.refused else done
        of = len(outcome.done) + len(outcome.refused)
        messages.success(request, told % {"n": len(outcome.done), "of": of})
    reasons: dict[str, int] = {}
    for _row, why in outcome.refused:
        reasons[why] = reasons.get(why, 0) + 1
    for why, n in reasons.items():
        left = ngettext("%(n)s row left as it was: %(why)s", "%(n)s rows left as they were: %(why)s", n)
        messages.error(request, left % {"n": n, "why": why})


def _back(request: TeamRequest) -> HttpResponse:
    wanted = filters.parse(request.POST)
    return layout.go(request, reverse("web:queue", args=[request.team.slug]) + wanted.address())
