"""The session room: its generations in order, and which facts each of them kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from reviewapp.engine.types import Severity
from reviewapp.guard.states import State
from reviewapp.masking.secrets import Extract
from reviewapp.models import (
    Action,
    Analysis,
    Compaction,
    Decision,
    Finding,
    Pin,
    PinState,
    PinVersion,
    Resolution,
    Revision,
    Session,
    Turn,
)
from reviewapp.web.sessions import found_kept
from reviewapp.web.sessions.survival import LOST, Fact, Fate, Generation, Row, matrix

SERIOUS = (Severity.BLOCKING.value, Severity.WARNING.value)


@dataclass(frozen=True, slots=True)
class Node:
    """One attempt at a generation as the lineage shows it; sizes are characters."""

    compaction: Compaction
    label: str
    by: str
    before: int
    after: int
    findings: int
    blocking: int
    pinned: int
    restored: int

    @property
    def rejected(self) -> bool:
        return self.compaction.state in (State.REJECTED, State.WITHDRAWN, State.EXPIRED)


@dataclass(frozen=True, slots=True)
class Lineage:
    session: Session
    nodes: tuple[Node, ...]
    rows: tuple[Row, ...]

    @property
    def kept(self) -> int:
        return sum(row.stands for row in self.rows)


def read(session: Session) -> Lineage:
    compactions = list(
        Compaction.objects.filter(team=session.team_id, session=session)
        .select_related("current_revision", "holder")
        .order_by("received_at", "generation", "attempt")
    )
    labels = label_attempts(compactions)
    findings = _findings(compactions)
    actions = _latest_actions(compactions)
    deciders = _deciders(compactions)
    nodes = tuple(_node(c, labels[c.id], deciders[c.id], findings[c.id], actions[c.id]) for c in compactions)
    generations = [Generation(str(c.id), labels[c.id], c.state, c.to_seq) for c in compactions]
    rows = _rows(session, generations, compactions, findings, actions)
    return Lineage(session, nodes, tuple(sorted(rows, key=_gone_first)))


def label_attempts(compactions: Sequence[Compaction]) -> dict[object, str]:
    """2a and 2b where a generation took several attempts, plain 2 where it took one."""
    attempts: dict[int, list[Compaction]] = defaultdict(list)
    for compaction in compactions:
        attempts[compaction.generation].append(compaction)
    labels: dict[object, str] = {}
    for number, tried in attempts.items():
        for index, compaction in enumerate(sorted(tried, key=lambda c: c.attempt)):
            labels[compaction.id] = f"{number}{_letter(index)}" if len(tried) > 1 else str(number)
    return labels


def _letter(index: int) -> str:
    """a, b, … z, aa, ab: attempts can outnumber the alphabet."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def _findings(compactions: Sequence[Compaction]) -> dict[object, list[Finding]]:
    """What the engine said of the SUBMITTED summary: an edit repairs a generation, it does not unsay its loss."""
    first: dict[object, Analysis] = {}
    analyses = Analysis.objects.filter(compaction__in=compactions).order_by("revision__number", "id")
    for analysis in analyses:
        first.setdefault(analysis.compaction_id, analysis)
    owner = {analysis.id: compaction for compaction, analysis in first.items()}
    found: dict[object, list[Finding]] = defaultdict(list)
    for finding in Finding.objects.filter(analysis__in=owner, severity__in=SERIOUS).order_by("analysis", "rank"):
        found[owner[finding.analysis_id]].append(finding)
    return found


def _latest_actions(compactions: Sequence[Compaction]) -> dict[object, dict[str, str]]:
    latest: dict[object, dict[str, str]] = defaultdict(dict)
    for resolution in Resolution.objects.filter(compaction__in=compactions).order_by("id"):
        latest[resolution.compaction_id][resolution.finding_key] = resolution.action
    return latest


def _deciders(compactions: Sequence[Compaction]) -> dict[object, str]:
    names: dict[object, list[str]] = defaultdict(list)
    for decision in Decision.objects.filter(compaction__in=compactions).select_related("actor").order_by("id"):
        names[decision.compaction_id].append(_name(decision))
    return defaultdict(str, {key: " and ".join(dict.fromkeys(people)) for key, people in names.items()})


def _name(decision: Decision) -> str:
    return decision.actor.get_full_name() or str(decision.actor) if decision.actor else "policy"


def _node(compaction: Compaction, label: str, by: str, findings: Sequence[Finding], actions: dict[str, str]) -> Node:
    done = list(actions.values())
    return Node(
        compaction=compaction,
        label=label,
        by=by,
        before=compaction.source_chars,
        after=len(compaction.current_revision.summary) if compaction.current_revision else 0,
        findings=len(findings),
        blocking=sum(f.severity == Severity.BLOCKING for f in findings),
        pinned=done.count(Action.PINNED),
        restored=done.count(Action.RESTORED),
    )


