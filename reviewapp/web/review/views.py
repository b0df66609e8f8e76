"""Reading one compaction: the page, and the parts of it that load on demand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from django_htmx.http import replace_url

from reviewapp.models import Turn
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_page
from reviewapp.web.labels import DISMISSALS, REJECTIONS, number
from reviewapp.web.review.address import View
from reviewapp.web.review.evidence import PAGE_TURNS, turn_view
from reviewapp.web.review.finding_list import Filter
from reviewapp.web.review.page import ReviewPage, get_compaction
from reviewapp.web.review.side_panel import TABS
from reviewapp.web.review.view_models import Gap, TurnView

PANES = (*TABS, "edit")
_FRAGMENTS = {"finding": "review/_slip_alone.html", "findings": "review/_filtered.html", "summary": "review/_pane.html"}
WORDS = {
    "severities": ("ADVISORY", "HARD_DENIAL", "FATAL_FALSIFICATION"),
    "dismissals": [
        {"code": code, "words": words, "key": f"reason-{n}"}
        for n, (code, words) in enumerate(DISMISSALS.items(), start=1)
    ],
    "rejections": REJECTIONS,
}


@require_GET
@team_page()
def review(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    """The page, or the part of it that htmx asks for by the id of its target."""
    template = _FRAGMENTS.get(request.htmx.target or "") if request.htmx else None
    view = view_of(_merged(request) if template else request.GET)
    page = ReviewPage(get_compaction(request.member, compaction_id), request.member, view)
    if template:
        parts, context = (template, {}) if _is_shown(request, page) else ("review/_swap.html", _anew(page))
        return replace_url(layout.fragment(request, parts, {"page": page, **context, **WORDS}), page.base + view.query)
    return layout.page(request, "review/page.html", {"page": page, "toast": _toast(request), **WORDS}, room="web:queue")


@require_GET
@team_page()
def state(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    """Polled while workers are at it: nothing until the state has changed, then the page anew."""
    compaction = get_compaction(request.member, compaction_id)
    if compaction.state == request.GET.get("seen"):
        return HttpResponse(status=204)
    response = HttpResponse(status=200)
    response["HX-Refresh"] = "true"
    return response


@require_GET
@team_page()
def turns(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    """A run of turns for a fold that was opened, at most PAGE_TURNS of them; what is left stays folded behind it."""
    page = ReviewPage(get_compaction(request.member, compaction_id), request.member, current_view(request))
    compaction = page.compaction
    first = max(compaction.from_seq, number(request.GET.get("from")) or compaction.from_seq)
    last = min(compaction.to_seq, number(request.GET.get("to")) or compaction.to_seq)
    stop = min(last, first + PAGE_TURNS - 1)
    found = Turn.objects.filter(session=compaction.session_id, seq__range=(first, stop)).select_related("body")
    whole = "whole" in request.GET
    items: list[TurnView | Gap] = [turn_view(turn, page.marked, whole=whole) for turn in found.order_by("seq")]
    if stop < last:
        items.append(Gap(stop + 1, last, page.tokens_between(stop + 1, last)))
    return layout.fragment(request, "review/_items.html", {"page": page, "items": items, "focus_turn": first})


def _is_shown(request: TeamRequest, page: ReviewPage) -> bool:
    """Whether a slip may come alone. Beside an older text it would let act on a revision that nobody has looked at."""
    shown = number(request.GET.get("shown"))
    return request.htmx.target != "finding" or shown is None or shown == page.revision_number


def _anew(page: ReviewPage) -> dict[str, Any]:
    """The page as it is now, but for a pane in which something may be half written."""
    said = _("Somebody has edited the summary: this is revision %(n)s.") % {"n": page.revision_number}
    page.view = replace(page.view, error=said)
    pane = page.view.tab not in ("edit", "notes")
    whole = {"whole_rail": True, "keeps": None, "text": True, "pane": pane, "evidence": True}
    return {**whole, "said": said, "focus": True}


def view_of(query: QueryDict) -> View:
    tab = query.get("tab", "")
    return View(
        number=number(query.get("f")),
        key=query.get("key", ""),
        tab=tab if tab in PANES else "summary",
        filter=Filter.of(
            query.get("show", ""),
            query.get("kind", ""),
            number(query.get("notes")) or 0,
            number(query.get("rows")) or 0,
        ),
        first_turn=number(query.get("turns")),
        first_message=number(query.get("message")),
        whole=query.get("whole") == "1",
    )


def current_view(request: TeamRequest) -> View:
    """What the page looks like from which htmx asks or posts."""
    return view_of(QueryDict(_current_query(request)))


def _current_query(request: TeamRequest) -> str:
    try:
        return urlsplit(request.htmx.current_url or "").query if request.htmx else ""
    except ValueError:  # a header can say anything; what is no address tells of no view
        return ""


def _merged(request: TeamRequest) -> QueryDict:
    """The address of the page with what a link in it changes: a tab keeps the finding, a finding keeps the tab."""
    merged = QueryDict(_current_query(request), mutable=True)
    for name in request.GET:
        merged[name] = request.GET.get(name, "")
    return merged


def _toast(request: TeamRequest) -> dict[str, str] | None:
    """What the action before said; a page of its own has the Undo in it too."""
    said = list(messages.get_messages(request))
    key = next((message.extra_tags for message in said if message.extra_tags), "")
    return {"words": " ".join(map(str, said)), "glyph": "kept", "key": key} if said else None
