"""What this version of the engine says of a fixed set of pairs: another answer is another version.

`python -m tests.engine.test_golden` writes the answers of this number anew; the diff then shows what a change
does. Once a number has been released, its file stays as it is and the number is raised instead.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from reviewapp.engine import Finding, Origin, Pin, Turn, analyse, check_pins
from reviewapp.engine.account import digest
from reviewapp.engine.version import NUMBER

FOLDER = Path(__file__).with_name("golden")
CORPUS = Path(__file__).parents[1] / "corpus"
SETS = ("reports", "fresh", "untried", "clean", "blind", "blind2", "blind4")
ANSWERS = FOLDER / f"v{NUMBER}.jsonl"
LEAST = 400
RELEASED = {
    "pairs.jsonl": "8ed8394f222b6edd04db65f49c0577361ac5ccd169a4e344d9f11eb8754dc38e",
    "v1.jsonl": "7cb0ace0cf2e4eea7fb07b3637abcc4fe3ef7589ec3a52250343d45b08018552",
    "v2.jsonl": "a1c184c03c71314e0539eeefde7fc6ee0f38e0aa5188b100b2d32fda42359871",
    "v3.jsonl": "1beb314c2f9e1da5703688cf2e8885a8f0337ee9c9dbfc4c8fc14244cd1338ec",
}


def pairs() -> Iterator[dict[str, Any]]:
    for path in (FOLDER / "pairs.jsonl", *(CORPUS / f"{name}.jsonl" for name in SETS)):
        for line in path.read_text(encoding="utf-8").splitlines():
            pair = json.loads(line)
            yield {**pair, "id": f"{path.stem}/{pair['id']}"}


def answer(pair: dict[str, Any]) -> dict[str, Any]:
    turns = [Turn(turn["role"], turn["content"], _origin(turn)) for turn in pair["turns"]]
    analysis = analyse(turns, pair["summary"], pair.get("previous_summary"))
    pins = [Pin(pin["key"], pin["text"]) for pin in pair.get("pins") or ()]
    return {
        "id": pair["id"],
        "risk": analysis.risk,
        "findings": _findings(analysis.findings),
        "pins": _findings(check_pins(turns, pair["summary"], pins)),
        "skipped": [[part.turn, part.reason] for part in analysis.coverage.skipped],
        "account": [len(analysis.account), digest(analysis.account).hex()],
    }


def _origin(turn: dict[str, Any]) -> Origin | None:
    return Origin(turn["origin"]) if turn.get("origin") else None


def _findings(found: Iterable[Finding]) -> list[list[Any]]:
    return [
        [finding.kind, finding.change, finding.severity, finding.rule, finding.salience, finding.undecided]
        + [[span.turn, span.start, span.end] if span else None for span in (finding.source, finding.target)]
        for finding in found
    ]


def answers() -> list[str]:
    return [json.dumps(answer(pair), ensure_ascii=False) for pair in pairs()]


def test_the_answers_of_this_number_are_as_they_were() -> None:
    kept = ANSWERS.read_text(encoding="utf-8").splitlines()
    assert len(kept) >= LEAST
    changed = [json.loads(now)["id"] for was, now in zip(kept, answers(), strict=True) if was != now]
    assert changed == []


def test_answers_of_earlier_numbers_are_never_edited() -> None:
    digests = {name: hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() for name in RELEASED}
    assert digests == RELEASED


if __name__ == "__main__":
    ANSWERS.write_text("\n".join(answers()) + "\n", encoding="utf-8")
