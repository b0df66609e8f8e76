"""Writing down what a person did about a finding."""

from __future__ import annotations

from django.utils.translation import gettext as _

from reviewapp.engine.types import BINDING, Kind, Origin
from reviewapp.models import Action, Compaction, Finding, PinVersion, Resolution, Revision, User
from reviewapp.services.audit import audit_log
from reviewapp.services.compactions.judging import EvaluatedFinding
from reviewapp.services.compactions.review_state import ReviewState
from reviewapp.services.errors import Refused, not_found, unconfirmed

ONLY_STRUCK = frozenset({Kind.ADDITION, Kind.INJECTION})


def the_finding(standing: ReviewState, finding_key: str) -> EvaluatedFinding:
    for judged in standing.findings:
        if judged.finding.key == finding_key:
            return judged
    analysis = standing.analysis
    if analysis and Finding.objects.filter(analysis__compaction=analysis.compaction_id, key=finding_key).exists():
        raise Refused("finding_gone", _("The summary has moved on: as it stands, it does not lose this any more."), 409)
    raise not_found("finding")


def the_open_finding(standing: ReviewState, finding_key: str) -> EvaluatedFinding:
    """One that nobody has dealt with: of two people who see it open, the second does not undo the first by accident."""
    judged = the_finding(standing, finding_key)
    if judged.resolved:
        raise Refused("resolved", _("Somebody has dealt with this finding meanwhile. Undo that first."), 409)
    return judged


def record(
    compaction: Compaction,
    judged: EvaluatedFinding,
    action: Action,
    user: User,
    *,
    reason_code: str = "",
    reason: str = "",
    pin_version: PinVersion | None = None,
    revision: Revision | None = None,
    confirmed_origin: bool = False,
) -> Resolution:
    """Appends a resolution and its audit entry; the latest one of a finding counts."""
    resolution = Resolution.objects.create(
        team_id=compaction.team_id,
        compaction=compaction,
        finding_key=judged.finding.key,
        action=action,
        reason_code=reason_code,
        reason=reason,
        user=user,
        pin_version=pin_version,
        revision=revision,
        confirmed_origin=confirmed_origin,
        severity=judged.finding.severity,
        engine_version=judged.finding.analysis.engine_version,
    )
    body = {"finding": judged.finding.key, "reason_code": reason_code, "confirmed_origin": confirmed_origin}
    audit_log.append(compaction.team, f"finding.{action}", user, compaction, body)
    return resolution


def must_be_raw(standing: ReviewState, judged: EvaluatedFinding, *, confirmed: bool) -> bool:
    """Whether the person had to confirm the origin of the span that is to be pinned or restored.

    Refused where there is no raw span to keep, and where nobody who can lay down a rule said it and nobody confirmed.
    """
    finding = judged.finding
    if finding.turn_seq is None or finding.kind in ONLY_STRUCK:
        raise Refused("only_strike", _("This stands in the summary alone: strike or dismiss it."), 422)
    return must_be_confirmed(standing.turns[finding.turn_seq].origin, confirmed=confirmed)


def must_be_confirmed(origin: str, *, confirmed: bool) -> bool:
    """Whether words of this origin need a person who says that they are to be kept all the same; refused where nobody
    said so."""
    if Origin(origin) in BINDING:
        return False
    if not confirmed:
        raise unconfirmed(origin)
    return True
