"""Where a compaction stands right now, or stood when it ended: its findings as they are to be judged, computed at read,
never stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.db.models import Q

from reviewapp.engine import ENGINE_VERSION
from reviewapp.engine.types import Severity
from reviewapp.models import (
    Analysis,
    Compaction,
    Finding,
    Mark,
    PinCheck,
    PinVersion,
    Policy,
    Register,
    Resolution,
    Turn,
)
from reviewapp.services.compactions import decision_snapshot, marked
from reviewapp.services.compactions.answers import Answers, answers_in, with_answer
from reviewapp.services.compactions.judging import FALSE, LOST, EvaluatedFinding, Judge
from reviewapp.services.locks import read_registers
from reviewapp.services.pins.active import active_pins, in_order


@dataclass(frozen=True)
class ReviewState:
    policy: Policy
    team_register: Register
    session_register: Register
    analysis: Analysis | None  # None: the current revision has none for this engine and policy
    pin_check: PinCheck | None  # None: a register has changed since
    pins: tuple[PinVersion, ...]  # in force, the team's before the session's
    answers: Mapping[str, Answers]  # by finding key
    turns: Mapping[int, Turn] = field(default_factory=dict)  # that the findings point at, with their bodies
    findings: tuple[EvaluatedFinding, ...] = ()  # marks of people first, then the engine's by rank
    marks: tuple[Mark, ...] = ()

    @property
    def resolutions(self) -> dict[str, Resolution]:
        """The latest of each finding key."""
        return {key: rows[-1] for key, rows in self.answers.items()}

    @property
    def registers(self) -> tuple[Register, Register]:
        return self.team_register, self.session_register

    def with_pin(self, version: PinVersion, row: Resolution) -> ReviewState:
        """What is known once a finding has become this pin: it is in force, and nothing was checked against it yet."""
        others = (pin for pin in self.pins if pin.pin_id != version.pin_id)
        pins = in_order([*others, version], [register.id for register in self.registers])
        return replace(self, pin_check=None, pins=tuple(pins), answers=self._answered(row))

    @property
    def is_checked(self) -> bool:
        return self.analysis is not None and self.pin_check is not None

    def resolved_by(self, row: Resolution, compaction: Compaction) -> ReviewState:
        """What it is once this resolution of the same revision and pins is stored: only its finding is judged anew."""
        answers = self._answered(row)
        judge = _judge(compaction, self)
        findings = tuple(
            judge.again(judged, answers[row.finding_key]) if judged.finding.key == row.finding_key else judged
            for judged in self.findings
        )
        return replace(self, answers=answers, findings=findings)

    def _answered(self, row: Resolution) -> dict[str, Answers]:
        return {**self.answers, row.finding_key: with_answer(self.answers.get(row.finding_key, ()), row)}


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
    answers, known = (was.answers, was.turns) if was else (answers_of(compaction), {})
    marks = was.marks if was else marks_of(compaction)
    unjudged = ReviewState(policy, of_team, of_session, analysis, pin_check, pins, answers, known, (), marks)
    said = [each.finding for each in was.findings if _is_of_text(each.finding)] if was and same else None
    return _judged(compaction, unjudged, said)


def _is_of_text(finding: Finding) -> bool:
    return finding.pin_check_id is None and not marked.is_mark(finding)


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
    answers, marks = answers_of(compaction), marks_of(compaction)
    unjudged = ReviewState(policy, *registers, analysis, pin_check, tuple(pins), answers, {}, (), marks)
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


def answers_of(compaction: Compaction) -> dict[str, Answers]:
    rows = Resolution.objects.filter(team_id=compaction.team_id, compaction=compaction).order_by("id")
    return answers_in(rows.select_related("user", "pin_version__pin"))


def latest_resolutions(compaction: Compaction) -> dict[str, Resolution]:
    """The latest of each finding key."""
    return {key: rows[-1] for key, rows in answers_of(compaction).items()}


def marks_of(compaction: Compaction) -> tuple[Mark, ...]:
    rows = Mark.objects.filter(team_id=compaction.team_id, compaction=compaction)
    return tuple(rows.select_related("author", "revision").order_by("number"))


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
    rows = [*marked.findings(standing.marks, standing.analysis, compaction.current_revision), *rows]
    turns = _turns(compaction, rows, standing.turns)
    standing = replace(standing, turns=turns)
    judge = _judge(compaction, standing)
    texts = {seq: turn.text for seq, turn in turns.items()}
    judged = (judge(row, texts.get(row.turn_seq or 0, ""), standing.answers.get(row.key, ())) for row in rows)
    return replace(standing, findings=tuple(_after_strikes(compaction, judged)))


def _judge(compaction: Compaction, standing: ReviewState) -> Judge:
    assert standing.analysis is not None and compaction.current_revision is not None  # there is something to judge
    revision = compaction.current_revision
    return Judge(standing.policy, revision, revision.summary, standing.pins, standing.turns, compaction)


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
    for strike in (each for each in operations if each["op"] in ("strike", "correct")):
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
