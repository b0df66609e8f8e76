"""Where a conversation stands: what is stored of it, what is in force, what was proposed last."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from reviewapp.guard.states import State
from reviewapp.models import Compaction, Session, Team, Turn


@dataclass(frozen=True)
class Progress:
    """`in_force`: the compaction whose context is served now. `latest`: the one proposed last, whatever its state."""

    session: Session
    in_force: UUID | None
    latest: Compaction | None
    last_external_id: str


def progress(*, team: Team, session: Session) -> Progress:
    """What an agent has to know to go on after a restart. Read without locks: the next step checks everything again."""
    proposed = Compaction.objects.filter(team=team, session=session).select_related("team")
    last = Turn.objects.filter(team=team, session=session, seq=session.last_seq)
    in_force = proposed.filter(state=State.APPROVED, base_epoch=session.epoch - 1).values_list("id", flat=True)
    return Progress(
        session=session,
        in_force=in_force.first() if session.epoch else None,
        latest=proposed.order_by("received_at", "generation", "attempt").last(),
        last_external_id=last.values_list("external_id", flat=True).first() or "",
    )
