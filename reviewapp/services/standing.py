"""Where a compaction stands right now: its findings as they are to be judged, computed at read, never stored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from reviewapp.engine import ENGINE_VERSION
from reviewapp.engine.types import SEVERITY_RANK, Change, Kind, Severity
from reviewapp.guard.digest import byte_span
from reviewapp.models import (
    Action,
    Analysis,
    Compaction,
    DismissReason,
    Finding,
    PinCheck,
    PinState,
    PinVersion,
    Policy,
    Register,
    Resolution,
    Turn,
)
from reviewapp.services.locks import read_registers

RULES = frozenset({Kind.NEGATION, Kind.OBLIGATION, Kind.PERMISSION})
LOST = frozenset({Change.DROPPED, Change.SOFTENED})


@dataclass(frozen=True)
class Judged:
    """One finding with what is to be made of it. `severity` is the one that counts; the engine's stays in `finding`."""

    finding: Finding
    quote: str
    summary_quote: str
    severity: Severity
    covered_by: str | None  # key of the pin in whose bytes the lost rule stands
    resolution: Resolution | None  # the latest one, if it was not taken back
    resolved: bool  # that resolution still holds

    @property
    def blocks(self) -> bool:
        return self.severity is Severity.BLOCKING and not self.resolved


@dataclass(frozen=True)
class Standing:
    policy: Policy
    team_register: Register
    session_register: Register
    analysis: Analysis | None  # None: the current revision has none for this engine and policy
    pin_check: PinCheck | None  # None: a register has changed since
    resolutions: Mapping[str, Resolution]  # the latest per finding key
    findings: tuple[Judged, ...]


def standing_of(compaction: Compaction) -> Standing:
    policy = Policy.objects.current(compaction.team)
    team_register, session_register = read_registers(compaction.team_id, compaction.session_id)
    analysis = current_analysis(compaction, policy)
    pin_check = current_pin_check(analysis, team_register, session_register) if analysis else None
    resolutions = latest_resolutions(compaction)
    judged = _judge(compaction, policy, analysis, pin_check, resolutions, active_pins(team_register, session_register))
    return Standing(policy, team_register, session_register, analysis, pin_check, resolutions, judged)


def current_analysis(compaction: Compaction, policy: Policy) -> Analysis | None:
    rows = Analysis.objects.filter(team_id=compaction.team_id, compaction=compaction)
    return rows.filter(
        revision=compaction.current_revision_id, engine_version=ENGINE_VERSION, policy_version=policy.version
    ).first()


def current_pin_check(analysis: Analysis, team_register: Register, session_register: Register) -> PinCheck | None:
    rows = PinCheck.objects.filter(team_id=analysis.team_id, analysis=analysis)
    return rows.filter(
        team_register_version=team_register.version, session_register_version=session_register.version
    ).first()


def active_pins(*registers: Register) -> list[PinVersion]:
    """The versions in force, the first register's before the second's, each in key order."""
    found: list[PinVersion] = []
    for register in registers:
        pins = register.pins.filter(state=PinState.ACTIVE, current__isnull=False).select_related("current__pin")
        found += sorted((pin.current for pin in pins if pin.current), key=lambda version: version.pin.key.encode())
    return found


def latest_resolutions(compaction: Compaction) -> dict[str, Resolution]:
    rows = Resolution.objects.filter(team_id=compaction.team_id, compaction=compaction).order_by("id")
    return {row.finding_key: row for row in rows.select_related("user", "pin_version__pin")}


