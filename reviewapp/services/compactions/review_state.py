"""Where a compaction stands right now, or stood when it ended: its findings as they are to be judged, computed at read,
never stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Q

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
    PinVersion,
    Policy,
    Register,
    Resolution,
    Revision,
    Turn,
)
from reviewapp.services.compactions import decision_snapshot
from reviewapp.services.locks import read_registers
from reviewapp.services.pins.active import active_pins, in_order

RULES = frozenset({Kind.NEGATION, Kind.OBLIGATION, Kind.PERMISSION})
LOST = frozenset({Change.DROPPED, Change.SOFTENED})
FALSE = frozenset({Change.ALTERED, Change.INVERTED})  # the summary says something else


@dataclass(frozen=True)
class EvaluatedFinding:
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
class ReviewState:
    policy: Policy
    team_register: Register
    session_register: Register
    analysis: Analysis | None  # None: the current revision has none for this engine and policy
    pin_check: PinCheck | None  # None: a register has changed since
    pins: tuple[PinVersion, ...]  # in force, the team's before the session's
    resolutions: Mapping[str, Resolution]  # the latest per finding key
    turns: Mapping[int, Turn] = field(default_factory=dict)  # that the findings point at, with their bodies
    findings: tuple[EvaluatedFinding, ...] = ()

    @property
    def registers(self) -> tuple[Register, Register]:
        return self.team_register, self.session_register

    def with_pin(self, version: PinVersion, row: Resolution) -> ReviewState:
        """What is known once a finding has become this pin: it is in force, and nothing was checked against it yet."""
        others = (pin for pin in self.pins if pin.pin_id != version.pin_id)
        pins = in_order([*others, version], [register.id for register in self.registers])
        resolutions = {**self.resolutions, row.finding_key: row}
        return replace(self, pin_check=None, pins=tuple(pins), resolutions=resolutions)

    @property
    def is_checked(self) -> bool:
        return self.analysis is not None and self.pin_check is not None

    def resolved_by(self, row: Resolution, compaction: Compaction) -> ReviewState:
        """What it is once this resolution of the same revision and pins is stored: only its finding is judged anew."""
        resolutions = {**self.resolutions, row.finding_key: row}
        judge = _Judge.of(compaction, self)
        findings = tuple(
            judge.again(judged, row) if judged.finding.key == row.finding_key else judged for judged in self.findings
        )
        return replace(self, resolutions=resolutions, findings=findings)


def review_state_of(
    compaction: Compaction, registers: tuple[Register, Register] | None = None, was: ReviewState | None = None
) -> ReviewState:
    """`registers`: the team's and the session's, where the caller holds them. `was`: where it stands, as far as a
    caller who holds the locks knows; only the analysis of another revision and a check that it lacks are read."""
    if not compaction.is_open:
        return _as_ended(compaction)
    policy = was.policy if was else Policy.objects.current(compaction.team)
    of_team, of_session = registers or read_registers(compaction.team_id, compaction.session_id)
    same = was is not None and was.analysis is not None and was.analysis.revision_id == compaction.current_revision_id
    analysis = was.analysis if was and same else current_analysis(compaction, policy)
    pin_check = (was.pin_check if was and same else None) or _pin_check(analysis, of_team, of_session)
    pins = was.pins if was else tuple(active_pins(of_team, of_session))
    resolutions, known = (was.resolutions, was.turns) if was else (latest_resolutions(compaction), {})
    unjudged = ReviewState(policy, of_team, of_session, analysis, pin_check, pins, resolutions, known)
    said = [judged.finding for judged in was.findings if judged.finding.pin_check_id is None] if was and same else None
    return _judged(compaction, unjudged, said)


def _as_ended(compaction: Compaction) -> ReviewState:
    """On what it was decided: nothing that came later changes the record."""
    assert compaction.decided_at is not None  # every end says when
    registers, analysis = (
        read_registers(compaction.team_id, compaction.session_id),
        decision_snapshot.analysis_of(compaction),
    )
    policy, pin_check = decision_snapshot.policy_of(compaction, analysis), decision_snapshot.pin_check_of(analysis)
    pins = in_order(
        decision_snapshot.pins_at(registers, compaction.decided_at), [register.id for register in registers]
    )
    unjudged = ReviewState(policy, *registers, analysis, pin_check, tuple(pins), latest_resolutions(compaction))
    return _judged(compaction, unjudged, None)


def current_analysis(compaction: Compaction, policy: Policy) -> Analysis | None:
    rows = Analysis.objects.filter(team_id=compaction.team_id, compaction=compaction)
    return rows.filter(
        revision=compaction.current_revision_id, engine_version=ENGINE_VERSION, policy_version=policy.version
    ).first()


def _pin_check(analysis: Analysis | None, of_team: Register, of_session: Register) -> PinCheck | None:
    return current_pin_check(analysis, of_team, of_session) if analysis else None


def current_pin_check(analysis: Analysis, team_register: Register, session_register: Register) -> PinCheck | None:
    rows = PinCheck.objects.filter(team_id=analysis.team_id, analysis=analysis)
    return rows.filter(
        team_register_version=team_register.version, session_register_version=session_register.version
    ).first()


def latest_resolutions(compaction: Compaction) -> dict[str, Resolution]:
    rows = Resolution.objects.filter(team_id=compaction.team_id, compaction=compaction).order_by("id")
    return {row.finding_key: row for row in rows.select_related("user", "pin_version__pin")}


def _judged(compaction: Compaction, standing: ReviewState, said: Sequence[Finding] | None) -> ReviewState:
    """With every current finding; those of a stale pin check are left out, and the gate says that it is stale.

    `said`: those of the text analysis, where they were read before.
    """
    if standing.analysis is None or compaction.current_revision is None:
        return standing
    check, found = standing.pin_check, standing.analysis.findings
    of_pins = Q(pin_check=check) if check else Q(pk__in=[])
    read = found.filter(of_pins) if said is not None else found.filter(Q(pin_check=None) | of_pins)
    rows = sorted([*(said or ()), *read.order_by("rank")], key=lambda finding: finding.rank)
    turns = _turns(compaction, rows, standing.turns)
    standing = replace(standing, turns=turns)
    judge = _Judge.of(compaction, standing)
    texts = {seq: turn.text for seq, turn in turns.items()}
    judged = (judge(row, texts.get(row.turn_seq or 0, ""), standing.resolutions.get(row.key)) for row in rows)
    return replace(standing, findings=tuple(_after_strikes(compaction, judged)))


def _after_strikes(compaction: Compaction, findings: Iterable[EvaluatedFinding]) -> Iterator[EvaluatedFinding]:
    """What blocked as said wrongly is not settled by saying nothing: once that is struck, the loss of the same words
    blocks where the engine would only warn of it."""
    struck = _struck(compaction)
    if not struck:
        yield from findings
        return
    for judged in findings:
        lost = judged.severity is Severity.WARNING and judged.finding.change in LOST
        graver = lost and any(same_words(judged.finding, each) for each in struck)
        yield replace(judged, severity=Severity.BLOCKING) if graver else judged


def _struck(compaction: Compaction) -> list[Finding]:
    """The blocking findings whose false words strikes took out of the summary as it stands, each as it was found in the
    revision before."""
    operations = compaction.current_revision.operations if compaction.current_revision else ()
    cut = Q()
    for strike in (each for each in operations if each["op"] == "strike"):
        before = Q(analysis__revision__number=strike["revision"] - 1)
        cut |= before & Q(summary_start__lt=strike["end"], summary_end__gt=strike["start"])
    rows = Finding.objects.filter(cut, analysis__compaction=compaction, change__in=FALSE, severity=Severity.BLOCKING)
    return list(rows) if cut else []


def same_words(one: Finding, other: Finding) -> bool:
    """Whether both are of the same words of a turn, or of words that overlap."""
    if one.turn_seq is None or one.turn_seq != other.turn_seq:
        return False
    return (one.start or 0) < (other.end or 0) and (other.start or 0) < (one.end or 0)


def _turns(compaction: Compaction, findings: Iterable[Finding], known: Mapping[int, Turn]) -> dict[int, Turn]:
    """By session alone, which is the team's by its foreign key: with the team beside it, a planner whose statistics are
    behind reads the whole of a long history."""
    seqs = {finding.turn_seq for finding in findings if finding.turn_seq is not None}
    missing = seqs - known.keys()
    rows = Turn.objects.filter(session_id=compaction.session_id, seq__in=missing).select_related("body")
    return {**known, **{turn.seq: turn for turn in (rows if missing else ())}}


@dataclass(frozen=True)
class _Judge:
    policy: Policy
    engine_version: str
    revision: Revision
    summary: str
    pins: tuple[PinVersion, ...]
    turns: Mapping[int, Turn]
    compaction: Compaction

    @classmethod
    def of(cls, compaction: Compaction, standing: ReviewState) -> _Judge:
        assert standing.analysis is not None and compaction.current_revision is not None  # there is something to judge
        revision, version = compaction.current_revision, standing.analysis.engine_version
        return cls(standing.policy, version, revision, revision.summary, standing.pins, standing.turns, compaction)

    def __call__(self, finding: Finding, turn_text: str, resolution: Resolution | None) -> EvaluatedFinding:
        quote = finding.quote(turn_text)
        covered_by = self._covered_by(finding, turn_text, quote)
        off = finding.kind in self.policy.disabled_detectors
        judged = EvaluatedFinding(
            finding=finding,
            quote=quote,
            summary_quote=finding.summary_quote(self.summary),
            severity=Severity.NOTE if off or covered_by else Severity(finding.severity),
            covered_by=covered_by,
            resolution=None,
            resolved=False,
        )
        return self.again(judged, resolution) if resolution else judged

    def again(self, judged: EvaluatedFinding, resolution: Resolution) -> EvaluatedFinding:
        """The same finding under another resolution: nothing else of it depends on what people do."""
        taken_back = resolution.action == Action.REOPENED
        holds = self._holds(resolution, judged.finding, judged.quote)
        return replace(judged, resolution=None if taken_back else resolution, resolved=holds)

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
                back = restored_paragraph(finding, quote, self.revision, self.turns)
                return finding.change != Change.INVERTED and back in self.summary
        return False  # reopened; or struck, and yet it is found again

    def _dismissal_holds(self, resolution: Resolution, finding: Finding) -> bool:
        graver = SEVERITY_RANK[Severity(finding.severity)] > SEVERITY_RANK[Severity(resolution.severity or "note")]
        other_engine = resolution.engine_version != self.engine_version
        return not graver and not (resolution.reason_code == DismissReason.FALSE_ALARM and other_engine)


def restored_paragraph(finding: Finding, quote: str, revision: Revision, turns: Mapping[int, Turn]) -> str:
    """What a restored finding put into the summary: its words, or the sentence around them where that was asked for."""
    made = next((op for op in revision.operations if op["op"] == "restore" and op["finding"] == finding.key), None)
    words = turns[made["turn"]].text[made["start"] : made["end"]] if made else quote
    return paragraph(finding.turn_seq, words)


def paragraph(turn_seq: int | None, words: str) -> str:
    """How a restored span stands in a summary: cited, byte for byte, a paragraph of its own."""
    return f"[[turn:{turn_seq}]] {words}"
