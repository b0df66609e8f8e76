"""The import of the register: a file is shown first, what was ticked is put in force."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from reviewapp.services.errors import Refused
from reviewapp.services.pins import portability, previews
from reviewapp.services.pins.previews import Fate
from reviewapp.web import layout
from reviewapp.web.access import TeamRequest, team_action
from reviewapp.web.register.views import ROOM, shown

# What is said of each pin of the file; `%(key)s` is the pin that stands in its way.
FATES = {
    Fate.NEW: gettext_noop("comes into force"),
    Fate.STANDS: gettext_noop("is in force already"),
    Fate.KEY_IN_FORCE: gettext_noop("its key is in force with other words"),
    Fate.CONTRADICTS: gettext_noop("contradicts a pin in force"),
    Fate.CONFLICT: gettext_noop("contradicts another rule of this file"),
    Fate.HIDDEN: gettext_noop("has characters that can't be seen: pin it by hand"),
    Fate.EXPIRED: gettext_noop("its expiry is over"),
}
TAKEN = frozenset({Fate.NEW, Fate.CONFLICT})  # what may be ticked


@team_action("../")
def take_in(request: TeamRequest) -> HttpResponse:
    """A file: its preview. The preview's form: what was ticked comes into force, all of it or nothing."""
    try:
        given = request.FILES.get("document")
        return _put(request) if given is None else _preview(request, given)
    except Refused as refusal:
        return shown(request, refusal=refusal)


def _preview(request: TeamRequest, given: UploadedFile[Any]) -> HttpResponse:
    content = given.read(portability.LARGEST + 1)
    seen = previews.preview(team=request.team, user=request.user, name=given.name or "", content=content)
    rows = [(row, FATES[row.fate], row.fate in TAKEN, row.fate is Fate.NEW) for row in seen.rows]
    return layout.page(request, "register/import.html", {"seen": seen, "rows": rows}, room=ROOM)


def _put(request: TeamRequest) -> HttpResponse:
    document, keys = request.POST.get("document", ""), frozenset(request.POST.getlist("take"))
    if not document:
        raise Refused("invalid", _("Choose a file."), 422, "document")
    made = portability.import_json(team=request.team, user=request.user, document=document.encode(), keys=keys)
    told = ngettext("%(n)s pin came into force.", "%(n)s pins came into force.", len(made))
    messages.success(request, told % {"n": len(made)})
    return layout.go(request, reverse("web:pins", args=[request.team.slug]))
