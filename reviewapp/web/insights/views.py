"""The insights room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _
from django.views.decorators.http import require_GET

from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_page
from reviewapp.web.form_values import number
from reviewapp.web.insights import insights_page
from reviewapp.web.insights.insights_page import Share
from reviewapp.web.labels import word
from reviewapp.web.rules import title_of

WINDOWS = (7, 30, 90, 365)


@dataclass(frozen=True, slots=True)
class Name:
    """What a bar is called: words, or the name of a rule or a digest, which is `code`. `told`: what its rule is
    about."""

    text: str
    code: bool = False
    told: str = ""


@dataclass(frozen=True, slots=True)
class Bar:
    name: Name
    share: Share


@dataclass(frozen=True, slots=True)
class Chart:
    """`told` says what one bar counts. The pencil is orange for what compactors did, blue for what people did."""

    title: str
    told: str
    bars: Sequence[Bar]
    pencil: str


@require_GET
@team_page()
def figures(request: TeamRequest) -> HttpResponse:
    asked = number(request.GET.get("days"), default=30)
    days = asked if asked in WINDOWS else 30
    seen = insights_page.read(request.team, now=timezone.now(), days=days)
    times = ((_("Time to the first claim"), seen.to_claim), (_("Time to the decision"), seen.to_decision))
    context = {"seen": seen, "days": days, "windows": WINDOWS, "times": times, "charts": _charts(seen)}
    return layout.page(request, "insights/page.html", context, room="web:insights")


def _charts(seen: insights_page.Insights) -> list[Chart]:
    clean = _("summaries that arrived without a serious finding")
    return [
        Chart(_("Lost by kind"), _("compactions that lost at least one"), _words(seen.loss_by_kind, "kind"), "orange"),
        Chart(_("Age of the queue"), _("open compactions"), _words(seen.ages, "age"), "orange"),
        Chart(_("Clean by summariser"), clean, _stated(seen.clean_by_summariser), "blue"),
        Chart(_("Clean by prompt"), clean, _stated(seen.clean_by_prompt, code=True), "blue"),
        Chart(_("Clean by generation"), clean, _generations(seen.clean_by_generation), "blue"),
        Chart(_("Why findings were dismissed"), _("dismissals"), _words(seen.dismissals, "dismissal"), "blue"),
        Chart(_("Precision of rules"), _("closed findings that were no false alarm"), _codes(seen.precision), "blue"),
    ]


def _words(shares: Iterable[Share], table: str) -> list[Bar]:
    return [Bar(Name(word(share.label, table)), share) for share in shares]


def _generations(shares: Iterable[Share]) -> list[Bar]:
    return [Bar(Name(gettext("generation %(label)s") % {"label": share.label}), share) for share in shares]


def _codes(shares: Iterable[Share]) -> list[Bar]:
    return [Bar(Name(share.label, code=True, told=title_of(share.label)), share) for share in shares]


def _stated(shares: Iterable[Share], *, code: bool = False) -> list[Bar]:
    """What agents say of their summarisers, or that they say nothing."""
    return [Bar(Name(share.label, code) if share.label else Name(gettext("not stated")), share) for share in shares]
