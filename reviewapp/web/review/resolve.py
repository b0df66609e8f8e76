"""Resolving findings and changing the summary. Each view reads its form, calls one service and lets `answer` reply."""

from __future__ import annotations

from dataclasses import replace
from typing import TypedDict
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _

from reviewapp.models import Resolution, Team, User
from reviewapp.services.compactions.review_state import latest_resolutions
from reviewapp.services.errors import Refused
from reviewapp.services.pins import register
from reviewapp.services.review import actions, corrections, promotion, undecided
from reviewapp.services.sessions.turns import plain_lines
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_action
from reviewapp.web.form_values import moment
from reviewapp.web.labels import DISMISSALS, number
from reviewapp.web.review.answer import Done, Draft, act
from reviewapp.web.review.page import ReviewPage, get_compaction
from reviewapp.web.review.view_models import PinForm
from reviewapp.web.review.views import WORDS, current_view


@team_action("../../../?key={finding_key}#finding")
def pin(request: TeamRequest, compaction_id: UUID, finding_key: str) -> HttpResponse:
    form = _pin_form(request)
    strike = bool(request.POST.get("strike"))

    def perform(_page: ReviewPage) -> Done:
        done = promotion.pin_finding(
            **_target(request, compaction_id),
            finding_key=finding_key,
            key=form.key,
            text=form.text,
            severity=form.severity,
            scope=form.scope,
            expires_at=moment(form.expires),
            confirm_hidden="confirm_hidden" in request.POST,
            confirm_origin="confirm_origin" in request.POST,
            strike=strike,
            revision=_revision(request),
            reworded=form.reworded,
        )
        words = _("Pinned as %(key)s and struck") if strike else _("Pinned as %(key)s")
        return Done(words % {"key": done.version.pin.key}, "pinned", finding_key, reviewed=done.reviewed)

    return act(request, compaction_id, finding_key, perform, Draft(pin=form))


@team_action("../../../?key={finding_key}#finding")
def restore(request: TeamRequest, compaction_id: UUID, finding_key: str) -> HttpResponse:
    def perform(_page: ReviewPage) -> Done:
        done = actions.restore(
            **_target(request, compaction_id),
            finding_key=finding_key,
            revision=_revision(request),
            confirm_origin="confirm_origin" in request.POST,
            sentence="sentence" in request.POST,
        )
        return Done(_("Restored in the summary"), "restored", finding_key, reviewed=done)

    return act(request, compaction_id, finding_key, perform)


@team_action("../../../?key={finding_key}#finding")
def correct(request: TeamRequest, compaction_id: UUID, finding_key: str) -> HttpResponse:
    def perform(_page: ReviewPage) -> Done:
        done = corrections.correct(
            **_target(request, compaction_id),
            finding_key=finding_key,
            revision=_revision(request),
            confirm_origin="confirm_origin" in request.POST,
        )
        return Done(_("Corrected in the summary"), "corrected", finding_key, reviewed=done)

    return act(request, compaction_id, finding_key, perform)


@team_action("../../../?key={finding_key}#finding")
def strike(request: TeamRequest, compaction_id: UUID, finding_key: str) -> HttpResponse:
    def perform(_page: ReviewPage) -> Done:
        target = _target(request, compaction_id)
        done = actions.strike(**target, finding_key=finding_key, revision=_revision(request))
        return Done(_("Struck from the summary"), "struck", finding_key, reviewed=done)

    return act(request, compaction_id, finding_key, perform)


@team_action("../../../?key={finding_key}#finding")
def dismiss(request: TeamRequest, compaction_id: UUID, finding_key: str) -> HttpResponse:
    code, note = request.POST.get("reason", ""), request.POST.get("note", "")

    def perform(_page: ReviewPage) -> Done:
        target = _target(request, compaction_id)
        done = actions.dismiss(
            **target, finding_key=finding_key, reason_code=code, reason=note, revision=_revision(request)
        )
        words = _("Dismissed: %(reason)s") % {"reason": _(DISMISSALS[code])}
        return Done(words, "dismissed", finding_key, reviewed=done, alone=True)

    return act(request, compaction_id, finding_key, perform, Draft(note=note))


@team_action("../../../?key={finding_key}#finding")
def undo(request: TeamRequest, compaction_id: UUID, finding_key: str) -> HttpResponse:
    def perform(page: ReviewPage) -> Done:
        latest = latest_resolutions(page.compaction).get(finding_key)
        if latest is None or latest.action == "reopened":
            raise Refused("not_resolved", _("This finding is open as it is."), 409)
        done = _take_back(request, page, latest)
        return replace(done, key=_last_of(request, compaction_id))

    return act(request, compaction_id, finding_key, perform)


