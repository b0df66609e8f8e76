"""Webhooks of a team: its endpoints, and the delivery log of each. Everyone may read them, a lead changes them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Prefetch
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_GET

from reviewapp.models import EndpointState, WebhookAttempt, WebhookDelivery, WebhookEndpoint
from reviewapp.services import outbox
from reviewapp.services.errors import Refused
from reviewapp.services.webhooks import endpoints
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_action, team_page
from reviewapp.web.form_values import number
from reviewapp.web.settings.views import settings_page

A_PAGE = 50


@require_GET
@team_page()
def webhooks(request: TeamRequest) -> HttpResponse:
    return _listed(request)


@sensitive_variables("made")
@team_action("../", decides=False)
def make(request: TeamRequest) -> HttpResponse:
    """Answers with the page itself: the secret is shown once and stands in no address and no session."""
    try:
        made = endpoints.create(
            team=request.team,
            user=request.user,
            url=request.POST.get("url", "").strip(),
            kinds=request.POST.getlist("kinds"),
            description=request.POST.get("description", "").strip(),
        )
    except Refused as refusal:
        return _listed(request, refusal=refusal)
    return _listed(request, made=made)


@require_GET
@team_page()
def webhook(request: TeamRequest, endpoint_id: UUID) -> HttpResponse:
    return _log(request, endpoint_id)


@sensitive_variables("made")
@team_action("../", decides=False)
def change(request: TeamRequest, endpoint_id: UUID) -> HttpResponse:
    """What the buttons of one endpoint do."""
    who: Any = {"team": request.team, "user": request.user, "endpoint_id": endpoint_id}
    then = request.POST.get("then", "")
    if then == "rotate":
        return _log(request, endpoint_id, made=endpoints.rotate(**who))
    try:
        messages.success(request, _done(then, who))
    except Refused as refusal:
        return _log(request, endpoint_id, refusal=refusal)
    if then == "remove":
        return layout.go(request, reverse("web:webhooks", args=[request.team.slug]))
    return layout.go(request, reverse("web:webhook", args=[request.team.slug, endpoint_id]))


@team_action("../../", decides=False)
def redeliver(request: TeamRequest, endpoint_id: UUID, delivery_id: UUID) -> HttpResponse:
    try:
        endpoints.redeliver(team=request.team, user=request.user, delivery_id=delivery_id)
    except Refused as refusal:
        return _log(request, endpoint_id, refusal=refusal)
    messages.success(request, gettext("The message is on its way once more."))
    return layout.go(request, reverse("web:webhook", args=[request.team.slug, endpoint_id]))


def _done(then: str, who: Any) -> str:
    """Does it and says so."""
    if then == "test":
        endpoints.test(**who)
        return gettext("A test message is on its way.")
    if then in ("on", "off"):
        endpoints.switch(**who, on=then == "on")
        return gettext("The endpoint is on.") if then == "on" else gettext("The endpoint is off.")
    if then == "remove":
        endpoints.remove(**who)
        return gettext("The endpoint is removed.")
    raise Http404


def _listed(request: TeamRequest, **extra: Any) -> HttpResponse:
    rows = _rows(request).order_by("-created_at")
    return settings_page(request, "settings/webhooks.html", {"endpoints": rows, "kinds": KINDS, **extra})


def _log(request: TeamRequest, endpoint_id: UUID, **extra: Any) -> HttpResponse:
    endpoint = _rows(request).filter(id=endpoint_id).first()
    if endpoint is None:
        raise Http404("no such endpoint")
    tries = Prefetch("tries", WebhookAttempt.objects.order_by("id"))
    rows = WebhookDelivery.objects.filter(team=request.team, endpoint=endpoint).order_by("-created_at")
    shown = Paginator(rows.select_related("event").prefetch_related(tries), A_PAGE)
    context = {"endpoint": endpoint, "log": shown.get_page(number(request.GET.get("page"), default=1))}
    return settings_page(request, "settings/webhook.html", {**context, **extra})


def _rows(request: TeamRequest) -> Any:
    return WebhookEndpoint.objects.filter(team=request.team).exclude(state=EndpointState.REMOVED)


_TOLD = {
    "compaction.in_review": _("a compaction waits for a person"),
    "compaction.failed": _("an analysis gave up"),
    "compaction.vote": _("one approval is given, another is needed"),
    "compaction.approved": _("a compaction took effect"),
    "compaction.rejected": _("a compaction was rejected"),
    "compaction.withdrawn": _("the agent took it back"),
    "compaction.expired": _("nobody decided in time"),
    "compaction.superseded": _("another took its place"),
    "claim.assigned": _("a review was given to somebody"),
    "comment.added": _("somebody wrote a note"),
    "pin.proposed": _("an agent asks for a pin"),
    "pin.made": _("a pin is in force"),
    "pin.retirement_requested": _("somebody asks to retire a pin"),
    "pin.retired": _("a pin is out of force"),
}
KINDS = [(kind, _TOLD[kind]) for kind in outbox.KINDS]
