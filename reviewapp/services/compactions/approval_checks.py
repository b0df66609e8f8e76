"""What stands between a compaction and its approval, in words for the person who wants to approve it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from reviewapp.engine.types import BINDING, ORIGIN_OF_ROLE, Change, Kind, Severity
from reviewapp.guard.states import State
from reviewapp.models import AutoApprove, Compaction, CompactionKind, PinState, PinVersion, Turn, User
from reviewapp.services.compactions import manifest
from reviewapp.services.compactions.judging import EvaluatedFinding
from reviewapp.services.compactions.looked_at import Looked, looked_at
from reviewapp.services.compactions.review_state import ReviewState, review_state_of
from reviewapp.services.locks import now

VALUES = frozenset({Kind.NUMERAL, Kind.IDENTIFIER})
_BINDING_ROLES = tuple(role for role, origin in ORIGIN_OF_ROLE.items() if origin in BINDING)


@dataclass(frozen=True)
class GateReason:
    """`text` says what is in the way, `way_out` what to do about it."""

    code: str
    text: str
    way_out: str


@dataclass(frozen=True)
class Gate:
    """`manifest_digest` (hex, empty without a current analysis) is what an approval has to post, or had to."""

    open: bool
    manifest_digest: str
    blocking: tuple[str, ...]
    reasons: tuple[GateReason, ...]
    standing: ReviewState
    looked: Looked

    @property
    def all_clear(self) -> bool:
        """Nothing is in the way and nothing was left undecided or unread: more than that nothing blocks."""
        return self.open and not self.looked.unsettled


def gate(compaction: Compaction, standing: ReviewState | None = None) -> Gate:
    """Computed from the rows as they are; an approval asks again under its locks. `standing`: where the caller has just
    seen it stand."""
    standing = standing or review_state_of(compaction)
    blocking = tuple(dict.fromkeys(judged.finding.key for judged in standing.findings if judged.blocks))
    reasons = (*_of_row(compaction), *_of_checks(standing), *_of_findings(len(blocking)))
    digest = manifest.digest(compaction, standing) if compaction.is_open else compaction.manifest_digest
    return Gate(not reasons, digest.hex() if digest else "", blocking, reasons, standing, looked_at(standing))


def passes_by_policy(compaction: Compaction, standing: ReviewState) -> bool:
    """The team lets pass what needs no person, and this needs none."""
    return standing.policy.auto_approve == AutoApprove.FLAGGED_ONLY and beyond_doubt(compaction, standing)


def beyond_doubt(compaction: Compaction, standing: ReviewState) -> bool:
    """Nothing for a person to look at: the account is whole and nothing in it holds, no finding does, and nobody has
    added anything. What a person has edited, a person decides who has read it."""
    if compaction.current_revision is None or compaction.current_revision.author_id is not None:
        return False
    if compaction.kind != CompactionKind.COMPACTION:
        return False
    if standing.analysis is None or standing.pin_check is None or standing.analysis.coverage["skipped"]:
        return False
    if standing.analysis.account_holds != [] or standing.marks:
        return False
    if any(_needs_a_person(judged, standing) for judged in standing.findings):
        return False
    return not _lowered(compaction)


def _needs_a_person(judged: EvaluatedFinding, standing: ReviewState) -> bool:
    """Whether a finding keeps the policy from passing. A value that a tool or an agent told may be left out: those
    that count stand in a sentence of somebody who binds, and the account holds for them."""
    finding = judged.finding
    if judged.severity is Severity.NOTE and not finding.undecided:
        return False
    told = finding.turn_seq is not None and standing.turns[finding.turn_seq].origin not in BINDING
    return finding.undecided or not (told and finding.kind in VALUES and finding.change == Change.DROPPED)


def _lowered(compaction: Compaction) -> bool:
    """Whether the agent called a person's message less than that. It may, but a rule in it then binds no more, so that
    one field would switch the reading of rules off."""
    turns = Turn.objects.filter(team_id=compaction.team_id, session_id=compaction.session_id, kind="text")
    ours = turns.filter(seq__range=(compaction.from_seq, compaction.to_seq), role__in=_BINDING_ROLES)
    return ours.exclude(origin__in=BINDING).exists()


def barred(compaction: Compaction, user: User, standing: ReviewState) -> GateReason | None:
    """Why this person may not vote where the team wants four eyes; None where they may."""
    if not standing.policy.four_eyes:
        return None
    if compaction.token.created_by_id == user.id:
        return _four_eyes(_("You made the token that submitted this."))
    if compaction.revisions.filter(author=user).exists():
        return _four_eyes(_("You wrote a revision of this summary."))
    if _pinned_for_it(compaction, user, standing):
        return _four_eyes(_("You pinned something for this outside this review."))
    return None


def _pinned_for_it(compaction: Compaction, user: User, standing: ReviewState) -> bool:
    """Promoting a span while reviewing does not bar. Another pin of this session does, and one of the team that
    stands here for a loss: who made it would vote on what they settled themselves."""
    made = PinVersion.objects.filter(team_id=compaction.team_id, created_by=user)
    covering = {judged.covered_by for judged in standing.findings if judged.covered_by}
    here = Q(pin__register__session=compaction.session_id)
    of_team = Q(pin__register__session=None, pin__key__in=covering, pin__state=PinState.ACTIVE)
    return made.filter(here | of_team).exclude(resolutions__compaction=compaction).exists()


def _four_eyes(text: str) -> GateReason:
    return GateReason("four_eyes", text, _("Ask another reviewer of the team to decide."))


def _of_row(compaction: Compaction) -> Iterator[GateReason]:
    if compaction.state == State.FAILED:
        yield GateReason(
            "failed", _("The analysis gave up on this compaction."), _("Send it back to be analysed again.")
        )
    elif compaction.state in (State.RECEIVED, State.ANALYSING):
        yield GateReason("not_analysed", _("This revision is still being analysed."), _("Wait for the findings."))
    elif not compaction.is_open:
        yield GateReason(
            "decided", _("This compaction is not in review, or not any more."), _("Nothing is left to decide.")
        )
    if compaction.is_open and compaction.expires_at <= now():
        yield GateReason(
            "expired", _("The time for a decision is over."), _("The agent keeps its history and may submit again.")
        )
    if compaction.is_open and compaction.session.epoch != compaction.base_epoch:
        yield GateReason("epoch_moved", _("Another compaction of this session took effect."), _("Reject this one."))


def _of_checks(standing: ReviewState) -> Iterator[GateReason]:
    if standing.analysis is None:
        yield GateReason("stale_analysis", _("The current revision has not been analysed."), _("Reload the page."))
    elif standing.pin_check is None:
        yield GateReason(
            "stale_pins", _("Pins have changed since this was checked."), _("Reload the page to check again.")
        )


def _of_findings(blocking: int) -> Iterator[GateReason]:
    if blocking:
        losses = ngettext("%(n)s loss is unresolved.", "%(n)s losses are unresolved.", blocking) % {"n": blocking}
        yield GateReason("unresolved", losses, _("Pin, restore, strike or dismiss each of them."))
