"""Whose turn it is: yours, somebody else's, a worker's, or nobody's any more. Each says what it is and what helps."""

from __future__ import annotations

from django.utils import timezone

from reviewapp.models import Compaction, Decision, Membership, User
from reviewapp.web.reads import held, worker_silence
from reviewapp.web.review.shapes import Mode
from reviewapp.web.words import REJECTIONS, STATES

_CLOSED = {
    "withdrawn": "The agent withdrew this proposal. Its history stays as it was.",
    "expired": "Nobody decided in time. The agent keeps its full history and may submit again.",
    "superseded": "The session moved on without this proposal: it was closed, or a restore took effect.",
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
        held_by=_name(compaction.holder) if taken and compaction.holder else "",
        held_until=compaction.held_until if taken else None,
        can_claim=open_for_me and not mine,
        can_take_over=member.role == "lead" and compaction.state == "in_review" and taken and not mine,
        can_retry=member.decides and compaction.state == "failed",
        banner=banner,
        banner_glyph=glyph,
        cause=worker_silence() if compaction.state in ("received", "analysing") else "",
    )


def _banner(compaction: Compaction, member: Membership, *, taken: bool, mine: bool) -> tuple[str, str]:
    if compaction.state == "in_review":
        return _of_review(compaction, member, taken=taken, mine=mine)
    if compaction.state == "failed":
        return f"The analysis gave up: {compaction.failure}. Raw turns and summary can be read, not approved.", "no"
    if compaction.state in ("received", "analysing"):
        return f"{STATES[compaction.state]}. Findings appear here when a worker is done.", "again"
    return _of_end(compaction)


def _of_review(compaction: Compaction, member: Membership, *, taken: bool, mine: bool) -> tuple[str, str]:
    if not member.decides:
        return "Your role in this team reads. Reviewers and leads decide.", "lock"
    if taken and not mine and compaction.holder is not None:
        return f"{_name(compaction.holder)} is reviewing this. You can read along.", "lock"
    return "", ""


def _of_end(compaction: Compaction) -> tuple[str, str]:
    if compaction.state in _CLOSED:
        return _CLOSED[compaction.state], "clock"
    final = Decision.objects.filter(compaction=compaction, final=True).select_related("actor").first()
    who = _name(final.actor) if final and final.actor else "policy"
    if compaction.state == "rejected":
        reason = REJECTIONS.get(compaction.reason_code, compaction.reason_code.replace("_", " "))
        return f"Rejected by {who}: {reason}. The agent keeps its history and was told what to keep.", "no"
    absorbed = " A later compaction has absorbed it since." if compaction.absorbed_by_id else ""
    return f"Approved by {who}. It can’t be undone, but a restore brings the raw turns back.{absorbed}", "kept"


def _name(user: User | None) -> str:
    return (user.get_full_name() or user.get_username()) if user else ""
