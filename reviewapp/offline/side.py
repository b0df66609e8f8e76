"""Audits and rules for a server, told by a process of its own, so that no page waits for the engine.

`python -m reviewapp.offline.side` reads one JSON object a line, and writes one JSON object a line:

    in : {"audit": path, "name": text}
    out: {"file": what `stet audit --output json` says of it} or {"error": text}
    in : {"rules": name, "text": text, "standing": [{"key", "text"}]}, or with "pins": [{"key", "text"}] for "rules"
    out: {"pins": [{"key", "text", "severity", "file", "line"}], "conflicts": [[key, key]], "clashes": {key: standing
          key}, "left_out": [text]} or {"error": text}

Whoever starts it may end it at any time: it keeps nothing and writes nothing else.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from reviewapp.engine.types import Severity
from reviewapp.importers import BadTranscript
from reviewapp.offline.audit_command import audited_file
from reviewapp.offline.reports import as_json
from reviewapp.offline.rules import MOST_COMPARED, RuleSet, contradictory, pairs, proposed
from reviewapp.offline.suggestions import Suggestion

MEMORY = 2 * 1024**3  # bytes of address space: what needs more ends here, and not the machine


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    try:
        if "audit" in asked:
            return _audit(Path(asked["audit"]), asked["name"])
        found = _given(asked["pins"]) if "pins" in asked else proposed([(asked["rules"], asked["text"].encode())])
    except BadTranscript as error:
        return {"error": str(error)}
    return {
        "pins": [asdict(pin) for pin in found.pins],
        "conflicts": [[conflict.first, conflict.second] for conflict in found.conflicts],
        "clashes": dict(_clashes(found.pins, asked["standing"])),
        "left_out": list(found.left_out),
    }


def _audit(path: Path, name: str) -> dict[str, Any]:
    report = audited_file(path.open("rb"), name, path.stat().st_size, None, None)
    return {"error": report.error} if report.error else {"file": as_json.file(report, Severity.WARNING)}


def _given(pins: Sequence[dict[str, str]]) -> RuleSet:
    found = tuple(Suggestion(pin["key"], pin["text"], "", "", 0) for pin in pins)
    left_out = () if len(found) <= MOST_COMPARED else (f"contradictions among {len(found):,} pins",)
    return RuleSet(found, tuple(pairs(found)), left_out)


def _clashes(pins: Sequence[Suggestion], standing: Sequence[dict[str, str]]) -> Iterator[tuple[str, str]]:
    for pin in pins:
        for other in standing:
            if other["key"] != pin.key and contradictory(pin.text, other["text"]):
                yield pin.key, other["key"]
                break


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
