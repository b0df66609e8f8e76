"""The audit as one JSON object: `{"tool", "engine_version", "files": [...]}`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from reviewapp.engine import ENGINE_VERSION
from reviewapp.engine.types import Severity
from reviewapp.offline.losses import Audited
from reviewapp.offline.reports import FileReport


def rendered(reports: Sequence[FileReport], least: Severity) -> str:
    files = [file(report, least) for report in reports]
    document = {"tool": "stet audit", "engine_version": ENGINE_VERSION, "files": files}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def file(report: FileReport, least: Severity) -> dict[str, Any]:
    """One entry of `files`."""
    tally = report.tally
    return {
        "path": report.path,
        "error": report.error or None,
        "format": report.format or None,
        "turns": tally.turns,
        "not_read": {
            "count": tally.skipped_count,
            "reasons": [{"reason": reason, "lines": lines} for reason, lines in tally.skipped.items()],
            "without_turns": tally.silent,
        },
        "compactions": [_compaction(each, least) for each in report.compactions],
        "suggested_pins": [asdict(pin) for pin in report.pins],
    }


def _compaction(audited: Audited, least: Severity) -> dict[str, Any]:
    told = {name: value for name, value in asdict(audited).items() if name not in ("losses", "unreadable", "cut")}
    return {
        **told,
        "unreadable": audited.unreadable or None,
        "not_analysed": list(audited.cut),
        "losses": [asdict(loss) for loss in audited.at_least(least)],
    }
