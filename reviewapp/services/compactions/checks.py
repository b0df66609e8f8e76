"""The two checks of a revision, each stored once under its key, and what follows from them for the row.

The text analysis knows no pins and is keyed by revision, engine and policy; the pin check adds both register versions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from dataclasses import replace
from typing import TypeVar

from django.db import IntegrityError, transaction

from reviewapp.engine import ENGINE_VERSION
from reviewapp.engine import Analysis as EngineAnalysis
from reviewapp.engine.rank import AtStake, risk
from reviewapp.engine.types import Coverage
from reviewapp.models import (
    AccountBlock,
    Action,
    Analysis,
    Compaction,
    CompactionKind,
    Finding,
    PinCheck,
    PinVersion,
    Policy,
    Register,
    Resolution,
)
from reviewapp.services.compactions import accounts, manifest, state_delta
from reviewapp.services.compactions.answers import answers_in
from reviewapp.services.compactions.finding_rows import (
    Source,
    coverage,
    pin_findings,
    ranked_rows,
    rows,
    source_of,
    text_findings,
)
from reviewapp.services.compactions.review_state import (
    ReviewState,
    answers_of,
    current_analysis,
    current_pin_check,
    review_state_of,
)
from reviewapp.services.locks import read_registers
from reviewapp.services.pins.active import active_pins

CARRIED = (Action.DISMISSED, Action.PINNED)  # what was done to another summary's text says nothing about this one's

NOTHING_LOST = EngineAnalysis((), Coverage(0, 0), 0)  # a restore brings the raw turns back: there is no summary to read

Row = TypeVar("Row", Analysis, PinCheck)


def check(compaction: Compaction, known: ReviewState | None = None) -> PinCheck | None:
    """Stores the checks of the current revision that are missing, for engine, policy and registers as they are now.
    Given back: the pin check, where it was stored just now.

    `known`: where it stands without them, if the caller holds the locks and has seen it.
    """
    policy = known.policy if known else Policy.objects.current(compaction.team)
    registers = known.registers if known else read_registers(compaction.team_id, compaction.session_id)
    analysis = known.analysis if known else current_analysis(compaction, policy)
    if analysis and not known and current_pin_check(analysis, *registers):
        return None
    source = source_of(compaction)
    analysis = analysis or _analysed(compaction, policy, source)
    pins = known.pins if known else active_pins(*registers)
    return _pins_checked(compaction, analysis, source, registers, pins)


def settle(compaction: Compaction, standing: ReviewState | None = None, was: ReviewState | None = None) -> ReviewState:
    """Computes risk and manifest digest of the row, without saving it. `standing` is one that was settled before and
    is still true; without it, what was resolved in earlier compactions is carried over first. `was`: where it stood
    before in this transaction."""
    if standing is None:
        held = was.registers if was else None
        standing = review_state_of(compaction, held, was)
        met = {judged.finding.key for judged in was.findings} if was else set()
        if _carry(compaction, standing, met):
            standing = review_state_of(compaction, held, replace(standing, answers=answers_of(compaction)))
    compaction.risk = _open_risk(standing)
    compaction.manifest_digest = manifest.digest(compaction, standing)
    return standing


def _open_risk(standing: ReviewState) -> int | None:
    """What is at stake in the findings that nobody has dealt with yet: by it the queue is sorted."""
    if standing.analysis is None:
        return None
    left = (judged for judged in standing.findings if not (judged.resolved or judged.covered_by))
    return risk(AtStake(judged.severity, judged.finding.salience) for judged in left)


def _analysed(compaction: Compaction, policy: Policy, source: Source) -> Analysis:
    result = text_findings(source) if compaction.kind == CompactionKind.COMPACTION else NOTHING_LOST
    told = [*result.findings, *state_delta.of_delta(compaction)]
    found, ranks = ranked_rows(told, source, compaction.team_id)
    account, covered = accounts.with_ranks(result.account, ranks), coverage(result.coverage, source)
    analysis = Analysis(
        team_id=compaction.team_id,
        compaction=compaction,
        revision=source.revision,
        engine_version=ENGINE_VERSION,
        policy_version=policy.version,
        digest=manifest.findings_digest(found),
        risk=result.risk,
        coverage=covered,
        **accounts.columns(account, len(covered["skipped"])),
    )
    for finding in found:
        finding.analysis = analysis
    stored = _stored(analysis, found, accounts.blocks(account, analysis))
    return stored or current_analysis(compaction, policy) or analysis


def _pins_checked(
    compaction: Compaction,
    analysis: Analysis,
    source: Source,
    registers: tuple[Register, Register],
    pins: Sequence[PinVersion],
) -> PinCheck | None:
    result = (*pin_findings(source, pins), *state_delta.of_evicted_keys(compaction, pins))
    found = list(rows(result, source, analysis.team_id))
    pin_check = PinCheck(
        team_id=analysis.team_id,
        analysis=analysis,
        team_register_version=registers[0].version,
        session_register_version=registers[1].version,
        digest=manifest.findings_digest(found),
    )
    for finding in found:
        finding.analysis, finding.pin_check = analysis, pin_check
    return _stored(pin_check, found)


def _stored(row: Row, findings: Iterable[Finding], account: Iterable[AccountBlock] = ()) -> Row | None:
    """The row with its findings, or None when somebody stored the same check first: equal keys mean equal content."""
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            Finding.objects.bulk_create(findings, batch_size=1_000)
            AccountBlock.objects.bulk_create(account, batch_size=10)
    except IntegrityError as error:
        if getattr(error.__cause__, "sqlstate", None) != "23505":
            raise
        return None
    return row


def _carry(compaction: Compaction, standing: ReviewState, met: Set[str]) -> int:
    """Repeats here what was resolved under an equal key in an earlier compaction of the session. What was `met` here
    before has been looked for then."""
    keys = {judged.finding.key for judged in standing.findings} - set(standing.answers) - met
    if not keys:
        return 0
    rows = Resolution.objects.filter(team_id=compaction.team_id, finding_key__in=keys).order_by("id")
    earlier = rows.filter(compaction__session=compaction.session_id).exclude(compaction=compaction)
    counting = (row for rows in answers_in(earlier).values() for row in rows)
    carried = [_repeat(row, compaction) for row in counting if row.action in CARRIED]
    return len(Resolution.objects.bulk_create(carried))


def _repeat(row: Resolution, compaction: Compaction) -> Resolution:
    return Resolution(
        team_id=row.team_id,
        compaction=compaction,
        finding_key=row.finding_key,
        action=row.action,
        reason_code=row.reason_code,
        reason=row.reason,
        user_id=row.user_id,
        pin_version_id=row.pin_version_id,
        confirmed_origin=row.confirmed_origin,
        severity=row.severity,
        engine_version=row.engine_version,
        carried_from=row,
    )
