"""Whose turn it is: yours, somebody else's, a worker's, or nobody's any more. Each says what it is and what helps."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from reviewapp.conf import conf
from reviewapp.models import Compaction, CompactionKind, Decision, Membership
from reviewapp.services.review import votes
from reviewapp.web.labels import REJECTIONS, STATES, people, person
from reviewapp.web.reads import held, worker_silence
from reviewapp.web.review.view_models import Mode

_CLOSED = {
    "withdrawn": gettext_noop("The agent withdrew this proposal. Its history stays as it was."),
    "expired": gettext_noop("Nobody decided in time. The agent keeps its full history and may submit again."),
    "session_closed": gettext_noop("The session was closed before anybody decided. Its context stays as it was."),
    "epoch_moved": gettext_noop("The session moved on: another proposal took effect before this one was analysed."),
}


def mode_of(compaction: Compaction, member: Membership) -> Mode:
    now = timezone.now()
    taken = compaction.is_open and held(compaction, now)  # a lease on what is decided means nothing any more
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
        can_bring_back=member.decides and _stands(compaction),
        banner=banner,
        banner_glyph=glyph,
        cause=worker_silence() if compaction.state in ("received", "analysing") else "",
    )


def _stands(compaction: Compaction) -> bool:
    """Whether a context that may still change holds its summary in place of the raw turns."""
    later = compaction.absorbed_by_id or compaction.retired_by_id or compaction.session.closed_at
    return compaction.state == "approved" and compaction.kind == CompactionKind.COMPACTION and not later


def _banner(compaction: Compaction, member: Membership, *, taken: bool, mine: bool) -> tuple[str, str]:
    """The words, and the glyph before them."""
    if compaction.state == "in_review":
        return _of_review(compaction, member, taken=taken, mine=mine)
    if compaction.state == "failed":
        why = _("The analysis gave up: %(why)s. Original turns and summary can be read, not approved.")
        return why % {"why": compaction.failure}, "no"
    if compaction.state in ("received", "analysing"):
        return _of_wait(compaction), "again"
    return _of_end(compaction)


def _of_wait(compaction: Compaction) -> str:
    """Who is at it and until when, and what happens where it does not come back: nobody waits for a dead worker."""
    told = {"n": compaction.attempts, "of": conf.analysis_attempts}
    if compaction.state == "analysing" and compaction.lease_until:
        words = _(
            "A worker is analysing it, try %(n)s of %(of)s. If it dies, another one takes over at %(at)s by itself."
        )
        return words % {**told, "at": _clock(compaction.lease_until)}
    if compaction.failure and compaction.next_attempt_at:
        words = _("Try %(n)s of %(of)s failed (%(why)s). The next one starts at %(at)s by itself.")
        return words % {**told, "why": compaction.failure, "at": _clock(compaction.next_attempt_at)}
    return f"{_(STATES[compaction.state])}. {_('Findings appear here when a worker is done.')}"


def _clock(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%H:%M:%S %Z}"


def _of_review(compaction: Compaction, member: Membership, *, taken: bool, mine: bool) -> tuple[str, str]:
    if not member.decides:
        return _("Your role in this team reads. Reviewers and leads decide."), "lock"
    if taken and not mine:
        return _("%(name)s is reviewing this. You can read along.") % {"name": person(compaction.holder)}, "lock"
    if compaction.kind == CompactionKind.RESTORE:
        words = _(
            "A restore: no summary, but turns %(first)s to %(last)s word for word again in place of the present one."
        )
        return words % {"first": compaction.from_seq, "last": compaction.to_seq}, "restored"
    return "", ""


def _of_end(compaction: Compaction) -> tuple[str, str]:
    closed = _CLOSED.get(compaction.reason_code if compaction.state == "superseded" else compaction.state)
    if closed:
        return _(closed), "clock"
    if compaction.state == "rejected":
        final = Decision.objects.filter(compaction=compaction, final=True).select_related("actor").first()
        who = person(final.actor if final else None)
        words = _("Rejected by %(who)s: %(reason)s. The agent keeps its history.")
        if compaction.must_keep:
            words = _("Rejected by %(who)s: %(reason)s. The agent keeps its history and was told what to keep.")
        reason = REJECTIONS.get(compaction.reason_code)
        return words % {"who": who, "reason": _(reason) if reason else compaction.reason_code.replace("_", " ")}, "no"
    who = people(votes.by_receipt([compaction])[compaction.pk]) or _("policy")
    return f"{_('Approved by %(who)s.') % {'who': who}} {_since(compaction)}", "kept"


def _since(compaction: Compaction) -> str:
    """What has become of an approval, and what still can."""
    if compaction.kind == CompactionKind.RESTORE:
        return _("The original turns stand in the context again.")
    if compaction.retired_by_id:
        return _("A restore has brought its original turns back since.")
    if compaction.absorbed_by_id:
        return _("A later summary has taken it in since.")
    if compaction.session.closed_at:
        return _("Its session was closed since: the context stays as it is.")
    return _("It can’t be undone, but a restore brings the original turns back.")
