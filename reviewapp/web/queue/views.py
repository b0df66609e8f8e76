"""The queue: what waits, and the next of it."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from reviewapp.services import review
from reviewapp.web import desk
from reviewapp.web.access import TeamRequest, team_page
from reviewapp.web.queue.build import build_queue
from reviewapp.web.words import BADGES, number

_SHOWN_MARKS = [mark for mark in BADGES if mark not in ("missing", "malformed", "inflated")]
_BLUE = ["pinned", "restored", "struck", "dismissed"]


@require_GET
@team_page()
def queue(request: TeamRequest) -> HttpResponse:
    page = request.GET.get("page", "1")
    shown = build_queue(request.member, request.GET.get("view", ""), number(page) or 1)
    context = {
        "queue": shown,
        "marks_orange": _SHOWN_MARKS,
        "marks_blue": _BLUE,
        "public_url": settings.PUBLIC_URL,
    }
    return desk.page(request, "queue/page.html", context, room="web:queue")


@require_POST
@team_page(decides=True)
def claim_next(request: TeamRequest) -> HttpResponse:
    """The top of the queue becomes yours; where nothing is free, the queue says why."""
    found = review.claim_next(team=request.team, user=request.user)
    if found is None:
        messages.info(request, "Nothing free is left to review.")
        return desk.go(request, reverse("web:queue", args=[request.team.slug]))
    return desk.go(request, reverse("web:review", args=[request.team.slug, found.pk]))
