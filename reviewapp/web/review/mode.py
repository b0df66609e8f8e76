"""Whose turn it is: yours, somebody else's, a worker's, or nobody's any more. Each says what it is and what helps."""

from __future__ import annotations

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from reviewapp.models import Compaction, Decision, Membership
from reviewapp.web.reads import held, worker_silence
from reviewapp.web.review.shapes import Mode
from reviewapp.web.words import REJECTIONS, STATES, person

_CLOSED = {
    "withdrawn": noop("The agent withdrew this proposal. Its history stays as it was."),
    "expired": noop("Nobody decided in time. The agent keeps its full history and may submit again."),
    "superseded": noop("The session moved on without this proposal: it was closed, or a restore took effect."),
}


def mode_of(compaction: Compaction, member: Membership) -> Mode:
    now = timezone.now()
    taken = held(compaction, now)
    mine = taken and compaction.holder_id == member.user.pk
    open_for_me = member.decides and compaction.state == "in_review" and (mine or not taken)
    banner, glyph = _banner(compaction, member, taken=taken, mine=mine)
    return Mode(
        acts=open_for_me,
        decides=member.decides,
        mine=mine,
        held_by=person(compaction.holder) if taken else "",
        held_until=compaction.held_until if taken else None,
        can_claim=open_for_me and not mine,
        can_take_over=member.role == "lead" and compaction.state == "in_review" and taken and not mine,
        can_retry=member.decides and compaction.state == "failed",
        banner=banner,
        banner_glyph=glyph,
        cause=worker_silence() if compaction.state in ("received", "analysing") else "",
    )


def _banner(compaction: Compaction, member: Membership, *, taken: bool, mine: bool) -> tuple[str, str]:
    """The words, and the glyph before them."""
    if compaction.state == "in_review":
        return _of_review(compaction, member, taken=taken, mine=mine)
    if compaction.state == "failed":
        why = _("The analysis gave up: %(why)s. Raw turns and summary can be read, not approved.")
        return why % {"why": compaction.failure}, "no"
    if compaction.state in ("received", "analysing"):
        return f"{_(STATES[compaction.state])}. {_('Findings appear here when a worker is done.')}", "again"
    return _of_end(compaction)


def _of_review(compaction: Compaction, member: Membership, *, taken: bool, mine: bool) -> tuple[str, str]:
    if not member.decides:
        return _("Your role in this team reads. Reviewers and leads decide."), "lock"
    if taken and not mine:
        return _("%(name)s is reviewing this. You can read along.") % {"name": person(compaction.holder)}, "lock"
    return "", ""


def _of_end(compaction: Compaction) -> tuple[str, str]:
    if compaction.state in _CLOSED:
        return _(_CLOSED[compaction.state]), "clock"
    final = Decision.objects.filter(compaction=compaction, final=True).select_related("actor").first()
    who = person(final.actor if final else None) or _("policy")
    if compaction.state == "rejected":
        words = _("Rejected by %(who)s: %(reason)s. The agent keeps its history and was told what to keep.")
        reason = REJECTIONS.get(compaction.reason_code)
        return words % {"who": who, "reason": _(reason) if reason else compaction.reason_code.replace("_", " ")}, "no"
    words = _("Approved by %(who)s. It can’t be undone, but a restore brings the raw turns back.") % {"who": who}
    absorbed = _("A later compaction has absorbed it since.") if compaction.absorbed_by_id else ""
    return f"{words} {absorbed}".rstrip(), "kept"
