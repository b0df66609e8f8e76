"""The audit as a person reads it on a terminal. What a transcript says can't steer the terminal: controls are spelt."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from reviewapp.engine.types import Severity
from reviewapp.offline.losses import Audited, Loss
from reviewapp.offline.reports import FileReport
from reviewapp.offline.suggestions import Suggestion

WIDTH = 100
LONGEST_QUOTE = 300


def rendered(reports: Sequence[FileReport], least: Severity) -> str:
    return "\n".join(line for report in reports for line in _file(report, least)) + "\n"


def _file(report: FileReport, least: Severity) -> Iterator[str]:
    if report.error:
        yield f"{plain(report.path)}: {report.error}"
        return
    tally = report.tally
    yield (
        f"{plain(report.path)}: {report.format}, {_count(tally.turns, 'turn')}, "
        f"{_count(tally.compactions, 'past compaction')}, {_count(report.losses(least), 'loss', 'losses')}"
    )
    yield from _skipped(report)
    for audited in report.compactions:
        yield from _compaction(audited, least)
    if report.pins:
        yield from _pins(report.pins)
    if not report.compactions:
        yield "  Nothing was compacted in this transcript, so nothing was lost."
    yield ""


def _skipped(report: FileReport) -> Iterator[str]:
    for reason, lines in report.tally.skipped.items():
        more = " and more" if len(lines) == report.tally.LINES else ""
        yield f"  not read: {plain(reason)} (line {', '.join(map(str, lines))}{more})"


def _compaction(audited: Audited, least: Severity) -> Iterator[str]:
    yield ""
    where = f"session {audited.session}, " if audited.session > 1 else ""
    yield f"  Compaction {audited.number} ({where}line {audited.line})"
    if audited.unreadable:
        yield f"    can't be reviewed: {audited.unreadable}"
        return
    yield (
        f"    {_count(audited.turns, 'turn')} of lines {audited.first_line} to {audited.last_line}, "
        f"{audited.source_chars:,} characters, became {audited.summary_chars:,}"
    )
    yield from (f"    not held against the summary: {part}" for part in audited.cut)
    shown = audited.at_least(least)
    for number, loss in enumerate(shown, start=1):
        yield from _loss(number, loss)
    yield from _rest(audited, shown)


def _rest(audited: Audited, shown: Sequence[Loss]) -> Iterator[str]:
    """What is not listed, so that a short list is not taken for a whole one."""
    rest = [loss for loss in audited.losses if loss not in shown]
    undecided = sum(loss.undecided for loss in rest)
    if not shown:
        yield "    no loss of this severity"
    if rest:
        open_ = f", {undecided} of them undecided" if undecided else ""
        yield f"    {_count(len(rest), 'finding')} of lower severity{open_} (--min-severity note shows them)"


def _loss(number: int, loss: Loss) -> Iterator[str]:
    spoken = f"line {loss.line}, {loss.role}" if loss.line else "summary"
    yield f"    {number}. {loss.severity}: {loss.kind} {loss.change}, {spoken}  [{loss.rule}]"
    yield from _quoted("turn   " if loss.line else "summary", loss.quote)
    if loss.summary_quote and loss.line:
        yield from _quoted("summary", loss.summary_quote)
    yield f"       {plain(loss.why)}"


def _quoted(label: str, text: str) -> Iterator[str]:
    short = text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + " ..."
    wrapped = textwrap.wrap(plain(short), WIDTH) or [""]
    yield f"       {label} | {wrapped[0]}"
    yield from (f"       {' ' * len(label)} | {line}" for line in wrapped[1:])


def _pins(pins: Sequence[Suggestion]) -> Iterator[str]:
    yield ""
    yield f"  Suggested pins ({len(pins)})"
    for pin in pins:
        yield f"    {pin.key}  {pin.severity}  (line {pin.line})"
        yield from _quoted("text", pin.text)


def _count(number: int, noun: str, plural: str = "") -> str:
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def plain(text: str) -> str:
    """Printable, on one line: a control or format character is spelt as its escape."""
    words = " ".join(text.split())
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in words)
