"""A short session whose losses are written down, so that pages are tested and not the engine's judgement.

A loss is found while its words are missing from the summary, or while the summary still says the other thing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from reviewapp.engine.types import Analysis, Change, Coverage, Finding, Kind, Severity, Span
from reviewapp.services.compactions.finding_rows import Source
from reviewapp.services.compactions.intake import TurnIn

RESTART = "Never restart db-replica-3 during business hours."
PORT = "Do not open port 5432 to the internet."
LIMIT = "The retry limit is 4."
PODS = "12 pods are ready."
INVERTED = "Restart db-replica-3 whenever it lags."
WRONG_LIMIT = "The retry limit is 40."
BUDGET = "The budget is $900."
TURNS = (
    TurnIn("system", "You keep the billing service running."),
    TurnIn("user", f"Move billing to the new cluster. {RESTART}"),
    TurnIn("user", PORT),
    TurnIn("user", LIMIT),
    TurnIn("tool", PODS, tool_name="kubectl"),
    TurnIn("assistant", "Billing runs on the new cluster now."),
)
SUMMARY = f"Billing runs on the new cluster.\n\n{INVERTED} {WRONG_LIMIT}\n\n{BUDGET}"
FAITHFUL = f"Billing runs on the new cluster. {RESTART} {PORT} {LIMIT} {PODS}"


@dataclass(frozen=True)
class Loss:
    """`said` in a turn, `instead` in the summary; one of them may be empty."""

    kind: Kind
    change: Change
    severity: Severity
    said: str = ""
    instead: str = ""

    def stands_in(self, summary: str) -> bool:
        return self.instead in summary if self.instead else self.said not in summary


LOSSES = (
    Loss(Kind.NEGATION, Change.INVERTED, Severity.BLOCKING, RESTART, INVERTED),
    Loss(Kind.NEGATION, Change.DROPPED, Severity.BLOCKING, PORT),
    Loss(Kind.ADDITION, Change.ADDED, Severity.BLOCKING, instead=BUDGET),
    Loss(Kind.NUMERAL, Change.ALTERED, Severity.WARNING, LIMIT, WRONG_LIMIT),
    Loss(Kind.NUMERAL, Change.DROPPED, Severity.NOTE, PODS),
)


def read(source: Source) -> Analysis:
    """What stands in place of the engine: numbers of findings are those of LOSSES, from 1."""
    found = tuple(_found(source))
    risk = min(100, 30 * sum(finding.severity is Severity.BLOCKING for finding in found))
    return Analysis(found, Coverage(len(source.turns), len(source.turns)), risk)


def _found(source: Source) -> Iterator[Finding]:
    for loss in LOSSES:
        raw = _in_turns(source, loss.said)
        if loss.stands_in(source.summary) and (raw or not loss.said):
            target = _in_summary(source.summary, loss.instead)
            rule = f"script.{loss.change}"
            yield Finding(loss.kind, loss.change, loss.severity, rule, "As it is written.", source=raw, target=target)


def _in_turns(source: Source, words: str) -> Span | None:
    places = ((index, turn.text.find(words)) for index, turn in enumerate(source.turns) if words)
    return next((Span(index, at, at + len(words)) for index, at in places if at >= 0), None)


def _in_summary(summary: str, words: str) -> Span | None:
    at = summary.find(words) if words else -1
    return Span(None, at, at + len(words)) if at >= 0 else None
