"""The end of a conversation: nothing is added to it any more, and what was still open of it is void."""

from __future__ import annotations

from uuid import UUID

from reviewapp.guard.states import State
from reviewapp.models import AgentToken, Compaction, Session, Team, User
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.compactions import finalize
from reviewapp.services.errors import not_found
from reviewapp.services.locks import hold, lock_session, now, retried, transaction
from reviewapp.services.sessions.ownership import own


@retried
def close(*, team: Team, actor: User | AgentToken, session_id: UUID) -> Session:
    """By its agent or by who may decide. Turns, receipts and pins stay; closing it again changes nothing."""
    with transaction():
        if isinstance(actor, User):
            roles.decider(team, actor)
        if not Session.objects.filter(team=team, id=session_id).exists():
            raise not_found("session")
        session = lock_session(team.id, session_id)
        if isinstance(actor, AgentToken):
            own(session, actor)
        if session.closed_at is None:
            session.closed_at = now()
            session.save(update_fields=["closed_at"])
            _supersede(team, session, actor)
            audit_log.append(team, "session.closed", actor, session, {"last_seq": session.last_seq})
    return session


def _supersede(team: Team, session: Session, actor: User | AgentToken) -> None:
    """There is at most one; the session's lock keeps another from coming."""
    waiting = Compaction.objects.open().filter(team=team, session=session).first()
    if waiting is not None:
        held = hold(team=team, compaction_id=waiting.id)
        if held.compaction.is_open:
            finalize.end(held, State.SUPERSEDED, actor=actor, reason_code="session_closed")
