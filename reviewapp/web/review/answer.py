"""How an action answers: a plain form by a redirect, htmx by exactly what changed, a refusal with the draft kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django_htmx.http import replace_url

from reviewapp.services.errors import Refused
from reviewapp.web import desk
from reviewapp.web.access import TeamRequest
from reviewapp.web.review.evidence import seqs_shown, turn_view
from reviewapp.web.review.page import ReviewPage, get_compaction
from reviewapp.web.review.shapes import FindingView, PinForm
from reviewapp.web.review.slip import step
from reviewapp.web.review.views import WORDS, current_view

Known = Mapping[int, FindingView]
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
    request: TeamRequest,
    compaction_id: UUID,
    finding_key: str,
    perform: Callable[[], Done],
    draft: Draft | None = None,
    *,
    alone: bool = False,
) -> HttpResponse:
    """Perform one action and answer. The finding is the one that the person looked at, or empty.

    `alone`: no other finding can change by it, so the page before it need not be read.
    """
    before = ReviewPage(get_compaction(request.member, compaction_id), request.member, current_view(request))
    known = None if alone else {found.view.number: found.view for found in before.findings.all}
    try:
        done = perform()
    except Refused as refused:
        return refusal(request, before, refused, draft or Draft(), finding_key)
    after = before.at(replace(before.view, tab=done.tab or before.view.tab))
    after.view = replace(after.view, number=_next_number(after, finding_key) or before.view.number)
    changed = _changed(after, known, finding_key)
    if request.htmx and after.compaction.state == "in_review" and _all_in_sight(after, known):
        return _swap(
            request, after, done, changed, whole_rail=known is not None and len(known) != len(after.findings.all)
        )
    messages.success(request, done.words)
    number = after.view.number
    return desk.go(request, f"{after.base}?tab={after.view.tab}" + (f"&f={number}#finding" if number else "#summary"))


def refusal(
    request: TeamRequest, before: ReviewPage, refused: Refused, draft: Draft, finding_key: str = ""
) -> HttpResponse:
    """Nothing was changed: the page as it is now, the reason, and what was typed."""
    view = before.view
    kept = replace(view, error=refused.message, pin=draft.pin, draft=draft.text, tab=draft.tab or view.tab)
    page = before.at(replace(kept, key=finding_key))
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
    following = step(after.findings, found, 1)
    return following.number if following else found.view.number


def _changed(after: ReviewPage, known: Known | None, finding_key: str) -> list[FindingView]:
    views = [found.view for found in after.findings.all]
    if known is None:
        return [view for view in views if view.key == finding_key]
    return [view for view in views if known.get(view.number) != view]


def _all_in_sight(after: ReviewPage, known: Known | None) -> bool:
    """Whether what is new stands in turns that the page shows; else the page has to come anew."""
    if known is None:
        return True
    fresh = {found.view.turn_seq for found in after.findings.all if found.view.number not in known}
    earlier = [found for found in after.findings.all if found.view.number in known]
    return fresh - {None} <= seqs_shown(after.compaction, earlier, after.view.first_turn)


def _swap(
    request: TeamRequest, after: ReviewPage, done: Done, changed: Sequence[FindingView], *, whole_rail: bool
) -> HttpResponse:
    shown = seqs_shown(after.compaction, after.findings.all, after.view.first_turn)
    seqs = {view.turn_seq for view in changed if view.turn_seq in shown}
    turns = sorted(after.findings.turns.items())
    context = {
        "page": after,
        "toast": {"words": done.words, "glyph": done.glyph, "key": done.key},
        "said": done.words,
        "changed": changed,
        "changed_turns": [turn_view(turn, after.marked) for seq, turn in turns if seq in seqs],
        "whole_rail": whole_rail or after.view.filter.narrows or any(v.severity == "note" for v in changed),
        "focus": True,
    }
    answer = desk.fragment(request, "review/_swap.html", {**context, **WORDS})
    return replace_url(answer, after.base + after.view.query)