def _judge(
    compaction: Compaction,
    policy: Policy,
    analysis: Analysis | None,
    pin_check: PinCheck | None,
    resolutions: Mapping[str, Resolution],
    pins: list[PinVersion],
) -> tuple[Judged, ...]:
    """Every current finding; those of a stale pin check are left out, and the gate says that it is stale."""
    if analysis is None or compaction.current_revision is None:
        return ()
    rows = [
        finding
        for finding in analysis.findings.order_by("rank")
        if finding.pin_check_id is None or (pin_check and finding.pin_check_id == pin_check.id)
    ]
    texts = _turn_texts(compaction, rows)
    summary = compaction.current_revision.summary
    judge = _Judge(policy, analysis.engine_version, summary, tuple(pins), compaction)
    return tuple(judge(row, texts.get(row.turn_seq or 0, ""), resolutions.get(row.key)) for row in rows)


def _turn_texts(compaction: Compaction, findings: Iterable[Finding]) -> dict[int, str]:
    seqs = {finding.turn_seq for finding in findings if finding.turn_seq is not None}
    turns = Turn.objects.filter(team_id=compaction.team_id, session_id=compaction.session_id, seq__in=seqs)
    return {turn.seq: turn.text for turn in turns.select_related("body")}


@dataclass(frozen=True)
class _Judge:
    policy: Policy
    engine_version: str
    summary: str
    pins: tuple[PinVersion, ...]
    compaction: Compaction

    def __call__(self, finding: Finding, turn_text: str, resolution: Resolution | None) -> Judged:
        quote = finding.quote(turn_text)
        covered_by = self._covered_by(finding, turn_text, quote)
        off = finding.kind in self.policy.disabled_detectors
        severity = Severity.NOTE if off or covered_by else Severity(finding.severity)
        taken_back = resolution is None or resolution.action == Action.REOPENED
        return Judged(
            finding=finding,
            quote=quote,
            summary_quote=finding.summary_quote(self.summary),
            severity=severity,
            covered_by=covered_by,
            resolution=None if taken_back else resolution,
            resolved=resolution is not None and self._holds(resolution, finding, quote),
        )

    def _covered_by(self, finding: Finding, turn_text: str, quote: str) -> str | None:
        """A rule whose bytes stand in an active pin is not lost; neither is a token inside the span that was pinned."""
        if finding.change not in LOST or finding.turn_seq is None or not quote.strip():
            return None
        for pin in self.pins:
            if quote.strip().encode() not in pin.text:
                continue
            if finding.kind in RULES or self._inside_origin(finding, turn_text, pin):
                return pin.pin.key
        return None

    def _inside_origin(self, finding: Finding, turn_text: str, pin: PinVersion) -> bool:
        if pin.origin_session_id != self.compaction.session_id or pin.origin_turn_seq != finding.turn_seq:
            return False
        assert finding.start is not None and finding.end is not None  # the table holds a span with every turn
        assert pin.origin_start is not None and pin.origin_end is not None
        start, end = byte_span(turn_text, finding.start, finding.end)
        return pin.origin_start <= start and end <= pin.origin_end

    def _holds(self, resolution: Resolution, finding: Finding, quote: str) -> bool:
        """Whether what was done still answers this finding: text may have changed and pins may be gone since."""
        match resolution.action:
            case Action.DISMISSED:
                return self._dismissal_holds(resolution, finding)
            case Action.PINNED:
                in_force = resolution.pin_version_id in {pin.id for pin in self.pins}
                return in_force and finding.change != Change.INVERTED and finding.kind != Kind.PIN
            case Action.RESTORED:
                return finding.change != Change.INVERTED and restored_paragraph(finding.turn_seq, quote) in self.summary
        return False  # reopened; or struck, and yet it is found again

    def _dismissal_holds(self, resolution: Resolution, finding: Finding) -> bool:
        graver = SEVERITY_RANK[Severity(finding.severity)] > SEVERITY_RANK[Severity(resolution.severity or "note")]
        other_engine = resolution.engine_version != self.engine_version
        return not graver and not (resolution.reason_code == DismissReason.FALSE_ALARM and other_engine)


def restored_paragraph(turn_seq: int | None, quote: str) -> str:
    """How a restored span stands in a summary: cited, byte for byte, a paragraph of its own."""
    return f"[[turn:{turn_seq}]] {quote}"
