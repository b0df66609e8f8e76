"""The page on which an old transcript is dropped, and what its past compactions lost. Nothing of it is stored."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from reviewapp.importers import FORMATS
from reviewapp.services.errors import Refused
from reviewapp.services.pins import portability
from reviewapp.services.pins.pinning import Draft
from reviewapp.services.sessions import transcripts
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_page

ROOM = "web:sessions"


@require_http_methods(["GET", "POST"])
@team_page(decides=True)
def audit(request: TeamRequest) -> HttpResponse:
    """The form; posted, the audit of the file under it."""
    if request.method != "POST":
        return _page(request)
    given = request.FILES.get("transcript")
    try:
        if given is None:
            raise Refused("invalid", _("Choose a file."), 422, "transcript")
        name = given.name or ""
        found = transcripts.audit_transcript(
            team=request.team, user=request.user, name=name, content=given, size=given.size or 0
        )
    except Refused as refusal:
        return _page(request, refusal=refusal)
    return _page(request, seen=found, document=_document(found))


def _document(found: dict[str, Any]) -> str:
    """The suggested pins as the register's import takes them."""
    return portability.document_of(Draft(pin["key"], pin["text"], pin["severity"]) for pin in found["suggested_pins"])


def _page(request: TeamRequest, **extra: Any) -> HttpResponse:
    refusal = extra.get("refusal")
    context = {"formats": [each.title for each in FORMATS.values()], "largest": transcripts.LARGEST, **extra}
    status = refusal.status if refusal else 200
    return layout.page(request, "session/audit.html", context, room=ROOM, status=status)
