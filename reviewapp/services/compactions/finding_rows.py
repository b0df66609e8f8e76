"""From the engine's values to rows: turn indices become numbers, quotes become keys and digests."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from reviewapp import engine
from reviewapp.engine import Origin
from reviewapp.engine.types import SEVERITY_RANK, Coverage, Severity
from reviewapp.guard.digest import sha256, tagged
from reviewapp.models import Build, Compaction, Finding, PinVersion, Revision, Turn

PLACEHOLDER = "placeholder"  # kind of a turn that stands for an image, a sound or a file


@dataclass(frozen=True)
class Source:
    """All that one analysis reads, each loaded once and when asked for: raw turns, summary, summaries it builds on."""

    compaction: Compaction
    revision: Revision

    @cached_property
    def summary(self) -> str:
        return self.revision.summary

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        of = self.compaction
        turns = Turn.objects.filter(team_id=of.team_id, session_id=of.session_id, seq__range=(of.from_seq, of.to_seq))
        return tuple(turns.order_by("seq").select_related("body"))

    @cached_property
    def previous(self) -> tuple[str, ...]:
        children = Build.objects.filter(team_id=self.compaction.team_id, compaction=self.compaction)
        rows = children.order_by("child__from_seq").select_related("child__current_revision")
        revisions = (build.child.current_revision for build in rows)
        return tuple(revision.summary for revision in revisions if revision)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return tuple(turn.text for turn in self.turns)

    def text(self, turn_seq: int | None) -> str:
        return self.summary if turn_seq is None else self.texts[turn_seq - self.turns[0].seq]

    def engine_turns(self) -> list[engine.Turn]:
        told = zip(self.turns, self.texts, strict=True)
        return [engine.Turn(turn.role, text, Origin(turn.origin), turn.tool_call_id) for turn, text in told]

    def occurrence(self, turn_seq: int | None, quote: str, start: int) -> int:
        """How often the words stand before that place. A hostile text has the same ones in every line, so the places
        are looked up once a quote and not once a finding."""
        if (turn_seq, quote) not in self._places:
            self._places[turn_seq, quote] = tuple(_places(self.text(turn_seq), quote))
        return bisect_right(self._places[turn_seq, quote], start - len(quote))

    @cached_property
    def _places(self) -> dict[tuple[int | None, str], tuple[int, ...]]:
        return {}


def _places(text: str, quote: str) -> Iterator[int]:
    """As `str.count` counts them: none overlaps the one before."""
    at = text.find(quote)
    while at >= 0:
        yield at
        at = text.find(quote, at + len(quote))


def source_of(compaction: Compaction) -> Source:
    assert compaction.current_revision is not None, "intake stores the first revision with the compaction"
    return Source(compaction, compaction.current_revision)


def text_findings(source: Source) -> engine.Analysis:
    first = source.turns[0].seq
    return engine.analyse(source.engine_turns(), source.summary, source.previous or None, first_seq=first)


def pin_findings(source: Source, pins: Sequence[PinVersion]) -> tuple[engine.Finding, ...]:
    """Turns only say where a pin's words come from: while the summary breaks no pin, a long history stays unread."""
    given = [engine.Pin(version.pin.key, version.text.decode()) for version in pins]
    if not given or not engine.check_pins((), source.summary, given):
        return ()
    return engine.check_pins(source.engine_turns(), source.summary, given)


def rows(found: Iterable[engine.Finding], source: Source, team_id: int) -> Iterator[Finding]:
    """Unsaved rows in the engine's order, one a key; the caller says which analysis they belong to."""
    return iter(ranked_rows(found, source, team_id)[0])


def ranked_rows(
    found: Iterable[engine.Finding], source: Source, team_id: int
) -> tuple[Sequence[Finding], Sequence[int]]:
    """The same rows, and for each finding that was given the rank of its row."""
    kept: dict[str, Finding] = {}
    keys = []
    for row in (_row(finding, source, team_id) for finding in found):
        kept[row.key] = _united(kept[row.key], row) if row.key in kept else row
        keys.append(row.key)
    rank_of = {key: rank for rank, key in enumerate(kept, 1)}
    for key, row in kept.items():
        row.rank = rank_of[key]
    return list(kept.values()), [rank_of[key] for key in keys]


def _united(first: Finding, second: Finding) -> Finding:
    """Two findings of the same words are resolved together, so they are one: the graver, with both reasons."""
    graver, other = sorted((first, second), key=lambda row: -SEVERITY_RANK[Severity(row.severity)])
    if other.why not in graver.why:
        graver.why = f"{graver.why} {other.why}"
    return graver


def coverage(engine_coverage: Coverage, source: Source) -> dict[str, Any]:
    """What was read and what was not, and why: also parts that came as placeholders, and turns that were erased."""
    first = source.turns[0].seq
    skipped = [
        {"turn": None if part.turn is None else first + part.turn, "reason": part.reason}
        for part in engine_coverage.skipped
    ]
    skipped += [{"turn": turn.seq, "reason": "not text"} for turn in source.turns if turn.kind == PLACEHOLDER]
    skipped += [{"turn": turn.seq, "reason": "erased"} for turn in source.turns if turn.body.erased_at]
    return {"turns": engine_coverage.turns, "analysed": engine_coverage.analysed, "skipped": skipped}


def finding_key(kind: str, change: str, turn_seq: int | None, quote: str, occurrence: int, summary_quote: str) -> str:
    """The same loss has the same key in every revision and compaction of its session, whatever the engine's version."""
    where = "summary" if turn_seq is None else str(turn_seq)
    parts = (kind, change, where, quote, str(occurrence), summary_quote)
    return tagged("finding", *(part.encode() for part in parts)).hex()


def _row(finding: engine.Finding, source: Source, team_id: int) -> Finding:
    row = Finding(
        team_id=team_id,
        kind=finding.kind.value,
        change=finding.change.value,
        severity=finding.held_severity.value,  # what the learned order folds holds as before
        rule=finding.rule,
        why=finding.why,
        salience=finding.salience,
        undecided=finding.undecided,
    )
    if finding.source is not None and finding.source.turn is not None:
        row.turn_seq = source.turns[finding.source.turn].seq
        row.start, row.end = finding.source.start, finding.source.end
    if finding.target is not None:
        row.summary_start, row.summary_end = finding.target.start, finding.target.end
    _identify(row, source)
    return row


def _identify(row: Finding, source: Source) -> None:
    summary_quote = row.summary_quote(source.summary)
    text = source.text(row.turn_seq)
    start = row.summary_start if row.turn_seq is None else row.start
    quote = summary_quote if row.turn_seq is None else row.quote(text)
    occurrence = source.occurrence(row.turn_seq, quote, start) if quote and start else 0
    row.key = finding_key(row.kind, row.change, row.turn_seq, quote, occurrence, summary_quote)
    row.quote_digest = sha256(quote.encode())
