"""Erasing raw turns, and where else their text may stand.

A turn keeps its number, size and digests; its content and salt go, so that not even a guess can be checked against what
is left. Receipts and the audit chain hold digests alone and verify as before.
"""

from __future__ import annotations

from uuid import UUID

from django.db import connection

from reviewapp.guard.digest import sha256
from reviewapp.models import Compaction, Finding, Session, Team, User
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import lock_session, retried, transaction

ERASED = frozenset({"turnbody.content", "finding.why"})

# Words that somebody chose to write down elsewhere. They may quote a turn and outlive it, each for the reason given.
MAY_QUOTE_TURNS = {
    "revision.text": "the summary that was decided on; restored spans stand in it",
    "pinversion.text": "a rule in force stays readable",
    "pinversion.reason": "why a rule is in force",
    "pinproposal.text": "what an agent asked to pin",
    "retirement.evidence": "why a rule is in force no more",
    "staterecord.body": "the agent's own record of its state",
    "staterelease.text": "what that record forbade",
    "staterelease.reason": "why it is forbidden no more",
    "compaction.state_delta": "the agent's own claim",
    "compaction.evicted_keys": "the agent's own claim",
    "compaction.compactor": "how the agent's compactor calls itself",
    "compaction.reason": "a reviewer's words to the agent",
    "decision.reason": "a reviewer's words to the agent",
    "resolution.reason": "a reviewer's words on a finding",
    "comment.text": "a reviewer's words",
    "mark.note": "a reviewer's words on what they found",
}


@retried
def erase(*, team: Team, user: User, session_id: UUID, from_seq: int, to_seq: int, reason: str) -> int:
    """Empties the turns `from_seq`..`to_seq` of a session for good. Returns how many held text until now."""
    if not reason.strip():
        raise Refused("invalid", "Say why; the audit chain keeps the digest of it.", 422, "reason")
    with transaction():
        roles.lead(team, user)
        if not Session.objects.filter(team=team, id=session_id).exists():
            raise not_found("session")
        session = lock_session(team.id, session_id)
        _check_range(session, from_seq, to_seq)
        body = {"from_seq": from_seq, "to_seq": to_seq, "reason": sha256(reason.encode()).hex()}
        entry = audit_log.append_now(team, "turns.erased", user, session, body)
        findings = Finding.objects.filter(team=team, analysis__compaction__session=session)
        findings.filter(turn_seq__range=(from_seq, to_seq)).update(why="")
        with connection.cursor() as cursor:
            cursor.execute("SELECT stet_erase_turns(%s, %s, %s)", [team.id, session.id, entry.seq])
            (erased,) = cursor.fetchone()
    return int(erased)


def erase_session(*, team: Team, user: User, session_id: UUID, reason: str) -> int:
    """Empties every turn of a session. Returns how many held text until now."""
    session = Session.objects.filter(team=team, id=session_id).first()
    if session is None:
        raise not_found("session")
    return erase(team=team, user=user, session_id=session_id, from_seq=1, to_seq=session.last_seq, reason=reason)


def _check_range(session: Session, from_seq: int, to_seq: int) -> None:
    if not 1 <= from_seq <= to_seq <= session.last_seq:
        raise Refused("range", f"The session has turns 1 to {session.last_seq}.", 422, "from_seq")
    rows = Compaction.objects.open().filter(team_id=session.team_id, session=session)
    if rows.filter(from_seq__lte=to_seq, to_seq__gte=from_seq).exists():
        message = "An open compaction is about these turns: decide it or let the agent withdraw it first."
        raise Refused("open_compaction", message, 409)
