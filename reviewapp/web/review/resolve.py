"""Resolving findings and changing the summary. Each view reads its form, calls one service and lets `answer` reply."""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from reviewapp.models import Compaction, Resolution, Team, User
from reviewapp.services import register, review
from reviewapp.services.errors import Refused
from reviewapp.services.standing import latest_resolutions
from reviewapp.web import desk
from reviewapp.web.access import TeamRequest, team_page
from reviewapp.web.review.answer import Done, Draft, act
from reviewapp.web.review.page import ReviewPage, View, get_compaction
from reviewapp.web.review.shapes import PinForm
from reviewapp.web.review.views import WORDS, current_view
from reviewapp.web.words import DISMISSALS, number


@require_POST
@team_page(decides=True)
def pin(request: TeamRequest, compaction_id: UUID, finding_key: str) -> HttpResponse:
    form = _pin_form(request)
    strike = bool(request.POST.get("strike"))

    def perform() -> Done:
        version = register.pin_finding(
            **_target(request, compaction_id),
            finding_key=finding_key,
            key=form.key,
            text=_exact(request, compaction_id, finding_key, form.text),
            severity=form.severity,
            scope=form.scope,
            confirm_hidden="confirm_hidden" in request.POST,
            confirm_origin="confirm_origin" in request.POST,
            strike=strike,
            revision=_revision(request),
        )
        return Done(
            (_("Pinned as %(key)s and struck") if strike else _("Pinned as %(key)s")) % {"key": version.pin.key},
            "pinned",
            finding_key,
        )

    return act(request, compaction_id, finding_key, perform, Draft(pin=form))


@require_POST
@team_page(decides=True)
def restore(request: TeamRequest, compaction_id: UUID, finding_key: str) -> HttpResponse:
    def perform() -> Done:
        review.restore(
            **_target(request, compaction_id),
            finding_key=finding_key,
            revision=_revision(request),
            confirm_origin="confirm_origin" in request.POST,
        )
        return Done(_("Restored in the summary"), "restored", finding_key)

    return act(request, compaction_id, finding_key, perform)


@require_POST
@team_page(decides=True)
def strike(request: TeamRequest, compaction_id: UUID, finding_key: str) -> HttpResponse:
    def perform() -> Done:
        review.strike(**_target(request, compaction_id), finding_key=finding_key, revision=_revision(request))
        return Done(_("Struck from the summary"), "struck", finding_key)

    return act(request, compaction_id, finding_key, perform)


@require_POST
@team_page(decides=True)
def dismiss(request: TeamRequest, compaction_id: UUID, finding_key: str) -> HttpResponse:
    code, note = request.POST.get("reason", ""), request.POST.get("note", "")

    def perform() -> Done:
        review.dismiss(**_target(request, compaction_id), finding_key=finding_key, reason_code=code, reason=note)
        return Done(_("Dismissed: %(reason)s") % {"reason": _(DISMISSALS[code])}, "dismissed", finding_key)

    return act(request, compaction_id, finding_key, perform, alone=True)


@require_POST
@team_page(decides=True)
def undo(request: TeamRequest, compaction_id: UUID, finding_key: str) -> HttpResponse:
    compaction = get_compaction(request.member, compaction_id)

    def perform() -> Done:
        latest = latest_resolutions(compaction).get(finding_key)
        if latest is None or latest.action == "reopened":
            raise Refused("not_resolved", _("This finding is open as it is."), 409)
        _take_back(request, compaction, latest)
        return Done(_("Undone, the finding is open again"), "open")

    return act(request, compaction_id, finding_key, perform)


@require_POST
@team_page(decides=True)
def edit(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    text = _plain_lines(request.POST.get("text", ""))

    def perform() -> Done:
        changed = review.edit(**_target(request, compaction_id), text=text, revision=_revision(request))
        number = changed.current_revision.number if changed.current_revision else 0
        return Done(_("Revision %(n)s saved and analysed again") % {"n": number}, "restored", tab="summary")

    return act(request, compaction_id, "", perform, Draft(text=text, tab="edit"))


@require_POST
@team_page(decides=True)
def comment(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    text = _plain_lines(request.POST.get("text", ""))
    error, status = "", 200
    try:
        review.comment(**_target(request, compaction_id), text=text, finding_key=request.POST.get("finding_key"))
    except Refused as refused:
        error, status = refused.message, refused.status
    view = replace(current_view(request), tab="notes", error=error, draft=text if error else "")
    page = ReviewPage(get_compaction(request.member, compaction_id), request.member, view)
    if request.htmx:
        return desk.fragment(request, "review/_pane.html", {"page": page, **WORDS}, status=status)
    if error:
        return desk.page(request, "review/page.html", {"page": page, **WORDS}, room="web:queue", status=status)
    return desk.go(request, f"{page.base}?tab=notes#summary")


class _Target(TypedDict):
    team: Team
    user: User
    compaction_id: UUID


def _target(request: TeamRequest, compaction_id: UUID) -> _Target:
    return {"team": request.team, "user": request.user, "compaction_id": compaction_id}


def _revision(request: TeamRequest) -> int:
    revision = number(request.POST.get("revision"))
    if revision is None:
        raise Refused("invalid", _("The form names no revision. Reload the page."), 422, "revision")
    return revision


def _take_back(request: TeamRequest, compaction: Compaction, latest: Resolution) -> None:
    target = _target(request, compaction.pk)
    if latest.action == "dismissed":
        review.reopen(**target, finding_key=latest.finding_key)
    elif latest.pin_version is not None:
        register.undo_pin(team=request.team, user=request.user, pin_id=latest.pin_version.pin_id)
    elif latest.revision_id != compaction.current_revision_id:
        raise Refused("edited_since", _("The summary was changed after this. Undo the later change first."), 409)
    else:
        review.undo(**target, revision=_revision(request))


def _pin_form(request: TeamRequest) -> PinForm:
    def sent(name: str) -> str:
        return request.POST.get(name, "")

    return PinForm(sent("key"), _plain_lines(sent("text")), sent("severity"), sent("scope"), open=True)


def _exact(request: TeamRequest, compaction_id: UUID, finding_key: str, text: str) -> str | None:
    """None, the span's own bytes, where the text was not edited: a form can't carry every line end as it was."""
    page = ReviewPage(get_compaction(request.member, compaction_id), request.member, View())
    found = page.findings.keyed(finding_key)
    return None if found is not None and _plain_lines(found.quote) == text else text


def _plain_lines(text: str) -> str:
    """Browsers send every line end of a form as CR LF."""
    return text.replace("\r\n", "\n").replace("\r", "\n")
