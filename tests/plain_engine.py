"""An engine whose every word can be predicted, so that tests of services do not move with the real one's judgement.

A sentence with NO, NOT or NEVER is lost unless the summary holds it; an amount of dollars is added unless a turn does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from reviewapp.engine.types import Analysis, Change, Coverage, Finding, Kind, Severity, Span
from reviewapp.services.compactions.finding_rows import Source

SENTENCE = re.compile(r"[^.\s][^.]*\b(?:NO|NOT|NEVER)\b[^.]*\.")
AMOUNT = re.compile(r"\$[\d,]*\d")


def read(source: Source) -> Analysis:
    found = (*_lost(source), *_added(source))
    return Analysis(found, Coverage(len(source.turns), len(source.turns)), risk=min(100, 40 * len(found)))


def _lost(source: Source) -> Iterator[Finding]:
    for index, turn in enumerate(source.turns):
        for match in SENTENCE.finditer(turn.text):
            if match[0] not in source.summary:
                span = Span(index, match.start(), match.end())
                yield Finding(
                    Kind.NEGATION, Change.DROPPED, Severity.BLOCKING, "plain.lost", "It is gone.", source=span
                )


def _added(source: Source) -> Iterator[Finding]:
    for match in AMOUNT.finditer(source.summary):
        if not any(match[0] in turn.text for turn in source.turns):
            span = Span(None, match.start(), match.end())
            yield Finding(Kind.ADDITION, Change.ADDED, Severity.BLOCKING, "plain.added", "Nobody said it.", target=span)
