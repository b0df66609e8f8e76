"""How a compaction ends: approved, rejected, expired, withdrawn. Each end is one transaction with its receipt."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from reviewapp.guard.assertion import PinsNotHeld
from reviewapp.guard.canonical import Json
from reviewapp.guard.digest import json_digest
from reviewapp.guard.receipts import ReceiptKind
from reviewapp.guard.states import OPEN, State
from reviewapp.models import (
    Compaction,
    Decision,
    Receipt,
    Team,
    User,
    Verdict,
)
from reviewapp.services import roles
from reviewapp.services.audit import audit_log
from reviewapp.services.audit.audit_log import Actor
from reviewapp.services.compactions import effect
from reviewapp.services.compactions.approval_checks import Gate, barred, gate, passes_by_policy
from reviewapp.services.compactions.must_keep import asked_to_keep
from reviewapp.services.compactions.transitions import advance
from reviewapp.services.errors import Refused
from reviewapp.services.locks import Held, hold, now, retried, share_policy, transaction
from reviewapp.services.receipts import checkpoints, receipts

log = logging.getLogger(__name__)

LONGEST_REASON = 4_000
_REASON_CODE = re.compile(r"[a-z][a-z_]{0,39}")


@retried
def approve(*, team: Team, user: User, compaction_id: UUID, manifest_digest: str) -> Compaction:
    """One person's approval of exactly what was shown to them; the last vote that the quorum asks for takes effect."""
    with transaction():
        roles.decider(team, user)
        held = hold(team=team, compaction_id=compaction_id, registers="share")
        if not _out_of_time(held):
            return _vote(held, user, manifest_digest)
    raise _too_late()


@retried
def reject(
    *,
    team: Team,
    user: User,
    compaction_id: UUID,
    reason_code: str,
    reason: str = "",
    must_keep: Sequence[str] = (),
) -> Compaction:
    """The history stays. `must_keep`: keys of the findings that the agent's next summary has to hold."""
    if not _REASON_CODE.fullmatch(reason_code):
        raise Refused("invalid", _("Say why, so that the agent can do better."), 422, "reason_code")
    if len(reason) > LONGEST_REASON or "\0" in reason:
        message = _("At most %(n)s characters, none of them NUL.") % {"n": LONGEST_REASON}
        raise Refused("too_long", message, 422, "reason")
    with transaction():
        roles.decider(team, user)
        held = hold(team=team, compaction_id=compaction_id)
        if not _out_of_time(held):
            return _reject(held, user, reason_code, reason, must_keep)
    raise _too_late()


def approve_by_policy(*, compaction: Compaction) -> Compaction:
    """Nothing in it for a person to look at: every guard of an approval but votes. Part of the transaction in which its
    worker, who still holds the lease, finishes."""
    lease = compaction.lease_token
    held = hold(team=compaction.team, compaction_id=compaction.id, registers="share")
    compaction = held.compaction
    share_policy(compaction.team)
    state = gate(compaction)
    # The gate of a person's approval says `not_analysed` to a row that its worker still holds; nothing else may stand.
    others = [reason for reason in state.reasons if reason.code != "not_analysed"]
    if others or not passes_by_policy(compaction, state.standing):
        raise _shut(others[0].code if others else "needs_review", others[0].text if others else "A person has to look.")
    digest = _digest(state)
    Decision.objects.create(
        team=compaction.team, compaction=compaction, verdict=Verdict.APPROVE, final=True, manifest_digest=digest
    )
    return _take_effect(held, state, actor=None, lease=lease)


@retried
def expire(compaction: Compaction) -> None:
    """End an overdue row. Called by whoever meets one; does nothing if it is not overdue or has ended."""
    with transaction():
        _out_of_time(hold(team=compaction.team, compaction_id=compaction.id))


def end(held: Held, to: State, *, actor: Actor, reason_code: str, **columns: Any) -> Compaction:
    """Close an open row without effect (withdrawn, expired, superseded, rejected), with a receipt that says so."""
    compaction, moment = held.compaction, now()
    receipt = _refusal_receipt(compaction, to, reason_code, columns.get("must_keep", []))
    body = {"reason_code": reason_code, "receipts": [receipts.named(receipt)] if receipt else []}
    columns |= {"reason_code": reason_code, "decided_at": moment, "receipt": receipt}
    return advance(compaction, to, actor=actor, body=body, **columns)


def _vote(held: Held, user: User, posted: str) -> Compaction:
    compaction = held.compaction
    _in_review(compaction)
    share_policy(compaction.team)
    state = gate(compaction)
    if state.reasons:
        details = {"reasons": [{"code": r.code, "text": r.text, "way_out": r.way_out} for r in state.reasons]}
        first = state.reasons[0]
        raise Refused(first.code, f"{first.text} {first.way_out}", 409, details=details)
    if posted != state.manifest_digest:
        message = _("Something changed since this page was loaded. Look at it again, then decide.")
        raise Refused("stale_manifest", message, 409, "manifest_digest", {"manifest_digest": state.manifest_digest})
    bar = barred(compaction, user, state.standing)
    if bar is not None:
        raise Refused(bar.code, f"{bar.text} {bar.way_out}", 403)
    return _count(held, user, state)


