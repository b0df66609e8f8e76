"""A session of a team by the name that its agent gave it."""

from __future__ import annotations

from reviewapp.models import Session, Team
from reviewapp.services.errors import not_found


def find_session(team: Team, external_id: str) -> Session:
    session = Session.objects.filter(team=team, external_id=external_id).first()
    if session is None:
        raise not_found("session")
    return session
