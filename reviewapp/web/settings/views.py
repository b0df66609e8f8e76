"""Team settings: policy and detectors, members, agent tokens. Everyone may read them, a lead changes them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.db.models.functions import Now
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_GET

from reviewapp.models import AgentToken, AutoApprove, Invitation, Membership, Policy, Role, Scope
from reviewapp.services.errors import Refused
from reviewapp.services.teams import invitations, members, policy, tokens
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_action, team_page
from reviewapp.web.form_values import whole
from reviewapp.web.settings.detector_preview import preview
from reviewapp.web.settings.token_form import expiry

ROOM = "web:settings"
OVERLAP = timedelta(days=1)  # of a token and the one that takes its place


@require_GET
@team_page()
def general(request: TeamRequest) -> HttpResponse:
    return _general(request)


@team_action("../", decides=False)
def change_policy(request: TeamRequest) -> HttpResponse:
    try:
        rules, shown = _rules(request), whole(request.POST.get("version", ""), "version")
        if request.POST.get("then") == "preview":
            policy.must_be_current(request.team, shown)
            return _general(request, rules=rules, seen=preview(request.team, rules.disabled_detectors))
        made = policy.change(team=request.team, user=request.user, rules=rules, shown=shown)
    except Refused as refusal:
        return _general(request, refusal=refusal)
    messages.success(request, gettext("Policy version %(n)s holds from now on.") % {"n": made.version})
    return layout.go(request, reverse("web:settings", args=[request.team.slug]))


@require_GET
@team_page()
def people(request: TeamRequest) -> HttpResponse:
    return _people(request)


@sensitive_variables("invited")
@team_action("../", decides=False)
def invite(request: TeamRequest) -> HttpResponse:
    """Answers with the page itself: a link is shown once and stands in no address of ours and no session."""
    try:
        invited = invitations.invite(
            team=request.team,
            user=request.user,
            name=request.POST.get("name", ""),
            role=request.POST.get("role", ""),
        )
    except Refused as refusal:
        return _people(request, refusal=refusal)
    return _people(request, invited=invited, link=settings.PUBLIC_URL + reverse("web:join", args=[invited.secret]))


@team_action("../../", decides=False)
def uninvite(request: TeamRequest, invitation_id: UUID) -> HttpResponse:
    def end() -> str:
        invitations.withdraw(team=request.team, user=request.user, invitation_id=invitation_id)
        return gettext("The link opens nothing any more.")

    return _done(request, end, _people, "web:members")


@team_action("../", decides=False)
def member(request: TeamRequest, member_id: int) -> HttpResponse:
    """Changes a role, or takes a membership away."""
    role = request.POST.get("role", "")

    if request.POST.get("then") == "ask":
        return _people(request, asked=member_id)

    def change() -> str:
        if request.POST.get("then") == "remove":
            members.remove(team=request.team, user=request.user, member_id=member_id)
            return gettext("Removed from the team. What the person decided stays on record.")
        members.change_role(team=request.team, user=request.user, member_id=member_id, role=role)
        return gettext("The role is changed.")

    return _done(request, change, _people, "web:members")


@require_GET
@team_page()
def agents(request: TeamRequest) -> HttpResponse:
    return _agents(request)


@sensitive_variables("issued")
@team_action("../", decides=False)
def issue(request: TeamRequest) -> HttpResponse:
    """Answers with the page itself, for the same reason as an invitation."""
    try:
        issued = tokens.create(
            team=request.team,
            user=request.user,
            name=request.POST.get("name", "").strip(),
            scopes=request.POST.getlist("scopes"),
            expires_at=expiry(request.POST.get("expires", "")),
        )
    except Refused as refusal:
        return _agents(request, refusal=refusal)
    return _agents(request, issued=issued)


@team_action("../../", decides=False)
def revoke(request: TeamRequest, token_id: UUID) -> HttpResponse:
    if request.POST.get("then") == "ask":
        return _agents(request, asked=token_id)

    def end() -> str:
        token = tokens.revoke(team=request.team, user=request.user, token_id=token_id)
        return gettext("%(name)s can’t sign in with this token any more.") % {"name": token.name}

    return _done(request, end, _agents, "web:tokens")


@sensitive_variables("issued")
@team_action("../../", decides=False)
def rotate(request: TeamRequest, token_id: UUID) -> HttpResponse:
    """Another token in the place of this one, which goes on for a day: an agent is changed without a pause."""
    try:
        issued = tokens.rotate(team=request.team, user=request.user, token_id=token_id, overlap=OVERLAP)
    except Refused as refusal:
        return _agents(request, refusal=refusal)
    return _agents(request, issued=issued)


def _done(request: TeamRequest, act: Callable[[], str], page: Callable[..., HttpResponse], name: str) -> HttpResponse:
    """`act` says what it has done."""
    try:
        messages.success(request, act())
    except Refused as refusal:
        return page(request, refusal=refusal)
    return layout.go(request, reverse(name, args=[request.team.slug]))


def _general(request: TeamRequest, **extra: Any) -> HttpResponse:
    current = Policy.objects.current(request.team)
    context = {
        "policy": extra.get("rules") or current,
        "current": current,
        "choices": _AUTO_APPROVE,
        "switchable": policy.SWITCHABLE,
        "always_on": sorted(policy.ALWAYS_ON),
        "versions": Policy.objects.filter(team=request.team).select_related("created_by").order_by("-version")[:20],
    }
    return settings_page(request, "settings/general.html", {**context, **extra})


def _people(request: TeamRequest, **extra: Any) -> HttpResponse:
    listed = Membership.objects.filter(team=request.team).select_related("user").order_by("user__username")
    waiting = Invitation.objects.filter(team=request.team, accepted_at=None, withdrawn_at=None, expires_at__gt=Now())
    context = {"members": listed, "roles": list(Role), "waiting_for": waiting.order_by("-at"), **extra}
    return settings_page(request, "settings/members.html", context)


def _agents(request: TeamRequest, **extra: Any) -> HttpResponse:
    listed = AgentToken.objects.filter(team=request.team).select_related("created_by").order_by("-created_at")
    return settings_page(request, "settings/tokens.html", {"tokens": listed, "scopes": _SCOPES, **extra})


def settings_page(request: TeamRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """One of the settings pages; a refusal among the context gives its status."""
    refusal = context.get("refusal")
    leads = request.member.role == Role.LEAD
    return layout.page(
        request, template, {**context, "leads": leads}, room=ROOM, status=refusal.status if refusal else 200
    )


def _rules(request: TeamRequest) -> policy.Rules:
    post = request.POST
    return policy.Rules(
        auto_approve=post.get("auto_approve", ""),
        quorum=whole(post.get("quorum", ""), "quorum"),
        four_eyes=post.get("four_eyes") == "on",
        expiry_hours=whole(post.get("expiry_hours", ""), "expiry_hours"),
        # A box that is ticked is a detector that is on.
        disabled_detectors=tuple(kind for kind in policy.SWITCHABLE if kind not in post.getlist("detectors")),
    )


_AUTO_APPROVE = (
    (
        AutoApprove.FLAGGED_ONLY,
        _("People see what has a warning; the rest passes by policy, and its receipt says so"),
    ),
    (AutoApprove.NEVER, _("People see every compaction")),
)
_SCOPES = (
    (Scope.SUBMIT, _("submit turns and compactions, fetch approved contexts")),
    (Scope.READ, _("read decisions, pins, turns and receipts")),
    (Scope.PROPOSE_PINS, _("propose pins; a person decides")),
    (Scope.ASSERT, _("check a context against the register")),
    (Scope.MEMORY_ORIGIN, _("send turns as memory, which count as instructions")),
)