def _count(held: Held, user: User, state: Gate) -> Compaction:
    compaction, digest = held.compaction, _digest(state)
    earlier = _votes(compaction, digest)
    if any(vote.actor_id == user.id for vote in earlier):
        raise Refused("already_voted", _("You have approved this already; another person has to as well."), 409)
    final = len(earlier) + 1 >= state.standing.policy.quorum
    vote = Decision.objects.create(
        team=compaction.team,
        compaction=compaction,
        actor=user,
        verdict=Verdict.APPROVE,
        final=final,
        manifest_digest=digest,
    )
    if final:
        return _take_effect(held, state, actor=user, votes=[*earlier, vote])
    body = {"manifest_digest": digest.hex(), "votes": len(earlier) + 1, "quorum": state.standing.policy.quorum}
    audit_log.append(compaction.team, "compaction.vote", user, compaction, body)
    if compaction.holder_id == user.id:  # it waits for somebody else now
        compaction.holder, compaction.held_until = None, None
        compaction.save(update_fields=["holder", "held_until"])
    return compaction


def _votes(compaction: Compaction, digest: bytes) -> list[Decision]:
    """Approvals of this very manifest by people who may still decide."""
    rows = Decision.objects.filter(team=compaction.team_id, compaction=compaction, manifest_digest=digest)
    votes = list(rows.filter(verdict=Verdict.APPROVE).order_by("id"))
    deciding = roles.still_decide(compaction.team_id, [vote.actor_id for vote in votes if vote.actor_id])
    return [vote for vote in votes if vote.actor_id in deciding]


def _take_effect(
    held: Held, state: Gate, *, actor: User | None, votes: Sequence[Decision] = (), lease: UUID | None = None
) -> Compaction:
    compaction, digest = held.compaction, _digest(state)
    try:
        effect.assert_context(held)
    except PinsNotHeld as error:
        log.critical("pins not held by the context to be approved", extra={"compaction": str(compaction.id)})
        raise _shut("pins_not_held", _("The context would not hold its pins: %(why)s.") % {"why": error}) from error
    moment = now()
    proofs = effect.receipts_for(held, state, digest, votes, moment)
    effect.replace_history(held)
    effect.apply_delta(held)
    advance(
        compaction,
        State.APPROVED,
        actor=actor,
        lease=lease,
        body={"manifest_digest": digest.hex(), "receipts": [receipts.named(proof) for proof in proofs]},
        receipt=proofs[-1],
        manifest_digest=digest,
        risk=state.standing.analysis.risk if state.standing.analysis else None,
        decided_at=moment,
        approved_team_register=held.team_register.version,
        approved_session_register=held.session_register.version,
    )
    checkpoints.issue(compaction.team)
    return compaction


def _reject(held: Held, user: User, reason_code: str, reason: str, keys: Sequence[str]) -> Compaction:
    compaction = held.compaction
    _in_review(compaction)
    assert compaction.manifest_digest is not None  # a row in review has one; the database holds that
    Decision.objects.create(
        team=compaction.team,
        compaction=compaction,
        actor=user,
        verdict=Verdict.REJECT,
        final=True,
        manifest_digest=compaction.manifest_digest,
        reason_code=reason_code,
        reason=reason,
    )
    kept = list(asked_to_keep(compaction, keys))
    return end(held, State.REJECTED, actor=user, reason_code=reason_code, reason=reason, must_keep=kept)


def _refusal_receipt(compaction: Compaction, to: State, reason_code: str, kept: Sequence[Json]) -> Receipt | None:
    """None where nothing can be signed just now: to refuse is always safe, and must not hang on a key."""
    digest = compaction.manifest_digest.hex() if compaction.manifest_digest else None
    predicate: Mapping[str, Json] = {
        **receipts.about(compaction, now()),
        "outcome": str(to),
        "reason_code": reason_code,
        "manifest_digest": digest,
        "must_keep_digest": json_digest("must-keep", kept).hex(),
    }
    subject = {f"compaction/{compaction.id}": digest or compaction.submission_digest.hex()}
    try:
        return receipts.issue(
            ReceiptKind.REJECTION, team=compaction.team, compaction=compaction, subject=subject, predicate=predicate
        )
    except Refused as error:
        log.error("refused without a receipt", extra={"compaction": str(compaction.id), "reason": error.code})
        return None


def _out_of_time(held: Held) -> bool:
    """Expire an overdue open row, by the database's clock and after all locks; the original history stays."""
    compaction = held.compaction
    if compaction.state not in OPEN or compaction.expires_at > now():
        return False
    end(held, State.EXPIRED, actor=None, reason_code="expired")
    return True


def _in_review(compaction: Compaction) -> None:
    if compaction.state == State.IN_REVIEW:
        return
    final = Decision.objects.filter(team=compaction.team_id, compaction=compaction, final=True).first()
    details = {"state": str(compaction.state), "decision": final.pk if final else None}
    raise Refused("not_in_review", _("This compaction is not in review, or not any more."), 409, details=details)


def _digest(state: Gate) -> bytes:
    if not state.manifest_digest:
        raise _shut("stale_analysis", _("The current revision has not been analysed."))
    return bytes.fromhex(state.manifest_digest)


def _shut(code: str, text: str) -> Refused:
    return Refused(code, text, 409)


def _too_late() -> Refused:
    return Refused("expired", _("The time for a decision is over. The agent keeps its history."), 409)
