"""Holding a compaction for a while, letting it go, and sending a failed one back to the workers."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import reverse

from reviewapp.models import Compaction
from reviewapp.services.errors import Refused
from reviewapp.services.review import actions, leases
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_action
from reviewapp.web.review.address import View
from reviewapp.web.review.page import ReviewPage, get_compaction


@team_action("../")
def claim(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    """Also the beat that prolongs a claim: htmx gets the lease alone, a form the page."""
    refused = _try(lambda: actions.claim(team=request.team, user=request.user, compaction_id=compaction_id))
    if request.htmx:  # a claim that was lost meanwhile shows in the banner, and no draft is touched
        page = ReviewPage(get_compaction(request.member, compaction_id), request.member, View())
        return layout.fragment(request, "review/_claimed.html", {"page": page})
    return _back(request, compaction_id, refused)


@team_action("../")
def take_over(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    refused = _try(lambda: actions.take_over(team=request.team, user=request.user, compaction_id=compaction_id))
    return _back(request, compaction_id, refused)


@team_action("../")
def release(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    actions.release(team=request.team, user=request.user, compaction_id=compaction_id)
    return layout.go(request, reverse("web:queue", args=[request.team.slug]))


@team_action("../")
def skip(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    return layout.go(
        request, _url_of(request, leases.skip(team=request.team, user=request.user, compaction_id=compaction_id))
    )


@team_action("../")
def retry(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    refused = _try(lambda: actions.retry(team=request.team, user=request.user, compaction_id=compaction_id))
    return _back(request, compaction_id, refused)


def next_url(request: TeamRequest) -> str:
    """The page of what one holds beside it, or of the next proposal, now claimed; the queue where none is free."""
    return _url_of(request, actions.resume_or_claim(team=request.team, user=request.user))


def _url_of(request: TeamRequest, found: Compaction | None) -> str:
    if found is None:
        return reverse("web:queue", args=[request.team.slug])
    return reverse("web:review", args=[request.team.slug, found.pk])


def _try(action: Callable[[], object]) -> str:
    """The words of a refusal, or nothing. What is missing is a missing page."""
    try:
        action()
    except Refused as refused:
        if refused.status == HTTPStatus.NOT_FOUND:
            raise Http404(refused.message) from refused
        return refused.message
    return ""


def _back(request: TeamRequest, compaction_id: UUID, said: str) -> HttpResponse:
    if said:
        messages.error(request, said)
    return layout.go(request, reverse("web:review", args=[request.team.slug, compaction_id]))
