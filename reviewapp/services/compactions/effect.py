"""What an approval brings about: the context it leads to, the receipts that prove it, the history that it replaces."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from reviewapp.guard.canonical import Json
from reviewapp.guard.receipts import ReceiptKind
from reviewapp.guard.render import Format
from reviewapp.models import Assurance, Build, Compaction, CompactionKind, Decision, Membership, Receipt
from reviewapp.services.compactions import manifest, marked, prepare, state_delta
from reviewapp.services.compactions.approval_checks import Gate
from reviewapp.services.compactions.judging import EvaluatedFinding
from reviewapp.services.context.material import pins_in_force, rendered
from reviewapp.services.errors import Refused
from reviewapp.services.locks import Held
from reviewapp.services.pins.active import active_pins
from reviewapp.services.pins.pinning import as_pinned
from reviewapp.services.receipts import receipts
from reviewapp.services.sessions import state_record


def assert_context(held: Held) -> None:
    """Render what the agent would get and hold the pins against it; raises PinsNotHeld."""
    pins = pins_in_force(held.team_register, held.session_register)
    rendered(held.compaction, Format.STET, pins, as_if_approved=True)


def replace_history(held: Held) -> None:
    """Children go into their parent, or a restore takes its range out of force; the session moves one epoch on."""
    compaction, session = held.compaction, held.session
    rows = Compaction.objects.active().filter(team_id=compaction.team_id, session=session)
    if compaction.kind == CompactionKind.RESTORE:
        inside = rows.filter(from_seq__gte=compaction.from_seq, to_seq__lte=compaction.to_seq)
        inside.order_by().update(retired_by=compaction)
    else:
        children = Build.objects.filter(team_id=compaction.team_id, compaction=compaction).values("child")
        rows.filter(id__in=children).order_by().update(absorbed_by=compaction)
    covered = [*rows.values_list("to_seq", flat=True)]
    if compaction.kind == CompactionKind.COMPACTION:
        covered.append(compaction.to_seq)
    session.epoch += 1
    session.generation = compaction.generation
    session.covered_seq = max(covered, default=0)
    session.save(update_fields=["epoch", "generation", "covered_seq"])


def apply_delta(held: Held) -> None:
    """What an approved compaction learned goes into the state record, as its next version."""
    compaction = held.compaction
    if not compaction.state_delta:
        return
    before = state_record.latest(held.session)
    try:
        body = state_record.whole(state_delta.merged(compaction, before.body if before else state_record.EMPTY))
    except Refused:
        return  # it can't be read, or the record would grow past its limits: the reviewer was shown the finding
    if before is None or before.body != body:
        state_record.store(held.session, before, body, compaction.token)


def receipts_for(
    held: Held, state: Gate, digest: bytes, votes: Sequence[Decision], moment: datetime
) -> tuple[Receipt, Receipt]:
    """The bypass receipt (what is known of the compactor's input) and the approval receipt, in this order."""
    return _bypass(held, moment), _approval(held, state, digest, votes, moment)


def _bypass(held: Held, moment: datetime) -> Receipt:
    compaction = held.compaction
    given = compaction.compactor_input_digest
    pins = active_pins(held.team_register, held.session_register)
    spans = [pin for pin in pins if pin.origin_session_id == held.session.id and pin.origin_turn_seq is not None]
    inside = [pin for pin in spans if compaction.from_seq <= (pin.origin_turn_seq or 0) <= compaction.to_seq]
    known = prepare.assurance(held.session, compaction.from_seq, compaction.to_seq, given)
    return receipts.issue(
        ReceiptKind.BYPASS,
        team=compaction.team,
        compaction=compaction,
        subject={f"compaction/{compaction.id}": compaction.submission_digest.hex()},
        predicate={
            **receipts.about(compaction, moment),
            "assurance": str(known),
            "pins": [{"key": p.pin.key, "version": p.n, "digest": as_pinned(p).digest.hex()} for p in pins],
            "excluded_spans": [
                {"seq": p.origin_turn_seq, "start": p.origin_start, "end": p.origin_end, "key": p.pin.key}
                for p in (inside if known == Assurance.RECOMPUTED else ())  # an input without them was really sent
            ],
            "salience_permille": {p.pin.key: p.salience for p in pins if p.salience is not None},
            "source_root": manifest.source_root(compaction).hex(),
            "compactor": _named(compaction.compactor),
            "compactor_input_digest": given.hex() if given else None,
            "registers": receipts.registers(held.team_register, held.session_register),
        },
    )


def _named(compactor: Json) -> dict[str, Json]:
    """The agent's own words about its compactor: short texts and whole numbers, nothing else of what it sent."""
    told = compactor if isinstance(compactor, dict) else {}
    return {
        key: value
        for key, value in told.items()
        if (isinstance(value, str) and len(value) <= 200) or (isinstance(value, int) and abs(value) < 2**53)
    }


def _approval(held: Held, state: Gate, digest: bytes, votes: Sequence[Decision], moment: datetime) -> Receipt:
    compaction, policy = held.compaction, state.standing.policy
    assert compaction.current_revision is not None  # the gate does not open without one
    return receipts.issue(
        ReceiptKind.APPROVAL,
        team=compaction.team,
        compaction=compaction,
        subject={f"compaction/{compaction.id}": digest.hex()},
        predicate={
            **receipts.about(compaction, moment),
            "kind": str(compaction.kind),
            "by": "reviewers" if votes else "policy",
            "manifest_digest": digest.hex(),
            "manifest": manifest.document(compaction, state.standing),
            "summary_digest": compaction.current_revision.digest.hex(),
            "source_root": manifest.source_root(compaction).hex(),
            "from_seq": compaction.from_seq,
            "to_seq": compaction.to_seq,
            "base_epoch": compaction.base_epoch,
            "registers": receipts.registers(held.team_register, held.session_register),
            "marks": [_mark(judged) for judged in state.standing.findings if marked.is_mark(judged.finding)],
            "decisions": [_decision(vote) for vote in votes],
            "quorum": policy.quorum,
            "engine": state.standing.analysis.engine_version if state.standing.analysis else None,
            "policy_version": policy.version,
        },
    )


def _mark(judged: EvaluatedFinding) -> dict[str, Json]:
    """What a person found, by digest, and how it was settled; nothing of the words."""
    finding, answer = judged.finding, judged.resolution
    return {
        "key": finding.key,
        "severity": str(finding.severity),
        "turn_seq": finding.turn_seq,
        "quote_digest": finding.quote_digest.hex(),
        "resolution": str(answer.action) if answer and judged.resolved else None,
    }


def _decision(vote: Decision) -> dict[str, Json]:
    role = Membership.objects.values_list("role", flat=True).get(team=vote.team_id, user=vote.actor_id)
    return {"actor": str(vote.actor_id), "role": str(role), "at": receipts.moment(vote.at)}
