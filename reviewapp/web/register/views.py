"""The register: list, form, history, retirement, proposals and export."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from reviewapp.models import Pin, PinSeverity, PinVersion, Retirement, Session
from reviewapp.services.errors import Refused
from reviewapp.services.pins import portability, register, retirement
from reviewapp.services.sessions import disclosure
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_action, team_page
from reviewapp.web.pin_conflict import clash_of
from reviewapp.web.register import register_page as room
from reviewapp.web.secret_discovery import learn_pins
from reviewapp.web.settings.token_form import expiry

ROOM = "web:pins"
Page = Callable[..., HttpResponse]


@require_GET
@team_page()
def pins(request: TeamRequest) -> HttpResponse:
    return _pins(request)


@require_http_methods(["GET", "POST"])
@team_page(decides=True)
def new(request: TeamRequest) -> HttpResponse:
    """The form of a pin, empty or filled from the version in force, and what it posts."""
    if request.method != "POST":
        return _form(request, {"severity": PinSeverity.HARD_DENIAL, **_filled(request)})
    asked = request.POST
    try:
        made = register.pin(
            team=request.team,
            user=request.user,
            key=asked.get("key", "").strip(),
            text=asked.get("text", "").replace("\r\n", "\n"),  # what browsers make of a line break in a field
            severity=asked.get("severity", ""),
            session=_named(request, asked.get("scope", "")),
            expires_at=expiry(asked.get("expires", "")),
            enforced_below=asked.get("enforced_below", "").strip(),
            confirm_hidden=asked.get("confirm_hidden") == "on",
        )
    except Refused as refusal:
        return _form(request, asked.dict(), refusal=refusal)
    messages.success(request, _("%(key)s is in force as version %(n)s.") % {"key": made.pin.key, "n": made.n})
    return layout.go(request, f"{reverse('web:pins', args=[request.team.slug])}#{made.pin.key}")


@require_GET
@team_page()
def pin(request: TeamRequest, pin_id: UUID) -> HttpResponse:
    return _pin(request, _found(request, pin_id))


@team_action("../")
def retire(request: TeamRequest, pin_id: UUID) -> HttpResponse:
    def ask() -> str:
        evidence = request.POST.get("evidence", "")
        retirement.request_retirement(team=request.team, user=request.user, pin_id=pin_id, evidence=evidence)
        return _("Retirement asked for; others of the team vote.")

    return _act(request, _found(request, pin_id), ask)


@team_action("../")
def undo(request: TeamRequest, pin_id: UUID) -> HttpResponse:
    def take_back() -> str:
        register.undo_pin(team=request.team, user=request.user, pin_id=pin_id)
        return _("Undone: no agent was served it.")

    return _act(request, _found(request, pin_id), take_back)


@team_action("../")
def confirm_expiry(request: TeamRequest, pin_id: UUID) -> HttpResponse:
    def confirm() -> str:
        register.confirm_expiry(team=request.team, user=request.user, pin_id=pin_id)
        return _("Confirmed: it ends on its date.")

    return _act(request, _found(request, pin_id), confirm)


@team_action("../../")
def vote(request: TeamRequest, retirement_id: UUID) -> HttpResponse:
    """Agree to a retirement, or withdraw one's own."""
    asked = Retirement.objects.filter(team=request.team, id=retirement_id).first()
    if asked is None:
        raise Http404("no such retirement")

    def act() -> str:
        if request.POST.get("then") == "withdraw":
            retirement.withdraw_retirement(team=request.team, user=request.user, retirement_id=retirement_id)
            return _("The request is withdrawn.")
        after = register.vote_retirement(team=request.team, user=request.user, retirement_id=retirement_id)
        return _("It is retired.") if after.state == "done" else _("Your vote counts; another one is needed.")

    return _act(request, _found(request, asked.pin_id), act)


@team_action("../../?view=proposed")
def proposal(request: TeamRequest, proposal_id: UUID) -> HttpResponse:
    try:
        if request.POST.get("then") == "reveal":
            disclosure.reveal_proposal(team=request.team, user=request.user, proposal_id=proposal_id)
            return _pins(request, view="proposed", revealed=proposal_id)
        made = register.decide_proposal(
            team=request.team,
            user=request.user,
            proposal_id=proposal_id,
            accept=request.POST.get("then") == "accept",
            scope=request.POST.get("scope", "session"),
            confirm_hidden=request.POST.get("confirm_hidden") == "on",
            confirm_origin=request.POST.get("confirm_origin") == "on",
        )
    except Refused as refusal:
        return _pins(request, view="proposed", refusal=refusal, asked=str(proposal_id))
    said = _("%(key)s is in force as version %(n)s.") % {"key": made.pin.key, "n": made.n} if made else _("Refused.")
    messages.success(request, said)
    return layout.go(request, reverse("web:pins", args=[request.team.slug]) + "?view=proposed")


