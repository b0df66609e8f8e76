"""Sessions: the list, one session's lineage and survival, its transcript, and what changed between generations."""

from __future__ import annotations

from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from reviewapp.masking.secrets import Extract
from reviewapp.models import Compaction, Receipt, Session, Team
from reviewapp.services.compactions import closing as ending
from reviewapp.services.context.recall import LONGEST_QUERY
from reviewapp.services.sessions import disclosure, releases, releasing, retention
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_action, team_page
from reviewapp.web.form_values import number
from reviewapp.web.secret_discovery import learn_session
from reviewapp.web.sessions import lineage, state_versions, transcript
from reviewapp.web.sessions.compare import compare

PER_PAGE = 50
ROOM = "web:sessions"


@require_GET
@team_page()
def sessions(request: TeamRequest) -> HttpResponse:
    query = request.GET.get("q", "").strip().replace("\0", "")
    found = Session.objects.filter(team=request.team, external_id__icontains=query)
    waiting = Count("compactions", filter=Q(compactions__state="in_review"))
    pages = Paginator(found.annotate(waiting=waiting).order_by("-created_at", "id"), PER_PAGE)
    context = {"page": pages.get_page(request.GET.get("page")), "query": query}
    return layout.page(request, "session/list.html", context, room=ROOM)


@require_GET
@team_page()
def session(request: TeamRequest, session_id: UUID) -> HttpResponse:
    found = _session(request.team, session_id)
    seen = lineage.read(found)
    context = {
        "session": found,
        "lineage": seen,
        "first_lost": _first_losses(seen),
        "in_tail": found.last_seq - found.covered_seq,
        "raw": sum(node.before for node in seen.nodes if node.compaction.level == "leaf"),
        "receipts": Receipt.objects.filter(team=request.team, compaction__session=found).order_by("-at")[:20],
        "states": state_versions.read(found),
        "releases": releases.waiting(found),
    }
    return layout.page(request, "session/page.html", context, room=ROOM)


@require_GET
@team_page()
def turns(request: TeamRequest, session_id: UUID) -> HttpResponse:
    found = _session(request.team, session_id)
    query = request.GET.get("q", "").strip().replace("\0", "")[:LONGEST_QUERY]
    seen = transcript.read(found, query=query, start=number(request.GET.get("from"), default=1))
    return layout.page(request, "session/transcript.html", {"session": found, "seen": seen}, room=ROOM)


@team_action("../../?from={seq}#t-{seq}")
def reveal(request: TeamRequest, session_id: UUID, seq: int) -> HttpResponse:
    """Answers with the page itself: what is revealed stands in no address and is gone with the next one."""
    found = _session(request.team, session_id)
    disclosure.reveal(team=request.team, user=request.user, session_id=found.pk, seq=seq)
    seen = transcript.read(found, start=seq, revealed=seq)
    return layout.page(request, "session/transcript.html", {"session": found, "seen": seen}, room=ROOM)


@require_GET
@team_page()
def difference(request: TeamRequest, session_id: UUID) -> HttpResponse:
    """`a` and `b` are compactions of the session; without `a`, the generation before `b`."""
    found = _session(request.team, session_id)
    nodes = lineage.read(found).nodes
    after = _chosen(nodes, request.GET.get("b", ""), default=len(nodes) - 1)
    before = _chosen(nodes, request.GET.get("a", ""), default=max(0, nodes.index(after) - 1))
    context = {
        "session": found,
        "nodes": nodes,
        "before": before,
        "after": after,
        "passages": compare(_summary(before.compaction), _summary(after.compaction)),
    }
    return layout.page(request, "session/difference.html", context, room=ROOM)


@team_action("../")
def close(request: TeamRequest, session_id: UUID) -> HttpResponse:
    found = _session(request.team, session_id)
    ending.close(team=request.team, actor=request.user, session_id=found.pk)
    messages.success(request, _("The session is closed. Nothing is added to it any more."))
    return layout.go(request, reverse("web:session", args=[request.team.slug, found.pk]))


@team_action("../../")
def release(request: TeamRequest, session_id: UUID, release_id: UUID) -> HttpResponse:
    """A person lets the state record drop a prohibition, or keeps it there."""
    grant = request.POST.get("decision") == "grant"
    reason = request.POST.get("reason", "")
    releasing.decide(team=request.team, user=request.user, release_id=release_id, grant=grant, reason=reason)
    messages.success(request, _("The record holds it no more.") if grant else _("It stays in the record."))
    return layout.go(request, reverse("web:session", args=[request.team.slug, session_id]))


@team_action("../", decides=False)
def erase(request: TeamRequest, session_id: UUID) -> HttpResponse:
    found = _session(request.team, session_id)
    back = reverse("web:session", args=[request.team.slug, found.pk])
    reason = request.POST.get("reason", "")
    erased = retention.erase_session(team=request.team, user=request.user, session_id=found.pk, reason=reason)
    messages.success(request, _("Erased turns: %(n)s. Numbers, digests and receipts stay.") % {"n": erased})
    return layout.go(request, back)


@require_GET
@team_page()
def receipt(request: TeamRequest, receipt_id: UUID) -> HttpResponse:
    """The signed envelope as it is kept, for the offline verifier."""
    found = Receipt.objects.filter(team=request.team, id=receipt_id).first()
    if found is None:
        raise Http404("no such receipt")
    headers = {"Content-Disposition": f'attachment; filename="stet-{found.kind}-{found.id}.json"'}
    return HttpResponse(bytes(found.envelope), content_type="application/json", headers=headers)


def _session(team: Team, session_id: UUID) -> Session:
    found = Session.objects.filter(team=team, id=session_id).first()
    if found is None:
        raise Http404("no such session")
    learn_session(found)
    return found


def _chosen(nodes: tuple[lineage.Node, ...], wanted: str, *, default: int) -> lineage.Node:
    if not nodes:
        raise Http404("no generations yet")
    if not wanted:
        return nodes[default]
    for node in nodes:
        if str(node.compaction.id) == wanted:
            return node
    raise Http404("no such generation")


def _summary(compaction: Compaction) -> str:
    return compaction.current_revision.summary if compaction.current_revision else ""


def _first_losses(seen: lineage.Lineage) -> list[Extract]:
    """Facts that the newest generation does not have, in the order of their loss."""
    return [row.fact.shown for row in seen.rows if not row.stands]
