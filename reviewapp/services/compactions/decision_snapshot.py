"""What an ended compaction was decided on. Policies, engines and pins that came later say nothing about it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from reviewapp.models import Analysis, AuditEntry, Compaction, PinCheck, PinState, PinVersion, Policy, Register


def analysis_of(compaction: Compaction) -> Analysis | None:
    """The last one of its last revision; None where it ended before there was one."""
    return Analysis.objects.in_time([compaction.current_revision_id]).last()


def policy_of(compaction: Compaction, analysis: Analysis | None) -> Policy:
    """The one that it was analysed under; where it ended before that, the one under which it came."""
    if analysis is None:
        return compaction.policy
    return Policy.objects.get(team=compaction.team_id, version=analysis.policy_version)


def pin_check_of(analysis: Analysis | None) -> PinCheck | None:
    return PinCheck.objects.in_time([analysis.pk]).last() if analysis else None


def pins_at(registers: Sequence[Register], moment: datetime) -> list[PinVersion]:
    """The versions that were in force then: of each pin the last, unless the chain says that it was retired by then."""
    made = PinVersion.objects.filter(pin__register__in=registers, at__lte=moment).select_related("pin").order_by("n")
    last = {version.pin_id: version for version in made}
    retired = [str(version.pk) for version in last.values() if version.pin.state == PinState.RETIRED]
    entries = AuditEntry.objects.filter(team=registers[0].team_id, object_kind="pinversion", object_id__in=retired)
    gone = set(entries.filter(action="pin.retired", at__lte=moment).values_list("object_id", flat=True))
    return [version for version in last.values() if str(version.pk) not in gone]
