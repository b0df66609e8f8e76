"""How an action answers: a plain form by a redirect, htmx by exactly what changed, a refusal with the draft kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django_htmx.http import replace_url

from reviewapp.services.errors import Refused
from reviewapp.services.review.actions import Reviewed
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest
from reviewapp.web.pin_conflict import clash_of
from reviewapp.web.review.address import View
from reviewapp.web.review.approval_bar import must_keep
from reviewapp.web.review.evidence import seqs_shown, turn_view
from reviewapp.web.review.finding_detail import step
from reviewapp.web.review.findings import Findings, load_findings, quote_of
from reviewapp.web.review.page import ReviewPage, get_compaction
from reviewapp.web.review.view_models import FindingView, PinForm
from reviewapp.web.review.views import WORDS, current_view

_SWAPPED = (HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY)  # of refusals, htmx shows these in the page


@dataclass(frozen=True, slots=True)
class Done:
    """What happened, in words. `key`: the finding whose action the toast can undo; `tab`: the pane to show.

    `reviewed`: where it stood before and after, from the service; without it, `seen` is what the page showed before.
    `alone`: no other finding can have changed by it.
    """

    words: str
    glyph: str
    key: str = ""
    tab: str = ""
    reviewed: Reviewed | None = None
    seen: Findings | None = None
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Draft:
    """What was typed, to be shown again with a refusal."""

    pin: PinForm | None = None
    note: str = ""
    text: str = ""
    tab: str = ""


def act(
    request: TeamRequest,
    compaction_id: UUID,
    finding_key: str,
    perform: Callable[[ReviewPage], Done],
    draft: Draft | None = None,
) -> HttpResponse:
    """Perform one action and answer. The finding is the one that the person looked at, or empty."""
    before = ReviewPage(get_compaction(request.member, compaction_id), request.member, current_view(request))
    try:
        done = perform(before)
    except Refused as refused:
        return refusal(request, before, refused, draft or Draft(), finding_key)
    stands = done.reviewed.after if done.reviewed else None
    after = before.at(replace(before.view, tab=done.tab or before.view.tab), stands)
    after.view = replace(after.view, number=_next_number(after, finding_key) or before.view.number)
    change = _change(before, after, done, finding_key)
    if request.htmx and after.compaction.state == "in_review" and change.in_sight:
        return _swap(request, after, done, change)
    messages.success(request, done.words, extra_tags=done.key)
    number = after.view.number
    return layout.go(request, f"{after.base}?tab={after.view.tab}" + (f"&f={number}#finding" if number else "#summary"))


def refusal(
    request: TeamRequest, before: ReviewPage, refused: Refused, draft: Draft, finding_key: str = ""
) -> HttpResponse:
    """Nothing was changed: the page as it is now, the reason, and what was typed."""
    page = before.at(before.view)
    page.view = _kept(page, refused, draft, finding_key)
    status = refused.status if refused.status in _SWAPPED else HTTPStatus.CONFLICT
    if not request.htmx:
        return layout.page(request, "review/page.html", {"page": page, **WORDS}, room="web:queue", status=status)
    moved = status == HTTPStatus.CONFLICT  # by another tab or person, and with it the marks in the turns
    whole = {"whole_rail": True, "keeps": None, "text": True, "pane": True, "evidence": moved}
    context = {"page": page, **whole, "said": refused.message, "focus": draft.tab != "edit", **WORDS}
    return layout.fragment(request, "review/_swap.html", context, status=status)


def _kept(now: ReviewPage, refused: Refused, draft: Draft, finding_key: str) -> View:
    """What was typed goes back into its fields; a finding that is dealt with has none, nor has any once all of it is
    decided, and it stands beside them."""
    tab = draft.tab or now.view.tab
    clash = clash_of(now.member.team, refused)
    view = replace(now.view, error=refused.message, clash=clash, draft=draft.text, tab=tab, key=finding_key)
    found = now.findings.keyed(finding_key)
    if not finding_key or (found and found.view.is_open and now.compaction.state == "in_review"):
        return replace(view, pin=draft.pin, note=draft.note)
    words = draft.pin.text if draft.pin else draft.note
    quote = quote_of(now.compaction, finding_key) if draft.pin else None
    return replace(view, unsent="" if words == quote else words)


def _next_number(after: ReviewPage, finding_key: str) -> int | None:
    """The open finding to look at next: this one while it is still open, else what a strike left, or the one behind."""
    found = after.findings.keyed(finding_key)
    if found is None or found.view.is_open:
        return found.view.number if found else None
    following = after.findings.left_of(found) or step(after.findings, found, 1, after.view.filter)
    return following.number if following else found.view.number


@dataclass(frozen=True, slots=True)
class Change:
    """Which findings an action changed. `in_sight`: the new ones stand in turns that the page shows; else the page has
    to come anew. `whole_rail`: the list itself is another one, `keeps`: the list of what a rejection can ask for.
    `text`: the summary is."""

    findings: Sequence[FindingView]
    in_sight: bool = True
    whole_rail: bool = False
    keeps: bool = False
    text: bool = False


def _change(before: ReviewPage, after: ReviewPage, done: Done, finding_key: str) -> Change:
    views = [found.view for found in after.findings.all]
    if done.alone:
        return Change([view for view in views if view.key == finding_key])
    seen = _seen(before, after, done)
    known = {found.view.number: found.view for found in seen.all}
    fresh = {found.view.turn_seq for found in after.foremost if found.view.number not in known} - {None}
    earlier = [found for found in after.foremost if found.view.number in known]
    return Change(
        [view for view in views if known.get(view.number) != view],
        in_sight=fresh <= seqs_shown(after.compaction, earlier, after.view.first_turn),
        whole_rail=_places(known.values()) != _places(views),
        keeps=_places(must_keep(seen)) != _places(after.must_keep) or bool(after.other_keeps),
        text=before.compaction.current_revision_id != after.compaction.current_revision_id,
    )


def _places(views: Iterable[FindingView]) -> set[tuple[int, str]]:
    """Where the list has its rows: a finding of another severity moves, and one may come for another."""
    return {(view.number, view.group) for view in views}


def _seen(before: ReviewPage, after: ReviewPage, done: Done) -> Findings:
    if done.seen or done.reviewed is None:
        return done.seen or before.findings
    return load_findings(before.compaction, done.reviewed.before, later=after.findings)


def _swap(request: TeamRequest, after: ReviewPage, done: Done, change: Change) -> HttpResponse:
    shown = after.seqs_shown()
    seqs = {view.turn_seq for view in change.findings if view.turn_seq in shown}
    turns, pane = sorted(after.findings.turns.items()), _pane_changes(after, done, change)
    whole_rail = change.whole_rail or after.view.filter.narrows or any(v.severity == "note" for v in change.findings)
    context = {
        "page": after,
        "toast": {"words": done.words, "glyph": done.glyph, "key": done.key},
        "said": done.words,
        "changed": change.findings,
        "changed_turns": [turn_view(turn, after.marked) for seq, turn in turns if seq in seqs],
        "whole_rail": whole_rail,
        "keeps": None if whole_rail or change.keeps else [v for v in after.keeps if v in change.findings],
        "text": change.text,
        "pane": pane,
        "tabs": not pane and not done.alone,  # a draft stays in its pane, and above it stands how many pins there are
        "focus": True,
    }
    answer = layout.fragment(request, "review/_swap.html", {**context, **WORDS})
    return replace_url(answer, after.base + after.view.query)


def _pane_changes(after: ReviewPage, done: Done, change: Change) -> bool:
    """Whether the right-hand pane is another one. A draft in it is never taken away by an action elsewhere."""
    tab = after.view.tab
    if tab == "edit" or done.tab:
        return bool(done.tab)
    if done.alone:
        return tab == "since" or (tab == "summary" and any(view.has_summary_side for view in change.findings))
    return tab != "notes"
