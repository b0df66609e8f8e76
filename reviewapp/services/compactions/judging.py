"""What is to be made of one finding: how grave it is here, and whether what people did about it still answers it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from reviewapp.engine.types import SEVERITY_RANK, Change, Kind, Severity
from reviewapp.guard.digest import byte_span
from reviewapp.models import Action, Compaction, Finding, PinVersion, Policy, Resolution, Revision, Turn
from reviewapp.services.compactions import marked
from reviewapp.services.compactions.answers import Answers

RULES = frozenset({Kind.NEGATION, Kind.OBLIGATION, Kind.PERMISSION})
LOST = frozenset({Change.DROPPED, Change.SOFTENED})
FALSE = frozenset({Change.ALTERED, Change.INVERTED})  # the summary says something else
REWORDED = "reworded"  # reason code of a pin in other words than the finding's


def says_wrongly(finding: Finding) -> bool:
    """Whether the summary says what is not so, or breaks a pin. Only a correction, strike or dismissal ends that."""
    return finding.change in FALSE or finding.kind == Kind.PIN


def holds_words(text: str, quote: str) -> bool:
    """Whether a text holds the words of a quote, whole and in their order; runs of space count as one, and the mark at
    the end does not count."""
    words = [re.escape(word) for word in quote.strip().rstrip(".!?;,").split()]
    whole = r"\s+".join(words)
    return bool(words) and re.search(rf"(?<!\w){whole}(?!\w)", text) is not None


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
class Judge:
    policy: Policy
    revision: Revision
    summary: str
    pins: tuple[PinVersion, ...]
    turns: Mapping[int, Turn]
    compaction: Compaction

    def __call__(self, finding: Finding, turn_text: str, answers: Answers) -> EvaluatedFinding:
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
        return self.again(judged, answers)

    def again(self, judged: EvaluatedFinding, answers: Answers) -> EvaluatedFinding:
        """The same finding under other resolutions: nothing else of it depends on what people do."""
        in_force = [row for row in answers if row.action != Action.REOPENED]
        holding = [row for row in in_force if self._holds(row, judged)]
        latest = in_force[-1] if in_force else None
        resolved = bool(holding) or marked.is_gone(judged.finding)
        return replace(judged, resolution=holding[-1] if holding else latest, resolved=resolved)

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

    def _holds(self, resolution: Resolution, judged: EvaluatedFinding) -> bool:
        """Whether what was done still answers this finding: text may have changed and pins may be gone since. What the
        summary says wrongly is made true by no pin and no paragraph beside it."""
        finding = judged.finding
        match resolution.action:
            case Action.DISMISSED:
                return self._dismissal_holds(resolution, finding)
            case Action.PINNED:
                return not says_wrongly(finding) and self._pin_holds(resolution, judged.quote)
            case Action.RESTORED:
                back = restored_paragraph(finding, judged.quote, self.revision, self.turns)
                return not says_wrongly(finding) and back in self.summary
            case Action.WITHDRAWN:
                return True
            case Action.CORRECTED:
                return marked.is_mark(finding) and finding.summary_start is None
        return False  # reopened; or struck or corrected, and yet it is found again

    def _pin_holds(self, resolution: Resolution, quote: str) -> bool:
        """A pin answers a finding while it is in force and holds its words, or the words that were recorded, with a
        reason, as saying the same."""
        pin = next((pin for pin in self.pins if pin.id == resolution.pin_version_id), None)
        return pin is not None and (resolution.reason_code == REWORDED or holds_words(pin.text.decode(), quote))

    def _dismissal_holds(self, resolution: Resolution, finding: Finding) -> bool:
        graver = SEVERITY_RANK[Severity(finding.severity)] > SEVERITY_RANK[Severity(resolution.severity or "note")]
        return not graver


def restored_paragraph(finding: Finding, quote: str, revision: Revision, turns: Mapping[int, Turn]) -> str:
    """What a restored finding put into the summary: its words, or the sentence around them where that was asked for."""
    made = next((op for op in revision.operations if op["op"] == "restore" and op["finding"] == finding.key), None)
    words = turns[made["turn"]].text[made["start"] : made["end"]] if made else quote
    return paragraph(finding.turn_seq, words)


def paragraph(turn_seq: int | None, words: str) -> str:
    """How a restored span stands in a summary: cited, byte for byte, a paragraph of its own."""
    return f"[[turn:{turn_seq}]] {words}"
