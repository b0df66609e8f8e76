"""The audit room: who did what, the chain's health, and the exports."""

from __future__ import annotations

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpResponse, StreamingHttpResponse
from django.views.decorators.http import require_GET

from reviewapp.models import AgentToken, AuditEntry, Membership, Team
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_page
from reviewapp.web.audit import labels, log
from reviewapp.web.form_values import day

PER_PAGE = 100
ROOM = "web:audit"


@require_GET
@team_page()
def audit(request: TeamRequest) -> HttpResponse:
    wanted = _wanted(request)
    page = Paginator(log.entries(request.team, wanted), PER_PAGE).get_page(request.GET.get("page"))
    names = _names(request.team)
    everything = AuditEntry.objects.filter(team=request.team)
    done = everything.order_by("action").values_list("action", flat=True).distinct()
    context = {
        "page": page,
        "rows": [labels.tell(entry, names) for entry in page.object_list],
        "wanted": wanted,
        "actors": sorted(names.items(), key=lambda item: item[1].casefold()),
        "actions": sorted(((action, labels.deed(action)) for action in done), key=lambda each: each[1].casefold()),
        "kept_query": _kept_query(request),
        "head": everything.order_by("-seq").first(),
        "health": log.verify(request.team) if "verify" in request.GET else None,
    }
    return layout.page(request, "audit/page.html", context, room=ROOM)


@require_GET
@team_page()
def export(request: TeamRequest, kind: str) -> StreamingHttpResponse:
    """The whole chain in order as JSONL, which verifies offline; the filtered view as CSV, for people."""
    if kind == "jsonl":
        lines = log.jsonl_lines(AuditEntry.objects.filter(team=request.team).order_by("seq").iterator())
    else:
        lines = log.csv_lines(log.entries(request.team, _wanted(request)).iterator())
    types = {"jsonl": "application/jsonl", "csv": "text/csv"}
    name = f"stet-audit-{request.team.slug}.{kind}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return StreamingHttpResponse(log.blocks(lines), content_type=f"{types[kind]}; charset=utf-8", headers=headers)


def _wanted(request: TeamRequest) -> log.Filter:
    def asked(name: str) -> str:
        return request.GET.get(name, "").replace("\0", "")

    return log.Filter(
        actor=asked("actor"),
        action=asked("action"),
        object=asked("object"),
        since=day(asked("since")),
        until=day(asked("until")),
    )


def _kept_query(request: TeamRequest) -> str:
    """The filter as an address goes on carrying it, without the page."""
    kept = {name: value for name, value in request.GET.items() if name not in ("page", "verify") and value}
    return urlencode(kept) + "&" if kept else ""


def _names(team: Team) -> dict[tuple[str, str], str]:
    """Who stands behind an actor's id: members of the team and its tokens."""
    members = Membership.objects.filter(team=team).select_related("user")
    people = {("user", str(m.user_id)): m.user.get_full_name() or str(m.user) for m in members}
    tokens = {("token", str(t.pk)): str(t) for t in AgentToken.objects.filter(team=team)}
    return people | tokens
