"""What stands between this page and a decision, and what a rejection can ask for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from reviewapp.models import Analysis, Compaction, Membership
from reviewapp.services.compactions import approval_checks
from reviewapp.services.compactions.approval_checks import Gate, GateReason
from reviewapp.services.compactions.review_state import ReviewState
from reviewapp.services.review import votes
from reviewapp.web.labels import people
from reviewapp.web.review.approval_models import Approvals, GateView, Reason
from reviewapp.web.review.findings import Findings
from reviewapp.web.review.view_models import FindingView

NAMED = 20  # findings that a closed gate names; of more it says how many
UNREAD = 3  # parts that no rule has read, named in the bar
REASONS = (gettext_noop("not text"), gettext_noop("erased"))  # why a turn was not read


def build_gate(gate: Gate, findings: Findings) -> GateView:
    states = Counter(found.view.state for found in findings.all)
    severities = Counter(found.view.severity for found in findings.open)
    reasons = [_reason(reason, gate, findings) for reason in gate.reasons]
    return GateView(
        open=gate.open,
        manifest=gate.manifest_digest,
        reasons=reasons,
        everyday=[reason.code for reason in reasons] == ["unresolved"],
        pinned=len(gate.standing.pins),  # of the block; one pin may stand for several findings
        newly_pinned=_newly_pinned(gate.standing),
        restored=states["restored"],
        struck=states["struck"],
        left_open=severities["warning"],
        left_notes=severities["note"],
        unclear=[found.view for found in findings.open if found.view.group == "unclear"],
        looked_at=_looked_at(gate.standing.analysis),
        all_clear=gate.all_clear,
        unsettled=gate.looked.unsettled,
    )


def _looked_at(analysis: Analysis | None) -> str:
    """In one line what the rules have read, and what they have not."""
    if analysis is None:
        return ""
    read = _("Read by the rules: %(n)s of %(of)s turns and the summary.")
    told = read % {"n": analysis.coverage["analysed"], "of": analysis.coverage["turns"]}
    parts = [_unread(part) for part in analysis.coverage["skipped"]]
    if not parts:
        return told
    named = ", ".join(parts[:UNREAD]) + (_(" and %(n)s more") % {"n": len(parts) - UNREAD} if parts[UNREAD:] else "")
    return f"{told} {_('Not read: %(parts)s.') % {'parts': named}}"


def _unread(part: Mapping[str, Any]) -> str:
    where = _("the summary") if part["turn"] is None else _("turn %(seq)s") % {"seq": part["turn"]}
    return f"{where} ({_(part['reason'])})"


def build_approvals(compaction: Compaction, member: Membership, standing: ReviewState) -> Approvals:
    """Where one is enough, none can be there before it."""
    needed, bar = standing.policy.quorum, None
    if member.decides and compaction.is_open:
        bar = approval_checks.barred(compaction, member.user, standing)
    why = f"{bar.text} {bar.way_out}" if bar else ""
    if needed == 1:
        return Approvals(needed, barred=why)
    by = votes.so_far([compaction])[compaction.pk]
    return Approvals(needed, len(by), people(by), member.user in by, why)


def _newly_pinned(standing: ReviewState) -> int:
    """Pins in force that were made of findings here. The rest of the block was there before."""
    made = {row.pin_version_id for row in standing.resolutions.values()}
    return sum(version.pk in made for version in standing.pins)


def must_keep(findings: Findings) -> list[FindingView]:
    """What a rejection can ask the next summary to hold: losses from the turns, notes left out."""
    lost = [found.view for found in findings.all if found.current and found.quote]
    return [view for view in lost if view.severity != "note" and view.mark not in ("added", "injection")]


def _reason(reason: GateReason, gate: Gate, findings: Findings) -> Reason:
    if reason.code != "unresolved":
        return Reason(reason.code, reason.text, reason.way_out)
    about = [found.view for found in findings.all if found.view.key in gate.blocking]
    return Reason(reason.code, reason.text, reason.way_out, about[:NAMED], max(0, len(about) - NAMED))
