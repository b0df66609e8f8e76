"""The learned order at work: each finding gets a confidence, doubtful warnings fold, likely notes are shown.

It deletes nothing, makes nothing blocking, and leaves the detectors' own severity beside the one that is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reviewapp.engine.claims.extract import is_extract
from reviewapp.engine.order.evidence import Evidence, family_of
from reviewapp.engine.order.table import Table, log_odds, probability, table
from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Finding, Severity


def ordered(pair: Pair, found: Sequence[Finding], by: Table | None = None) -> list[Finding]:
    """The findings with their confidence and the severity that follows from it, by the table kept or another one."""
    by = by or table()
    evidence = Evidence(pair, by.lost)
    own = [(finding, _odds(by, evidence, finding)) for finding in found]
    if all(odds is None for _, odds in own):
        return [_placed(by, finding, None, None) for finding in found]
    if is_extract(pair):  # what a copy changes stands for itself
        return [replace(_placed(by, finding, odds, None), severity=finding.severity) for finding, odds in own]
    whole = by.faulty.odds(evidence.of_pair(own)) if evidence.judges_the_pair else None
    return [_placed(by, finding, odds, whole) for finding, odds in own]


def _odds(by: Table, evidence: Evidence, finding: Finding) -> float | None:
    """How likely it is right by itself, as log odds; None where the order has no say, as in long sessions."""
    family = family_of(finding)
    return None if family is None or evidence.is_long else by.right[family].odds(evidence.of(finding))


def _placed(by: Table, finding: Finding, own: float | None, whole: float | None) -> Finding:
    if own is None:
        return replace(finding, confidence=round(1000 * by.record.get(finding.kind, 0.0)))
    likely = probability(combined(by, own, whole))
    return replace(
        finding,
        confidence=round(1000 * likely),
        severity=_severity(by, finding.severity, likely, judged=whole is not None),
        rule_severity=finding.severity,
    )


def combined(by: Table, own: float, whole: float | None) -> float:
    """The log odds of a finding in its pair. Where the pair is not judged, its own."""
    if whole is None:
        return own
    own, whole = log_odds(probability(own)), log_odds(probability(whole))
    return by.combined["own"] * own + by.combined["pair"] * whole + by.combined["shift"]


def _severity(by: Table, said: Severity, likely: float, *, judged: bool) -> Severity:
    """A warning or worse folds where it is unlikely, a note is shown where it is likely; nothing becomes
    blocking, and what is not nearly certain is shown as a warning."""
    if said is Severity.NOTE:
        return Severity.WARNING if judged and likely >= by.combined["lift"] else said
    if likely < by.combined["fold" if judged else "veto"]:
        return Severity.NOTE
    unsure = judged and said is Severity.BLOCKING and likely < by.combined["certain"]
    return Severity.WARNING if unsure else said
