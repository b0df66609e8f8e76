"""Whose session it is: the agent that began it, under that token or one that took its place."""

from __future__ import annotations

from reviewapp.models import AgentToken, Scope, Session
from reviewapp.services.errors import Refused


def owns(session: Session, token: AgentToken) -> bool:
    """A session from before its beginning was recorded is everybody's."""
    return session.line is None or session.line == token.line


def readable(session: Session, token: AgentToken) -> None:
    """Raises Refused 403 where the token may only send, and another agent began the session."""
    if Scope.READ not in token.scopes and not owns(session, token):
        message = f"Another agent began this session: to read it a token needs the scope {Scope.READ.value}."
        raise Refused("missing_scope", message, 403, "Authorization")


def own(session: Session, token: AgentToken) -> None:
    """Raises Refused 403 where another agent began the session: what ends its work is its own to do."""
    if not owns(session, token):
        message = "Another agent began this session: it can close it, or a person of the team."
        raise Refused("not_yours", message, 403, "Authorization")
