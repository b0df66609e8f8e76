"""How an action answers: a plain form by a redirect, htmx by exactly what changed, a refusal with the draft kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse

from reviewapp.services.errors import Refused
from reviewapp.web import desk
from reviewapp.web.access import TeamRequest
from reviewapp.web.review.evidence import seqs_shown, turn_view
from reviewapp.web.review.page import ReviewPage, View, get_compaction
from reviewapp.web.review.shapes import PinForm
from reviewapp.web.review.views import WORDS, current_view


_SWAPPED = (HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY)  # of refusals, htmx shows these in the page


@dataclass(frozen=True, slots=True)
class Done:
    """What happened, in words. `key`: the finding whose action the toast can undo; `tab`: the pane to show."""

    words: str
    glyph: str
    key: str = ""
    tab: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """What was typed, to be shown again with a refusal."""

    pin: PinForm | None = None
    text: str = ""
    tab: str = ""


def act(
    request: TeamRequest, compaction_id: UUID, finding_key: str, perform: Callable[[], Done], draft: Draft | None = None
) -> HttpResponse:
    """Perform one action on a compaction and answer. The finding is the one that the person looked at, or empty."""
    before = ReviewPage(get_compaction(request.member, compaction_id), request.member, current_view(request))
    found = before.findings.keyed(finding_key)
    here = replace(before.view, number=found.view.number if found else before.view.number)
    try:
        done = perform()
    except Refused as refused:
        return refusal(request, before, here, refused, draft or Draft())
    after = before.at(replace(here, tab=done.tab or here.tab))
    after.view = replace(after.view, number=_next_number(after, finding_key) or here.number)
    return _success(request, before, after, done)


def refusal(request: TeamRequest, before: ReviewPage, here: View, refused: Refused, draft: Draft) -> HttpResponse:
    """Nothing was changed: the page as it is now, the reason, and what was typed."""
    kept = replace(here, error=refused.message, pin=draft.pin, draft=draft.text, tab=draft.tab or here.tab)
    page = before.at(kept)
    status = refused.status if refused.status in _SWAPPED else HTTPStatus.CONFLICT
    if not request.htmx:
        return desk.page(request, "review/page.html", {"page": page, **WORDS}, room="web:queue", status=status)
    context = {"page": page, "whole_rail": True, "said": refused.message, **WORDS}
    return desk.fragment(request, "review/_swap.html", context, status=status)


def _next_number(after: ReviewPage, finding_key: str) -> int | None:
    """The open finding to look at next: this one while it is still open, else the one behind it."""
    found = after.findings.keyed(finding_key)
    if found is None or found.view.is_open:
        return found.view.number if found else None
    slip = after.slip_at(found.view.number)
    return slip.next.number if slip and slip.next else found.view.number


def _success(request: TeamRequest, before: ReviewPage, after: ReviewPage, done: Done) -> HttpResponse:
    known = {found.view.number: found.view for found in before.findings.all}
    shown = seqs_shown(before.compaction, before.findings.all, before.view.first_turn)
    fresh = {found.view.turn_seq for found in after.findings.all if found.view.number not in known}
    unseen = fresh - shown - {None}  # turns that this page has not shown so far
    if not request.htmx or unseen or after.compaction.state != "in_review":
        messages.success(request, done.words)
        number, tab = after.view.number, after.view.tab
        return desk.go(request, f"{after.base}?tab={tab}" + (f"&f={number}#finding" if number else "#summary"))
    changed = [found for found in after.findings.all if known.get(found.view.number) != found.view]
    seqs = {found.view.turn_seq for found in changed if found.view.turn_seq in shown}
    context = {
        "page": after,
        "toast": {"words": done.words, "glyph": done.glyph, "key": done.key},
        "said": done.words,
        "changed": [found.view for found in changed],
        "changed_turns": [
            turn_view(turn, after.findings.all) for seq, turn in sorted(after.findings.turns.items()) if seq in seqs
        ],
        "whole_rail": after.view.filter.narrows or len(known) != len(after.findings.all),
        "focus": True,
    }
    return desk.fragment(request, "review/_swap.html", {**context, **WORDS})
