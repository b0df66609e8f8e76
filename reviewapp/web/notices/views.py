"""What waits for the person who looks, and how they and the team's channel are told."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET

from reviewapp.models import Notice, NoticeChoice, NoticeKind, Role
from reviewapp.services.errors import Refused
from reviewapp.services.notices import choices
from reviewapp.services.notices.choices import DIGESTS, Wish
from reviewapp.services.notices.wording import HEADINGS, place
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_action, team_page
from reviewapp.web.form_values import number, whole

A_PAGE = 50


@require_GET
@team_page()
def notices(request: TeamRequest) -> HttpResponse:
    return _page(request)


@team_action("../", decides=False)
def read(request: TeamRequest) -> HttpResponse:
    choices.read_all(team=request.team, user=request.user)
    return layout.go(request, reverse("web:notices", args=[request.team.slug]))


@team_action("../", decides=False)
def choose(request: TeamRequest) -> HttpResponse:
    address = request.POST.get("address", "").strip()
    return _chosen(
        request, lambda wish: choices.choose(team=request.team, user=request.user, wish=wish, address=address)
    )


@team_action("../", decides=False)
def choose_for_team(request: TeamRequest) -> HttpResponse:
    return _chosen(request, lambda wish: choices.choose_for_team(team=request.team, user=request.user, wish=wish))


def _chosen(request: TeamRequest, save: Any) -> HttpResponse:
    try:
        save(_wish(request))
    except Refused as refusal:
        return _page(request, refusal=refusal)
    messages.success(request, gettext("Saved."))
    return layout.go(request, reverse("web:notices", args=[request.team.slug]))


def _wish(request: TeamRequest) -> Wish:
    """What a form says. A ticked kind is one to be told of; an empty Slack address leaves the stored one alone."""
    post = request.POST
    told, slack = set(post.getlist("kinds")), post.get("slack_url", "").strip()
    return Wish(
        email=post.get("email") == "on",
        slack_url="" if post.get("forget_slack") == "on" else slack or None,
        muted=[kind for kind in NoticeKind if kind not in told],
        digest_minutes=whole(post.get("digest_minutes", ""), "digest_minutes"),
        quiet_from=_hour(post.get("quiet_from", ""), "quiet_from"),
        quiet_to=_hour(post.get("quiet_to", ""), "quiet_to"),
        zone=post.get("zone", "").strip() or "UTC",
    )


def _hour(text: str, field: str) -> int | None:
    return whole(text.strip(), field) if text.strip() else None


def _page(request: TeamRequest, **extra: Any) -> HttpResponse:
    rows = Notice.objects.filter(team=request.team, user=request.user, done_at=None)
    shown = Paginator(rows.select_related("compaction__session").order_by("-at", "-id"), A_PAGE)
    page = shown.get_page(number(request.GET.get("page"), default=1))
    leads = request.member.role == Role.LEAD
    context = {
        "page": page,
        "told": [(each, HEADINGS[NoticeKind(each.kind)], place(request.team, each)) for each in page],
        "unread": rows.filter(seen_at=None).exists(),
        "choice": _choice(request, own=True),
        "channel": _choice(request, own=False) if leads else None,
        "kinds": list(HEADINGS.items()),
        "digests": DIGESTS,
        **extra,
    }
    refusal = extra.get("refusal")
    return layout.page(
        request, "notices/page.html", context, room="web:notices", status=refusal.status if refusal else 200
    )


def _choice(request: TeamRequest, *, own: bool) -> NoticeChoice:
    """The stored one, or the defaults, unsaved."""
    user = request.user if own else None
    found = NoticeChoice.objects.filter(team=request.team, user=user).first()
    return found or NoticeChoice(team=request.team, user=user)
