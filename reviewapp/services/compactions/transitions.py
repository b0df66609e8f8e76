"""The one way in which a compaction changes its state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.guard.canonical import Json
from reviewapp.guard.states import State, allowed
from reviewapp.models import Compaction
from reviewapp.services.audit import audit_log
from reviewapp.services.audit.audit_log import Actor
from reviewapp.services.errors import Refused


def advance(
    compaction: Compaction,
    to: State,
    *,
    actor: Actor,
    lease: UUID | None = None,
    body: Mapping[str, Json] | None = None,
    **columns: Any,
) -> Compaction:
    """Takes one legal step, if the row still stands where `compaction` says (and under `lease`), and logs it.

    `columns` are written in the same UPDATE. The instance is brought up to date.
    """
    old = State(compaction.state)
    if not allowed(old, to):
        raise Refused(
            "illegal_step",
            _("A compaction that is %(old)s can’t become %(new)s.") % {"old": _word(old), "new": _word(to)},
            409,
        )
    if to is not State.ANALYSING:
        columns |= {"lease_token": None, "lease_until": None}
    row = Compaction.objects.filter(team_id=compaction.team_id, id=compaction.id, state=old)
    if lease is not None:
        row = row.filter(lease_token=lease)
    if not row.update(state=to, **columns):
        raise Refused("moved_on", _("Somebody else moved this compaction on. Look again."), 409)
    for name, value in {"state": to.value, **columns}.items():
        setattr(compaction, name, value)
    audit_log.append(compaction.team, f"compaction.{to}", actor, compaction, {"from": str(old), **(body or {})})
    return compaction


def _word(state: State) -> str:
    return state.replace("_", " ")