@require_GET
@team_page(decides=True)
def export(request: TeamRequest, kind: str) -> HttpResponse:
    """Byte for byte, secrets too: a masked document could not be taken in again."""
    session = _named(request, request.GET.get("session", ""))
    write = {"json": portability.export_json, "md": portability.export_markdown}[kind]
    types = {"json": "application/json", "md": "text/markdown"}
    name = f"stet-register-{request.team.slug}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(write(request.team, session), content_type=f"{types[kind]}; charset=utf-8", headers=headers)


def _act(request: TeamRequest, found: Pin, act: Callable[[], str]) -> HttpResponse:
    """Does it and shows the pin again, with what was done or the refusal."""
    try:
        messages.success(request, act())
    except Refused as refusal:
        return _pin(request, found, refusal=refusal)
    return layout.go(request, reverse("web:pin", args=[request.team.slug, found.pk]))


def shown(request: TeamRequest, **extra: Any) -> HttpResponse:
    """The whole register, with a refusal where `extra` has one."""
    return _pins(request, **extra)


def _pins(request: TeamRequest, *, view: str = "", **extra: Any) -> HttpResponse:
    session = _named(request, request.GET.get("session", ""))
    query = request.GET.get("q", "").strip().replace("\0", "")
    reach = request.GET.get("scope", "")
    asked = view or request.GET.get("view", "")
    seen = room.read(request.team, view=asked, query=query, session=session, scope=reach)
    force = register.effective(request.team, session)
    context = {
        "seen": seen,
        "views": [(name, title, seen.counts[name]) for name, title in room.VIEWS.items()],
        "query": query,
        "reach": reach,
        "reaches": room.SCOPES.items(),
        "narrowed": urlencode({"q": query, "scope": reach, "session": session.external_id if session else ""}),
        "scope": session,
        "sessions": Session.objects.filter(team=request.team, closed_at=None).order_by("-created_at")[:100],
        "force": force,
        "pinned_block": force.block.decode(),
        "changes": PinVersion.objects.filter(team=request.team).select_related("pin", "created_by").order_by("-id")[:8],
    }
    return _page(request, "register/page.html", {**context, **extra})


def _pin(request: TeamRequest, found: Pin, **extra: Any) -> HttpResponse:
    learn_pins([found.current] if found.current else [])
    retirements = found.retirements.select_related("requested_by", "receipt").prefetch_related("votes__voter")
    entry = room.entry_of(found)
    context = {
        "entry": entry,
        "losses": room.losses_of(entry),
        "history": found.versions.select_related("created_by").order_by("-n"),
        "retirements": retirements.order_by("-at"),
        "agreed": found.retirements.filter(votes__voter=request.user).values_list("pk", flat=True),
        "grave": found.current is not None and found.current.severity != PinSeverity.ADVISORY,
    }
    return _page(request, "register/pin.html", {**context, **extra})


def _form(request: TeamRequest, values: dict[str, Any], **extra: Any) -> HttpResponse:
    sessions = Session.objects.filter(team=request.team, closed_at=None).order_by("-created_at")[:100]
    context = {"values": values, "severities": list(PinSeverity), "sessions": sessions}
    return _page(request, "register/form.html", {**context, **extra})


def _page(request: TeamRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    refusal = context.get("refusal")
    context = {**context, "clash": clash_of(request.team, refusal)}
    return layout.page(request, template, context, room=ROOM, status=refusal.status if refusal else 200)


def _found(request: TeamRequest, pin_id: UUID) -> Pin:
    rows = Pin.objects.filter(team=request.team, id=pin_id, current__isnull=False)
    found = rows.select_related("current__created_by", "current__origin_session", "register__session").first()
    if found is None:
        raise Http404("no such pin")
    return found


def _named(request: TeamRequest, name: str) -> Session | None:
    """The session of that name; none for the whole team."""
    if not name:
        return None
    found = Session.objects.filter(team=request.team, external_id=name.replace("\0", "")).first()
    if found is None:
        raise Http404("no such session")
    return found


def _filled(request: TeamRequest) -> dict[str, Any]:
    """What a new version starts from."""
    wanted = request.GET.get("pin", "").replace("\0", "")
    if not wanted:
        return {}
    rows = Pin.objects.filter(team=request.team, key=wanted, current__isnull=False)
    found = rows.select_related("current", "register__session").order_by("state").first()
    if found is None or found.current is None:
        raise Http404("no such pin")
    return {
        "key": found.key,
        "text": found.current.text.decode(),
        "severity": found.current.severity,
        "scope": found.register.session.external_id if found.register.session else "",
        "enforced_below": found.current.enforced_below,
    }
