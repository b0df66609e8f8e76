"""What the rules missed: words that a person selected in a turn or in the summary."""

from __future__ import annotations

from typing import get_args
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from reviewapp.masking.secrets import Extract
from reviewapp.services.errors import Refused
from reviewapp.services.review import marking
from reviewapp.services.sessions.turns import plain_lines
from reviewapp.web.access import TeamRequest, team_action
from reviewapp.web.labels import number
from reviewapp.web.review.answer import Done, Draft, act
from reviewapp.web.review.page import ReviewPage
from reviewapp.web.review.prefill import suggested_key

_DONE = {
    "keep": gettext_noop("Marked: the next summary must keep it"),
    "pin": gettext_noop("Marked and pinned"),
    "restore": gettext_noop("Marked and put back into the summary"),
    "strike": gettext_noop("Marked and struck from the summary"),
    "say": gettext_noop("Marked and said otherwise"),
    "note": gettext_noop("Marked with a note"),
}


@team_action("../")
def mark(request: TeamRequest, compaction_id: UUID) -> HttpResponse:
    """`words` of turn `seq`, or of the summary without it; `then`: what becomes of them."""
    form = request.POST
    then, text, note = form.get("then", ""), plain_lines(form.get("words", "")), form.get("note", "")
    words = marking.Words(text, number(form.get("seq")), number(form.get("at")) or 0)

    def perform(page: ReviewPage) -> Done:
        for known in get_args(marking.Then):
            if then == known:
                break
        else:
            raise Refused("invalid", _("Choose what is to become of these words."), 422, "then")
        seen = page.findings  # before: the list gets a row more
        done = marking.mark(
            team=request.team,
            user=request.user,
            compaction_id=compaction_id,
            revision=number(form.get("revision")) or 0,
            words=words,
            then=known,
            key=suggested_key(Extract.of(text)),
            note=note,
            instead=plain_lines(form.get("instead", "")),
            confirm_origin="confirm_origin" in form,
        )
        return Done(_(_DONE[then]), "corrected", reviewed=done, seen=seen)

    return act(request, compaction_id, "", perform, Draft(note=note))
