"""Showing what is masked: only to who may decide, and only on record. What can't be logged is not shown."""

from __future__ import annotations

from uuid import UUID

from reviewapp.models import PinProposal, Team, Turn, User
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.errors import not_found
from reviewapp.services.locks import retried, transaction


@retried
def reveal(*, team: Team, user: User, session_id: UUID, seq: int) -> Turn:
    """The turn with its body, for one look at the secrets in it."""
    with transaction():
        roles.decider(team, user)
        turn = Turn.objects.filter(team=team, session_id=session_id, seq=seq).select_related("body").first()
        if turn is None:
            raise not_found("turn")
        audit_log.append(team, "secret.revealed", user, turn, {"session": str(session_id), "turn": seq})
    return turn


@retried
def reveal_proposal(*, team: Team, user: User, proposal_id: UUID) -> PinProposal:
    """The words of an agent that may stand in no turn: who accepts them has to be able to read them."""
    with transaction():
        roles.decider(team, user)
        proposal = PinProposal.objects.filter(team=team, id=proposal_id).first()
        if proposal is None:
            raise not_found("proposal")
        audit_log.append(team, "secret.revealed", user, proposal, {"key": proposal.key})
    return proposal
