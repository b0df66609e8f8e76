"""The insights room."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from reviewapp.web import desk
from reviewapp.web.access import TeamRequest, team_page
from reviewapp.web.rooms import insights
from reviewapp.web.rooms.forms import number

WINDOWS = (7, 30, 90, 365)


@require_GET
@team_page()
def figures(request: TeamRequest) -> HttpResponse:
    asked = number(request.GET.get("days"), default=30)
    days = asked if asked in WINDOWS else 30
    seen = insights.read(request.team, now=timezone.now(), days=days)
    context = {"seen": seen, "days": days, "windows": WINDOWS, "charts": _charts(seen)}
    return desk.page(request, "insights/page.html", context, room="web:insights")


def _charts(seen: insights.Insights) -> list[tuple[str, str, tuple[insights.Share, ...], str]]:
    """(title, what one bar says, bars, pencil): orange for what compactors did, blue for what people did."""
    return [
        ("Lost by kind", "compactions that lost at least one", seen.loss_by_kind, "orange"),
        ("Clean by summariser", "summaries without a serious finding", seen.clean_by_summariser, "blue"),
        ("Clean by prompt", "summaries without a serious finding", seen.clean_by_prompt, "blue"),
        ("Clean by generation", "summaries without a serious finding", seen.clean_by_generation, "blue"),
        ("Precision of rules", "closed findings that were no false alarm", seen.precision, "blue"),
        ("Age of the queue", "open compactions", seen.ages, "orange"),
    ]
