"""Which words of a summary a correction takes out, and which words of a turn it puts there."""

from __future__ import annotations

from dataclasses import dataclass

from reviewapp.models import Finding

_STOPS = (".", "!", "?", ";", ",")


@dataclass(frozen=True)
class Correction:
    """`start`..`end` of the summary become `turn_start`..`turn_end` of turn `turn_seq`, byte for byte: code points,
    half-open. `text` are the turn's words."""

    start: int
    end: int
    turn_seq: int
    turn_start: int
    turn_end: int
    text: str

    def applied(self, summary: str) -> str:
        return summary[: self.start] + self.text + summary[self.end :]


def suggested(finding: Finding, summary: str, turn_text: str) -> Correction | None:
    """The correction that a finding itself names; None where it has no words on one of both sides, or the same."""
    if finding.turn_seq is None or finding.start is None or finding.end is None:
        return None
    if finding.summary_start is None or finding.summary_end is None or finding.summary_start == finding.summary_end:
        return None
    made = fitted(
        summary, (finding.summary_start, finding.summary_end), finding.turn_seq, turn_text, (finding.start, finding.end)
    )
    return made if made.text.strip() and made.text != summary[made.start : made.end] else None


def fitted(summary: str, span: tuple[int, int], turn_seq: int, turn_text: str, source: tuple[int, int]) -> Correction:
    """Without the space around either side, and with the one mark at the end that the summary's sentence has there."""
    start, end = _trimmed(summary, *span)
    first, last = _trimmed(turn_text, *source)
    if turn_text[first:last].endswith(_STOPS) and not summary[start:end].endswith(_STOPS) and summary[end : end + 1]:
        first, last = _trimmed(turn_text, first, last - 1)
    elif summary[start:end].endswith(_STOPS) and not turn_text[first:last].endswith(_STOPS):
        end -= 1
    return Correction(start, end, turn_seq, first, last, turn_text[first:last])


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    words = text[start:end]
    return start + len(words) - len(words.lstrip()), end - len(words) + len(words.rstrip())
