"""Settling at once what the engine could not settle: a person has read it and says so, with a reason."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.engine.types import Severity
from reviewapp.models import Action, DismissReason, Resolution, Team, User
from reviewapp.services.audit import audit_log
from reviewapp.services.compactions.looked_at import Group, groups
from reviewapp.services.errors import Refused, not_found
from reviewapp.services.locks import retried
from reviewapp.services.review.actions import LONGEST_NOTE, Reviewed, reviewing

__all__ = ["Group", "groups", "settle"]


@retried
def settle(
    *,
    team: Team,
    user: User,
    compaction_id: UUID,
    key: str,
    reason: str,
    reason_code: str = DismissReason.RESTATED.value,
    revision: int | None = None,
) -> Reviewed:
    """Settle one group of undecided lines (`approval_checks.gate(...).looked.groups`) with one reason, which is needed.

    It holds for this account alone: another revision has another one, unless nothing in it differs.

    Raises:
        Refused: 422 `no_reason`, `too_long` or `invalid`; 409 `resolved` or `not_in_review`; 404 `finding`.
    """
    _checked(reason, reason_code)
    with reviewing(team=team, user=user, compaction_id=compaction_id, revision=revision) as action:
        group = next((each for each in groups(action.before) if each.key == key), None)
        if group is None:
            raise not_found("finding")
        if group.settled:
            raise Refused("resolved", _("Somebody has dealt with this finding meanwhile. Undo that first."), 409)
        analysis = action.before.analysis
        assert analysis is not None  # without one there are no groups
        row = Resolution.objects.create(
            team_id=team.pk,
            compaction=action.compaction,
            finding_key=key,
            action=Action.DISMISSED,
            reason_code=reason_code,
            reason=reason,
            user=user,
            severity=Severity.WARNING,
            engine_version=analysis.engine_version,
        )
        body = {"group": key, "of": group.of, "unit": group.unit, "count": group.count, "reason_code": reason_code}
        audit_log.append(team, "undecided.settled", user, action.compaction, body)
        action.resolved(row)
    return action


def _checked(reason: str, reason_code: str) -> None:
    if reason_code not in tuple(DismissReason):
        raise Refused("invalid", _("Give one of the known reasons."), 422, "reason_code")
    if not reason.strip():
        raise Refused("no_reason", _("Say what you looked at: it stands on record."), 422, "reason")
    if len(reason) > LONGEST_NOTE or "\0" in reason:
        raise Refused("too_long", _("At most %(n)s characters.") % {"n": LONGEST_NOTE}, 422, "reason")
