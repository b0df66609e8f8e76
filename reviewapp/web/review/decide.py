"""The verdict: what was shown is what is approved, and a rejection says what the next summary must keep."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from reviewapp.models import Compaction
from reviewapp.services.compactions import finalize
from reviewapp.services.errors import Refused
from reviewapp.services.review import restoring
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_page
from reviewapp.web.review.address import View
from reviewapp.web.review.answer import Draft, refusal
from reviewapp.web.review.lease_actions import next_url
from reviewapp.web.review.page import ReviewPage, get_compaction
from reviewapp.web.review.views import WORDS, current_view


@require_http_methods(["GET", "POST"])
@team_page(decides=True)
def approve(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    if request.method == "GET":
        return _confirm(request, compaction_id, "approve")
    return _decide(
        request,
        compaction_id,
        lambda: finalize.approve(
            team=request.team,
            user=request.user,
            compaction_id=compaction_id,
            manifest_digest=request.POST.get("manifest", ""),
        ),
        _("Approved %(what)s. The agent may apply it now."),
    )


@require_http_methods(["GET", "POST"])
@team_page(decides=True)
def reject(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    if request.method == "GET":
        return _confirm(request, compaction_id, "reject")
    return _reject(request, compaction_id, [], _("Rejected %(what)s. The agent keeps its history."))


@require_http_methods(["GET", "POST"])
@team_page(decides=True)
def renew(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    """A rejection that says what the next summary has to keep."""
    if request.method == "GET":
        return _confirm(request, compaction_id, "renew")
    words = _("Asked for a new summary of %(what)s. The agent keeps its history and is told what to keep.")
    return _reject(request, compaction_id, _must_keep(request, compaction_id), words)


@require_http_methods(["GET", "POST"])
@team_page(decides=True)
def bring_back(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    """What a restore is and brings about; a POST proposes it."""
    page = ReviewPage(get_compaction(request.member, compaction_id), request.member, View())
    reason, status = request.POST.get("reason", "").replace("\r\n", "\n"), 200
    if request.method == "POST":
        try:
            asked = restoring.request_restore(
                team=request.team, user=request.user, compaction_id=compaction_id, reason=reason
            )
        except Refused as refused:
            page.view, status = View(error=refused.message, draft=reason), refused.status
        else:
            messages.success(request, _("Proposed. It is reviewed like any other before it takes effect."))
            return layout.go(request, reverse("web:review", args=[request.team.slug, asked.pk]))
    return layout.page(request, "review/bring_back.html", {"page": page}, room="web:queue", status=status)


def _reject(request: TeamRequest, compaction_id: UUID, must_keep: list[str], words: str) -> HttpResponse:
    reason = request.POST.get("reason", "").replace("\r\n", "\n")
    return _decide(
        request,
        compaction_id,
        lambda: finalize.reject(
            team=request.team,
            user=request.user,
            compaction_id=compaction_id,
            reason_code=request.POST.get("reason_code", ""),
            reason=reason,
            must_keep=must_keep,
        ),
        words,
        draft=reason,
    )


def _must_keep(request: TeamRequest, compaction_id: UUID) -> list[str]:
    """The findings that were ticked, and those behind the one box of a very long list."""
    ticked = request.POST.getlist("must_keep")
    if "other_keeps" not in request.POST:
        return ticked
    page = ReviewPage(get_compaction(request.member, compaction_id), request.member, View())
    return [*ticked, *(view.key for view in page.other_keeps)]


def _confirm(request: TeamRequest, compaction_id: UUID, verdict: str) -> HttpResponse:
    """The dialog as a page, for browsers without script."""
    page = ReviewPage(get_compaction(request.member, compaction_id), request.member, View())
    return layout.page(request, "review/confirm.html", {"page": page, "verdict": verdict, **WORDS}, room="web:queue")


def _decide(
    request: TeamRequest, compaction_id: UUID, perform: Callable[[], Compaction], words: str, *, draft: str = ""
) -> HttpResponse:
    before = ReviewPage(get_compaction(request.member, compaction_id), request.member, current_view(request))
    try:
        decided = perform()
    except Refused as refused:
        return refusal(request, before, refused, Draft(text=draft))
    if decided.is_open:
        words = _("Your approval of %(what)s counts. Another person has to approve too.")
    what = _("%(session)s, generation %(n)s") % {"session": before.session, "n": decided.generation}
    messages.success(request, words % {"what": what})
    return layout.go(request, next_url(request) if request.POST.get("then") == "next" else before.base)
