"""What a state record is to forbid no more. An agent may add prohibitions as it likes; taking one away, or other words
in its place, waits for a person as the retirement of a pin does. Until then the record holds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reviewapp.guard.digest import sha256
from reviewapp.guard.state import BINDING
from reviewapp.models import AgentToken, Session, StateRelease
from reviewapp.models.sessions import ReleaseState
from reviewapp.services.audit import audit_log


def missing(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, list[str]]:
    """Of each binding field, the texts of `before` that `after` lacks. Other words are another text: whether they are
    weaker is for a person to say."""
    kept = {name: set(after.get(name) or ()) for name in BINDING}
    lost = {name: [text for text in before.get(name) or () if text not in kept[name]] for name in BINDING}
    return {name: texts for name, texts in lost.items() if texts}


def held(body: Mapping[str, Any], lost: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The record with what it would have lost, which stands first, as it did."""
    return {**body, **{name: [*texts, *body[name]] for name, texts in lost.items()}}


def ask(session: Session, token: AgentToken, lost: Mapping[str, Sequence[str]]) -> None:
    """Inside the caller's transaction, which holds the session. What is asked already is not asked twice."""
    for field, texts in lost.items():
        for text in texts:
            asked = {"team": session.team, "session": session, "field": field, "text": text, "state": ReleaseState.OPEN}
            if not StateRelease.objects.filter(**asked).exists():
                release = StateRelease.objects.create(**asked, token=token)
                audit_log.append(session.team, "state.release_asked", token, release, told_of(release))


def waiting(session: Session) -> list[StateRelease]:
    rows = StateRelease.objects.filter(team=session.team_id, session=session, state=ReleaseState.OPEN)
    return list(rows.select_related("token").order_by("at", "id"))


def told_of(release: StateRelease) -> dict[str, str]:
    return {"field": release.field, "digest": sha256(release.text.encode()).hex()}