def _rows(
    session: Session,
    generations: Sequence[Generation],
    compactions: Sequence[Compaction],
    findings: dict[object, list[Finding]],
    actions: dict[object, dict[str, str]],
) -> list[Row]:
    """Of several findings on one fact the first is the gravest."""
    pins = list(_pins(session))
    quotes = _Quotes(
        session, compactions, (f for found in findings.values() for f in found), [fact for fact, _ in pins]
    )
    fates = {(fact, str(c.id)): _by_pin(since, c) for fact, since in pins for c in compactions if since <= _ended(c)}
    facts: dict[Fact, None] = dict.fromkeys(fact for fact, _ in pins)
    sent: dict[tuple[Fact, str], Fate] = {}
    as_found = dict(found_kept.read(session, compactions, list(facts)))
    for compaction in compactions:
        for finding in findings[compaction.id]:
            fact, of = quotes.fact(finding, compaction), str(compaction.id)
            facts.setdefault(fact)
            fate = fate_of(finding, actions[compaction.id].get(finding.key, ""))
            if fate not in LOST or fates.get((fact, of)) is not Fate.HELD:
                fates[fact, of] = fate
            sent.setdefault((fact, of), Fate(finding.change))
    unseen = {place: fate for place, fate in as_found.items() if fate is Fate.UNSEEN}
    return matrix(list(facts), generations, {**unseen, **fates}, {**as_found, **sent})


def _by_pin(since: datetime, compaction: Compaction) -> Fate:
    return Fate.HELD if since <= compaction.received_at else Fate.PINNED


def _gone_first(row: Row) -> tuple[bool, bool]:
    """What the newest generation lacks, then what was ever lost, then the rest; each in the order of the turns."""
    return row.stands, row.first_lost is None


def _ended(compaction: Compaction) -> datetime:
    return compaction.decided_at or compaction.expires_at


def fate_of(finding: Finding, action: str) -> Fate:
    """What people did outweighs what the summary did; a reopened finding is as it was found."""
    if action and action != Action.REOPENED:
        return Fate(action)
    return Fate(finding.change)


def _pins(session: Session) -> Iterable[tuple[Fact, datetime]]:
    pins = Pin.objects.filter(team=session.team_id, state=PinState.ACTIVE, current__isnull=False).select_related(
        "current", "register"
    )
    for pin in pins:
        if pin.current is None or pin.register.session_id not in (None, session.id):
            continue
        seq = pin.current.origin_turn_seq if pin.current.origin_session_id == session.id else None
        start, end = _span(session, pin.current) if seq is not None else (0, 0)
        yield Fact(seq, bytes(pin.current.text).decode(), "pin", pin.key, start, end), pin.current.at


def _span(session: Session, version: PinVersion) -> tuple[int, int]:
    """A pin's origin is stored in bytes of its turn; an account counts code points."""
    turn = Turn.objects.filter(team=session.team_id, session=session, seq=version.origin_turn_seq or 0).select_related(
        "body"
    )
    data = b"".join(one.body.content or b"" for one in turn)
    start, end = (len(data[:at].decode(errors="ignore")) for at in (version.origin_start or 0, version.origin_end or 0))
    return start, end


class _Quotes:
    """Cuts quotes out of turns and submitted summaries; reads each text that a finding names once."""

    def __init__(
        self, session: Session, compactions: Sequence[Compaction], findings: Iterable[Finding], pins: Sequence[Fact]
    ) -> None:
        wanted = {f.turn_seq for f in findings if f.turn_seq is not None}
        turns = Turn.objects.filter(session=session, seq__in=wanted).select_related("body")
        self._texts = {turn.seq: turn.text for turn in turns}
        revisions = Revision.objects.filter(compaction__in=compactions, number=1)
        self._submitted = {revision.compaction_id: revision.summary for revision in revisions}
        self._pins = pins

    def fact(self, finding: Finding, compaction: Compaction) -> Fact:
        """The pin that guards the finding's span where there is one: a pinned rule is one row, not two."""
        if finding.turn_seq is None:
            return _fact(
                None, self._submitted.get(compaction.id, ""), (finding.summary_start, finding.summary_end), finding.kind
            )
        text = self._texts.get(finding.turn_seq, "")
        quote = finding.quote(text)
        guarding = (p for p in self._pins if p.seq == finding.turn_seq and (p.quote in quote or quote in p.quote))
        return next(guarding, _fact(finding.turn_seq, text, (finding.start, finding.end), finding.kind))


def _fact(seq: int | None, whole: str, span: tuple[int | None, int | None], kind: str) -> Fact:
    source = Extract(whole, span[0] or 0, span[1] or 0)
    return Fact(seq, source.text, kind, source=source)
