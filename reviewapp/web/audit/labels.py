"""The words of the audit: what was done, to what, and what the fields of an entry are. The codes stay beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from reviewapp.models import AuditEntry
from reviewapp.web.labels import DISMISSALS, OUTCOMES, ROLES, STATES

DEEDS = {
    "claim.assigned": _("Assigned a review"),
    "claim.ended": _("Released a review"),
    "claim.taken": _("Claimed a review"),
    "claim.taken_over": _("Took a review over"),
    "comment.added": _("Wrote a note"),
    "compaction.analysing": _("Began the analysis"),
    "compaction.approved": _("Approved a compaction"),
    "compaction.expired": _("Let a compaction expire"),
    "compaction.failed": _("Failed to analyse"),
    "compaction.in_review": _("Sent it to review"),
    "compaction.leased_again": _("Began the analysis again"),
    "compaction.received": _("Proposed a compaction"),
    "compaction.rejected": _("Rejected a compaction"),
    "compaction.restore_requested": _("Asked to bring a text back"),
    "compaction.superseded": _("Replaced by a later one"),
    "compaction.vote": _("Voted to approve"),
    "compaction.withdrawn": _("Withdrew a compaction"),
    "context.applied": _("Went on with a context"),
    "context.served": _("Fetched a context"),
    "finding.corrected": _("Corrected wrong words"),
    "finding.dismissed": _("Dismissed a finding"),
    "finding.pinned": _("Pinned a finding"),
    "finding.reopened": _("Reopened a finding"),
    "finding.restored": _("Restored lost words"),
    "finding.struck": _("Struck words"),
    "finding.withdrawn": _("Took a mark back"),
    "key.revoked": _("Revoked a signing key"),
    "mark.added": _("Marked what the rules missed"),
    "member.enrolled": _("Enrolled a member"),
    "member.invite": _("Added a member"),
    "member.invited": _("Invited a person"),
    "member.joined": _("Joined the team"),
    "member.remove": _("Removed a member"),
    "member.role": _("Changed a role"),
    "member.uninvited": _("Withdrew an invitation"),
    "notices.changed": _("Changed what the team’s channel is told"),
    "pin.expiry_confirmed": _("Confirmed a pin’s end"),
    "pin.made": _("Put a pin in force"),
    "pin.proposal_accepted": _("Accepted a proposed pin"),
    "pin.proposal_refused": _("Refused a proposed pin"),
    "pin.proposed": _("Proposed a pin"),
    "pin.retired": _("Retired a pin"),
    "pin.retirement_requested": _("Asked to retire a pin"),
    "pin.retirement_voted": _("Agreed to a retirement"),
    "pin.retirement_withdrawn": _("Withdrew a retirement"),
    "policy.changed": _("Changed the policy"),
    "revision.corrected": _("Corrected a summary in place"),
    "revision.edited": _("Edited a summary"),
    "revision.restored": _("Put words into a summary"),
    "revision.struck": _("Cut words out of a summary"),
    "revision.undone": _("Took an edit back"),
    "secret.revealed": _("Revealed a secret"),
    "session.closed": _("Closed a session"),
    "state.put": _("Wrote the state record"),
    "state.release_asked": _("Asked to drop a prohibition of the state record"),
    "state.release_granted": _("Dropped a prohibition of the state record"),
    "state.release_refused": _("Kept a prohibition of the state record"),
    "team.found": _("Founded the team"),
    "token.created": _("Made a token"),
    "token.revoked": _("Revoked a token"),
    "token.rotated": _("Replaced a token"),
    "turns.appended": _("Sent turns"),
    "turns.erased": _("Erased turns"),
    "undecided.settled": _("Settled undecided lines"),
    "webhook.disabled": _("Switched a webhook off by itself"),
    "webhook.made": _("Made a webhook"),
    "webhook.off": _("Switched a webhook off"),
    "webhook.on": _("Switched a webhook on"),
    "webhook.redelivered": _("Sent a message again"),
    "webhook.removed": _("Removed a webhook"),
    "webhook.secret_rotated": _("Gave a webhook a new secret"),
    "webhook.test": _("Sent a test message"),
}
OBJECTS = {
    "agenttoken": _("token"),
    "compaction": _("compaction"),
    "invitation": _("invitation"),
    "membership": _("member"),
    "noticechoice": _("team’s channel"),
    "pin": _("pin"),
    "pinproposal": _("proposed pin"),
    "pinversion": _("pin"),
    "policy": _("policy"),
    "retirement": _("retirement"),
    "webhookdelivery": _("message"),
    "webhookendpoint": _("webhook"),
    "session": _("session"),
    "signingkey": _("signing key"),
    "team": _("team"),
    "turn": _("turn"),
}
FIELDS = {
    "attempt": _("attempt"),
    "before": _("before"),
    "cause": _("cause"),
    "comment": _("note"),
    "confirmed_origin": _("origin confirmed"),
    "context_digest": _("context"),
    "digest": _("digest"),
    "evidence": _("evidence"),
    "finding": _("finding"),
    "format": _("format"),
    "from": _("from"),
    "from_seq": _("from turn"),
    "key": _("key"),
    "keyid": _("key"),
    "last_seq": _("last turn"),
    "manifest": _("manifest"),
    "manifest_digest": _("manifest"),
    "number": _("revision"),
    "quorum": _("needed"),
    "reason": _("reason"),
    "reason_code": _("reason"),
    "receipts": _("receipts"),
    "register": _("register"),
    "restores": _("brings back"),
    "revoked_after": _("valid until entry"),
    "role": _("role"),
    "root": _("root"),
    "scopes": _("may"),
    "session": _("session"),
    "severity": _("severity"),
    "submission": _("submission"),
    "to": _("to"),
    "to_seq": _("to turn"),
    "turn": _("turn"),
    "user": _("person"),
    "version": _("version"),
    "votes": _("votes"),
}
_AGAIN = _("Sent it to analysis again")
_PEOPLE = frozenset({("claim", "to"), ("claim", "from"), ("member", "user"), ("team", "user")})
_WORDS = {"from": STATES, "reason_code": OUTCOMES | DISMISSALS, "role": ROLES, "before": ROLES}
Names = Mapping[tuple[str, str], str]  # (kind, id) of an actor


@dataclass(frozen=True, slots=True)
class Told:
    """One entry in words, with its codes."""

    entry: AuditEntry
    who: str  # empty: the system
    deed: str
    object: str
    details: tuple[tuple[str, Any], ...]  # name of a field, its value


def tell(entry: AuditEntry, names: Names) -> Told:
    who = names.get((entry.actor_kind, entry.actor_id), entry.actor_id)
    again = entry.action == "compaction.received" and "from" in entry.body
    deed = _AGAIN if again else DEEDS.get(entry.action, entry.action)
    kind = OBJECTS.get(entry.object_kind, entry.object_kind)
    return Told(entry, who, gettext(deed), gettext(kind), tuple(_details(entry, names)))


def deed(action: str) -> str:
    return gettext(DEEDS.get(action, action))


def _details(entry: AuditEntry, names: Names) -> Iterator[tuple[str, Any]]:
    """What is set: the exports have every field."""
    for field, value in entry.body.items():
        if value not in (None, "", False, []):
            yield gettext(FIELDS.get(field, field)), _value(entry.action, field, value, names)


def _value(action: str, field: str, value: Any, names: Names) -> Any:
    if (action.partition(".")[0], field) in _PEOPLE:
        return names.get(("user", str(value)), value)
    told = _WORDS.get(field, {}).get(str(value))
    return value if told is None else gettext(told)
