"""Showing what is masked: only to who may decide, and only on record. What can't be logged is not shown."""

from __future__ import annotations

from uuid import UUID

from reviewapp.models import Team, Turn, User
from reviewapp.services import audit, roles
from reviewapp.services.errors import not_found
from reviewapp.services.locks import retried, transaction


@retried
def reveal(*, team: Team, user: User, session_id: UUID, seq: int) -> Turn:
    """The turn with its body, for one look at the secrets in it."""
    roles.decider(team, user)
    with transaction():
        turn = Turn.objects.filter(team=team, session_id=session_id, seq=seq).select_related("body").first()
        if turn is None:
            raise not_found("turn")
        audit.append(team, "secret.revealed", user, turn, {"session": str(session_id), "turn": seq})
    return turn
