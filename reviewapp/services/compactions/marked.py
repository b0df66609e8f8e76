"""A mark of a person as a finding beside those of the analysis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reviewapp.engine.types import Change
from reviewapp.guard.digest import tagged
from reviewapp.models import Analysis, Finding, Mark, Revision

KIND = "mark"  # of no detector: what people found and the engine did not
RULE = "person.marked"


def findings(marks: Sequence[Mark], analysis: Analysis, current: Revision) -> Iterator[Finding]:
    """Unsaved rows, so that whatever reads, resolves and shows findings does the same with marks."""
    for mark in marks:
        yield _finding(mark, analysis, current)


def is_gone(finding: Finding) -> bool:
    """Whether words that a person marked as wrong, and no others with them, stand in the summary no more."""
    return finding.kind == KIND and finding.change == Change.ADDED and finding.summary_start is None


def is_mark(finding: Finding) -> bool:
    return bool(finding.kind == KIND)


def change_of(mark: Mark) -> Change:
    """Words of a turn are lost, words of the summary are its own, both together: the one should say the other."""
    if mark.turn_seq is None:
        return Change.ADDED
    return Change.DROPPED if mark.summary_start is None else Change.ALTERED


def key_of(mark: Mark) -> str:
    """Never changes, whatever analyses follow, and differs from every finding's."""
    spans = (mark.turn_seq, mark.start, mark.end, mark.summary_start, mark.summary_end)
    parts = (str(mark.compaction_id), str(mark.number), *map(str, spans))
    return tagged("mark", *(part.encode() for part in parts)).hex()


def _finding(mark: Mark, analysis: Analysis, current: Revision) -> Finding:
    start, end = _place_now(mark, current)
    return Finding(
        team_id=mark.team_id,
        analysis=analysis,
        rank=0,
        key=mark.key,
        kind=KIND,
        change=change_of(mark).value if start is not None or mark.turn_seq is None else Change.DROPPED.value,
        severity=mark.severity,
        turn_seq=mark.turn_seq,
        start=mark.start,
        end=mark.end,
        summary_start=start,
        summary_end=end,
        rule=RULE,
        why=mark.note,
        quote_digest=mark.quote_digest,
    )


def _place_now(mark: Mark, current: Revision) -> tuple[int | None, int | None]:
    """Where the marked words of the summary stand now: in the same place, else in the nearest one; None: nowhere."""
    if mark.summary_start is None or mark.summary_end is None:
        return None, None
    start, end = mark.summary_start, mark.summary_end
    if mark.revision_id == current.id:
        return start, end
    words, text = mark.revision.summary[start:end], current.summary
    places = [at for at in (text.rfind(words, 0, end), text.find(words, start)) if at >= 0]
    if not places:
        return None, None
    at = min(places, key=lambda place: abs(place - start))
    return at, at + len(words)