@team_action("../?tab=edit#summary")
def edit(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    text = plain_lines(request.POST.get("text", ""))

    def perform(_page: ReviewPage) -> Done:
        done = actions.edit(**_target(request, compaction_id), text=text, revision=_revision(request))
        number = done.compaction.current_revision.number if done.compaction.current_revision else 0
        words = _("Revision %(n)s saved and analysed again") % {"n": number}
        return Done(words, "restored", tab="summary", reviewed=done)

    return act(request, compaction_id, "", perform, Draft(text=text, tab="edit"))


@team_action("../?tab=notes#summary")
def comment(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    text = plain_lines(request.POST.get("text", ""))
    error, status = "", 200
    try:
        actions.comment(**_target(request, compaction_id), text=text, finding_key=request.POST.get("finding_key"))
    except Refused as refused:
        error, status = refused.message, refused.status
    view = replace(current_view(request), tab="notes", error=error, draft=text if error else "")
    page = ReviewPage(get_compaction(request.member, compaction_id), request.member, view)
    if request.htmx:
        said = {"refused": error, "noted": "" if error else _("Note added")}
        return layout.fragment(request, "review/_noted.html", {"page": page, **said, **WORDS}, status=status)
    if error:
        return layout.page(request, "review/page.html", {"page": page, **WORDS}, room="web:queue", status=status)
    return layout.go(request, f"{page.base}?tab=notes#summary")


@team_action("../../../?tab=account#summary")
def settle(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    """What nothing could settle, one kind at once. The pane and the bar are shown anew, the findings stay."""
    key, reason = request.POST.get("key", ""), request.POST.get("reason", "")
    error, status = "", 200
    try:
        undecided.settle(**_target(request, compaction_id), key=key, reason=reason)
    except Refused as refused:
        error, status = refused.message, refused.status
    view = replace(current_view(request), tab="account", error=error, draft=reason if error else "", key=key)
    page = ReviewPage(get_compaction(request.member, compaction_id), request.member, view)
    if request.htmx:
        said = {"refused": error, "settled": "" if error else _("Settled")}
        return layout.fragment(request, "review/_settled.html", {"page": page, **said, **WORDS}, status=status)
    if error:
        return layout.page(request, "review/page.html", {"page": page, **WORDS}, room="web:queue", status=status)
    return layout.go(request, f"{page.base}?tab=account#summary")


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


def _last_of(request: TeamRequest, compaction_id: UUID) -> str:
    """The finding that this person dealt with last and did not take back: what the next Undo is about."""
    rows = Resolution.objects.filter(team=request.team, compaction=compaction_id).order_by("id")
    latest = {row.finding_key: row for row in rows}.values()
    mine = [row for row in latest if row.user_id == request.user.pk and row.action != "reopened"]
    return max(mine, key=lambda row: row.id).finding_key if mine else ""


def _take_back(request: TeamRequest, page: ReviewPage, latest: Resolution) -> Done:
    """By what was done: a dismissal, a pin, a change of the summary, or a pin and a strike made in one step."""
    target = _target(request, page.compaction.pk)
    words = _("Undone, the finding is open again")
    if latest.action == "dismissed":
        done = actions.reopen(**target, finding_key=latest.finding_key, revision=_revision(request))
        return Done(words, "open", reviewed=done, alone=True)
    if latest.action == "pinned" and latest.pin_version is not None:
        seen = page.findings
        register.undo_pin(team=request.team, user=request.user, pin_id=latest.pin_version.pin_id)
        return Done(words, "open", seen=seen)
    if latest.revision_id != page.compaction.current_revision_id:
        raise Refused("edited_since", _("The summary was changed after this. Undo the later change first."), 409)
    if latest.pin_version is not None:
        return _take_back_both(request, page, latest.pin_version.pin_id)
    return Done(words, "open", reviewed=actions.undo(**target, revision=_revision(request)))


def _take_back_both(request: TeamRequest, page: ReviewPage, pin_id: UUID) -> Done:
    seen, target = page.findings, _target(request, page.compaction.pk)
    stays = promotion.undo_pin_and_strike(**target, pin_id=pin_id, revision=_revision(request))
    if stays:
        return Done(_("The words stand again. The pin stays: %(why)s") % {"why": stays}, "open", seen=seen)
    return Done(_("Undone: the words stand again, the pin is gone"), "open", seen=seen)


def _pin_form(request: TeamRequest) -> PinForm:
    def sent(name: str) -> str:
        return request.POST.get(name, "")

    text, reworded = plain_lines(sent("text")), sent("reworded")
    return PinForm(sent("key"), text, sent("severity"), sent("scope"), sent("expires"), reworded, open=True)
