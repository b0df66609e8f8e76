"""The audit as SARIF 2.1.0, which code scanning and editors read: a result for each loss, at its line."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from reviewapp.engine import ENGINE_VERSION
from reviewapp.engine.types import Severity
from reviewapp.offline.losses import Audited, Loss
from reviewapp.offline.reports import FileReport

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVEL = {Severity.BLOCKING: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}
_UNREVIEWABLE = "compaction.unreviewable"


def rendered(reports: Sequence[FileReport], least: Severity) -> str:
    results = [result for report in reports for result in _results(report, least)]
    failed = [report for report in reports if report.error]
    run = {
        "tool": {"driver": {"name": "stet", "version": ENGINE_VERSION, "rules": _rules(results)}},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not failed, "toolExecutionNotifications": _notes(reports)}],
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1) + "\n"


def _rules(results: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"id": each} for each in sorted({result["ruleId"] for result in results})]


def _notes(reports: Sequence[FileReport]) -> list[dict[str, Any]]:
    """What could not be read, so that a silent file is not taken for a clean one."""
    failed = [("error", report, report.error) for report in reports if report.error]
    passed = [
        ("warning", report, f"{len(lines)} lines not read, the first is {lines[0]}: {reason}")
        for report in reports
        for reason, lines in report.tally.skipped.items()
    ]
    return [
        {"level": level, "message": {"text": text}, "locations": [_location(report.path, 1)]}
        for level, report, text in [*failed, *passed]
    ]


def _results(report: FileReport, least: Severity) -> Iterator[dict[str, Any]]:
    for audited in report.compactions:
        if audited.unreadable:
            text = f"Compaction {audited.number} can't be reviewed: {audited.unreadable}."
            yield _result(report, _UNREVIEWABLE, "warning", text, audited.line, (report.path, str(audited.line)))
        for loss in audited.at_least(least):
            yield _loss(report, audited, loss)


def _loss(report: FileReport, audited: Audited, loss: Loss) -> dict[str, Any]:
    told = f"{loss.why} “{loss.quote}”" + (f" became “{loss.summary_quote}”" if loss.summary_quote else "")
    mark = (loss.rule, loss.quote, loss.summary_quote)
    result = _result(report, loss.rule, _LEVEL[loss.severity], told, loss.line or audited.line, mark)
    related = {**_location(report.path, audited.line), "message": {"text": f"compaction {audited.number}"}}
    about = {"kind": loss.kind, "change": loss.change, "salience": loss.salience, "undecided": loss.undecided}
    return {**result, "relatedLocations": [related], "properties": about}


def _result(report: FileReport, rule: str, level: str, text: str, line: int, mark: tuple[str, ...]) -> dict[str, Any]:
    fingerprint = hashlib.sha256("\0".join(mark).encode()).hexdigest()
    return {
        "ruleId": rule,
        "level": level,
        "message": {"text": text},
        "locations": [_location(report.path, line)],
        "partialFingerprints": {"stetLoss/v1": fingerprint},
    }


def _location(path: str, line: int) -> dict[str, Any]:
    where = quote(PurePath(path).as_posix())
    return {"physicalLocation": {"artifactLocation": {"uri": where}, "region": {"startLine": max(1, line)}}}
