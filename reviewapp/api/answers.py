"""How the API words what it read: rows in, response schemas out."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict

from reviewapp.api.schemas.recall import Hit, LeftOut, Place, RetrievedOut, RetrievedTurn
from reviewapp.api.schemas.responses import (
    AssertionOut,
    CompactionOut,
    ContextOut,
    DecisionOut,
    FindingOut,
    FindingsOut,
    LatestOut,
    MustKeepOut,
    PreparedOut,
    RegistersOut,
    SessionOut,
    TurnOut,
)
from reviewapp.engine.types import Severity
from reviewapp.guard.assertion import Verdict
from reviewapp.models import Compaction
from reviewapp.services.compactions.judging import EvaluatedFinding
from reviewapp.services.compactions.must_keep import must_keep
from reviewapp.services.compactions.prepare import Prepared
from reviewapp.services.compactions.review_state import ReviewState, review_state_of
from reviewapp.services.context.delivery import Served
from reviewapp.services.context.recall import Found, Recalled
from reviewapp.services.context.retrieval import Retrieved
from reviewapp.services.links import review_url
from reviewapp.services.receipts import receipts
from reviewapp.services.sessions.progress import Progress

AROUND = 200  # characters of an excerpt on each side of the words that were found
PLACES = 100  # of the words in one turn; `matched` says how many there are


def compaction_out(compaction: Compaction) -> CompactionOut:
    standing = review_state_of(compaction)
    revision = compaction.current_revision
    return CompactionOut(
        id=compaction.id,
        session=compaction.session.external_id,
        state=compaction.state,
        kind=compaction.kind,
        level=compaction.level,
        generation=compaction.generation,
        attempt=compaction.attempt,
        from_seq=compaction.from_seq,
        to_seq=compaction.to_seq,
        base_epoch=compaction.base_epoch,
        revision=revision.number if revision else None,
        risk=compaction.risk,
        assurance=compaction.assurance,
        submission_digest=compaction.submission_digest.hex(),
        manifest_digest=_hex(compaction.manifest_digest),
        received_at=compaction.received_at,
        expires_at=compaction.expires_at,
        failure=compaction.failure,
        findings=_findings(standing),
        skipped=standing.analysis.coverage.get("skipped", []) if standing.analysis else [],
        decision=_decision(compaction),
        must_keep=[MustKeepOut.model_validate(item) for item in must_keep(compaction)],
        receipt=compaction.receipt_id,
        absorbed_by=compaction.absorbed_by_id,
        retired_by=compaction.retired_by_id,
        review_url=review_url(compaction),
    )


def _hex(digest: bytes | None) -> str | None:
    return digest.hex() if digest else None


def _findings(standing: ReviewState) -> FindingsOut | None:
    """None while there is no analysis of the summary as it stands now."""
    if standing.analysis is None:
        return None
    counts = Counter(judged.severity for judged in standing.findings)
    return FindingsOut(
        blocking=counts[Severity.BLOCKING],
        warning=counts[Severity.WARNING],
        note=counts[Severity.NOTE],
        undecided=sum(judged.finding.undecided for judged in standing.findings),
        unresolved=sum(judged.blocks for judged in standing.findings),
        flagged=[_finding(judged) for judged in standing.findings if judged.severity is not Severity.NOTE],
    )


def _finding(judged: EvaluatedFinding) -> FindingOut:
    finding = judged.finding
    return FindingOut(
        key=finding.key,
        kind=finding.kind,
        change=finding.change,
        severity=judged.severity,
        turn_seq=finding.turn_seq,
        quote=judged.quote,
        summary_quote=judged.summary_quote,
        why=finding.why,
        undecided=finding.undecided,
        resolution=judged.resolution.action if judged.resolution and judged.resolved else None,
    )


def _decision(compaction: Compaction) -> DecisionOut | None:
    """What closed it: a person or the policy, else the clock, the agent or the system by the name of the state."""
    if compaction.decided_at is None:
        return None
    final = compaction.decisions.filter(final=True).first()
    by = "system" if final is None else "policy" if final.actor_id is None else "reviewer"
    return DecisionOut(
        verdict=compaction.state,
        by=by,
        reason_code=compaction.reason_code,
        reason=compaction.reason,
        at=compaction.decided_at,
    )


def turn_out(recalled: Recalled, session: str) -> TurnOut:
    turn = recalled.turn
    return TurnOut(
        session=session,
        seq=turn.seq,
        role=turn.role,
        kind=turn.kind,
        origin=turn.origin,
        content=recalled.text,
        erased=recalled.erased_at is not None,
        digest=recalled.digest,
        tool_call_id=turn.tool_call_id,
        tool_name=turn.tool_name,
        is_error=turn.is_error,
        external_id=turn.external_id,
        at=turn.at,
    )


def hit(recalled: Recalled, found: Found) -> Hit:
    """An excerpt around the first place of the words, and every place of them in the turn."""
    turn, text = recalled.turn, recalled.text or ""
    places = found.places(text)
    first, last = places[0] if places else (0, 0)
    start, end = max(0, first - AROUND), min(len(text), last + AROUND)
    return Hit(
        seq=turn.seq,
        role=turn.role,
        kind=turn.kind,
        origin=turn.origin,
        start=start,
        end=end,
        excerpt=text[start:end],
        matches=[Place(start=first, end=last) for first, last in places[:PLACES]],
        matched=len(places),
    )


def retrieved_out(answer: Retrieved) -> RetrievedOut:
    turns = [
        RetrievedTurn(**turn_out(one.recalled, answer.session.external_id).model_dump(), why=one.why, tokens=one.tokens)
        for one in answer.turns
    ]
    return RetrievedOut(
        session=answer.session.external_id,
        compaction=answer.compaction.id,
        state=answer.compaction.state,
        tokens=answer.tokens,
        turns=turns,
        left_out=[LeftOut(seq=one.recalled.turn.seq, tokens=one.tokens, why=one.why) for one in answer.left_out],
    )


def context_out(served: Served, format: str) -> ContextOut:
    return ContextOut(
        compaction=served.compaction.id,
        session=served.compaction.session.external_id,
        epoch=served.epoch,
        registers=RegistersOut.model_validate(served.registers),
        through_seq=served.through_seq,
        format=format,
        messages=list(served.messages),
        context_digest=served.context_digest,
        receipt=receipts.envelope(served.receipt),
        review_url=review_url(served.compaction),
    )


def session_out(progress: Progress) -> SessionOut:
    session, latest = progress.session, progress.latest
    return SessionOut(
        session=session.external_id,
        epoch=session.epoch,
        last_seq=session.last_seq,
        last_external_id=progress.last_external_id,
        covered_seq=session.covered_seq,
        closed=session.closed_at is not None,
        in_force=progress.in_force,
        latest=_latest(latest) if latest else None,
    )


def _latest(compaction: Compaction) -> LatestOut:
    return LatestOut(
        id=compaction.id,
        state=compaction.state,
        base_epoch=compaction.base_epoch,
        attempt=compaction.attempt,
        review_url=review_url(compaction),
    )


def assertion_out(verdict: Verdict) -> AssertionOut:
    return AssertionOut.model_validate({"held": verdict.held, **asdict(verdict)})


def prepared_out(prepared: Prepared) -> PreparedOut:
    fields = {**vars(prepared), "session": prepared.session.external_id}
    return PreparedOut.model_validate(fields, from_attributes=True)
