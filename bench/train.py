"""Writes the table of the learned order from the labelled cases: `python -m bench.train`.

    python -m bench.train                write reviewapp/engine/order/table.json
    python -m bench.train --held-out     what the order does to sets whose voices it was not trained on

Findings are those of the engine's version that met a set before anybody had read it (`unread_findings.jsonl`):
of rules that were mended on a case one learns only that they are right there. A finding that stands in a faulty case
and names none of its labelled faults counts half, since the labels name what matters and not everything.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bench import scoring
from bench.corpus import Case, Found, load
from bench.logistic import fit
from reviewapp.engine.order.evidence import ADDED, FACTS, RULES, Evidence, family_of, sampled
from reviewapp.engine.order.features import Features
from reviewapp.engine.order.ordered import ordered
from reviewapp.engine.order.table import TABLE, Table, Weights
from reviewapp.engine.pair import Pair, make_pair
from reviewapp.engine.types import Change, Finding, Kind, Origin, Severity, Span, Turn

UNREAD = Path(__file__).with_name("unread_findings.jsonl")
FAMILIES = (RULES, FACTS, ADDED)
OTHER = 0.5  # what a finding counts that names no labelled fault of a faulty case
RIDGE = {"lost": 10.0, "right": 10.0, "faulty": 10.0}
COMBINED = {"own": 0.5, "pair": 1.0, "shift": 0.0, "fold": 0.75, "lift": 0.8, "certain": 0.95, "veto": 0.2}
DIGITS = 3


@dataclass
class Example:
    """One case with the findings of a version that had not seen it, and which of them are right."""

    set: str
    case: Case
    pair: Pair
    findings: list[Finding]
    right: list[bool]
    counts: list[float]
    lost: list[tuple[Features, bool]] = field(default_factory=list)


def examples() -> list[Example]:
    """Every case whose findings were kept before it was read."""
    cases = {name: {case["id"]: case for case in load(name)} for name in {line["set"] for line in _unread()}}
    made = [_example(line, cases[line["set"]][line["id"]]) for line in _unread()]
    nothing = Weights(0.0, {})
    for example in made:
        evidence = Evidence(example.pair, nothing)
        example.lost = [
            (evidence.features(turn, sentence), _is_lost(example, turn, sentence.start, sentence.end))
            for turn, sentence in sampled(example.pair)
        ]
    return made


def _unread() -> Iterator[dict[str, Any]]:
    with UNREAD.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _example(line: dict[str, Any], case: Case) -> Example:
    turns = [Turn(t["role"], t["content"], Origin(t["origin"]) if t.get("origin") else None) for t in case["turns"]]
    pair = make_pair(turns, case["summary"], previous=case.get("previous_summary"))
    findings = [_finding(found) for found in line["findings"]]
    judged = [_judged(case, wire(pair, finding)) for finding in findings]
    return Example(line["set"], case, pair, findings, [right for right, _ in judged], [count for _, count in judged])


def _finding(found: Sequence[Any]) -> Finding:
    kind, change, severity, rule, turn, start, end, left, right, undecided = found
    source = None if turn is None else Span(turn, start, end)
    target = None if left is None else Span(None, left, right)
    return Finding(Kind(kind), Change(change), Severity(severity), rule, "", source, target, 0, bool(undecided))


def wire(pair: Pair, finding: Finding) -> Case:
    """The finding as the scorers read it."""
    source, target = finding.source, finding.target
    said = "" if target is None else pair.summary[target.start : target.end]
    quote = said
    if source is not None and source.turn is not None:
        quote = pair.turns[source.turn].content[source.start : source.end]
    return {
        "kind": str(finding.kind),
        "change": str(finding.change),
        "severity": str(finding.severity),
        "rule": finding.rule,
        "turn": source.turn if source else None,
        "quote": quote,
        "summary_quote": said if target else None,
    }


def _judged(case: Case, found: Case) -> tuple[bool, float]:
    right = any(scoring.hits(wanted, found) or scoring.touches(wanted, found) for wanted in case["expected"])
    other = bool(case["expected"]) and not right and not scoring.forbidden(case, found["quote"])
    return right, OTHER if other else 1.0


def _is_lost(example: Example, turn: int, start: int, end: int) -> bool:
    """Whether a labelled loss of a rule covers most of the sentence, or the sentence most of it."""
    for wanted in example.case["expected"]:
        if scoring.FAMILY[wanted["kind"]] == "rule" and wanted["turn"] == turn:
            at = example.pair.turns[turn].content.find(wanted["quote"])
            shared = min(end, at + len(wanted["quote"])) - max(start, at)
            if at >= 0 and 2 * shared > min(end - start, len(wanted["quote"])):
                return True
    return False


def train(given: Sequence[Example]) -> Table:
    """The table of these examples: sentences first, then findings, then pairs, each from what came before."""
    sentences = [row for example in given for row in example.lost]
    lost = _weights(sentences, [1.0] * len(sentences), RIDGE["lost"])
    right = {family: _right(given, family, lost) for family in FAMILIES}
    table = Table(lost, right, Weights(0.0, {}), COMBINED, _record(given))
    return replace(table, faulty=_faulty(given, table))


def _weights(rows: Sequence[tuple[Features, bool]], counts: Sequence[float], ridge: float) -> Weights:
    fitted = fit([features for features, _ in rows], [right for _, right in rows], counts, ridge)
    rounded = {name: round(weight, DIGITS) for name, weight in fitted.items()}
    return Weights(rounded.pop("bias"), {name: weight for name, weight in rounded.items() if weight})


def _right(given: Iterable[Example], family: str, lost: Weights) -> Weights:
    rows, counts = [], []
    for example in given:
        evidence = Evidence(example.pair, lost)
        for finding, right, count in zip(example.findings, example.right, example.counts, strict=True):
            if family_of(finding) == family:
                rows.append((evidence.of(finding), right))
                counts.append(count)
    return _weights(rows, counts, RIDGE["right"])


def _faulty(given: Iterable[Example], table: Table) -> Weights:
    rows = []
    for example in given:
        evidence = Evidence(example.pair, table.lost)
        if evidence.judges_the_pair and not evidence.is_long:
            own = [(finding, odds_of(table, evidence, finding)) for finding in example.findings]
            rows.append((evidence.of_pair(own), bool(example.case["expected"])))
    return _weights(rows, [1.0] * len(rows), RIDGE["faulty"])


def odds_of(table: Table, evidence: Evidence, finding: Finding) -> float | None:
    family = family_of(finding)
    return table.right[family].odds(evidence.of(finding)) if family else None


def _record(given: Iterable[Example]) -> Mapping[str, float]:
    """The share of right findings by kind, of those without a family; one right and one wrong are thrown in."""
    seen: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for example in given:
        for finding, is_right in zip(example.findings, example.right, strict=True):
            if family_of(finding) is None:
                seen[finding.kind] += 1
                right[finding.kind] += is_right
    return {kind: round((right[kind] + 1) / (seen[kind] + 2), DIGITS) for kind in sorted(seen)}


def text_of(table: Table) -> str:
    parts = {
        "lost": {"bias": table.lost.bias, **table.lost.of},
        "right": {family: {"bias": part.bias, **part.of} for family, part in table.right.items()},
        "faulty": {"bias": table.faulty.bias, **table.faulty.of},
        "combined": table.combined,
        "record": table.record,
    }
    return json.dumps(parts, indent=1, ensure_ascii=False) + "\n"


def held_out(given: Sequence[Example], tables: Callable[[Sequence[Example]], Table] = train) -> Iterator[str]:
    """For each set the counts with the order trained on the others, and without any order."""
    whole = Counter[str]()
    for name in sorted({example.set for example in given}):
        mine = [example for example in given if example.set == name]
        table = tables([example for example in given if example.set != name])
        before = _counted(mine, {e.case["id"]: [wire(e.pair, f) for f in e.findings] for e in mine})
        after = _counted(
            mine, {e.case["id"]: [wire(e.pair, f) for f in ordered(e.pair, e.findings, table)] for e in mine}
        )
        whole.update({f"before {key}": value for key, value in before.items()})
        whole.update({f"after {key}": value for key, value in after.items()})
        yield f"{name:10} {_line(before)}  ->  {_line(after)}"
    before, after = (
        {key.split(" ", 1)[1]: v for key, v in whole.items() if key.startswith(side)} for side in ("before", "after")
    )
    yield f"{'all':10} {_line(before)}  ->  {_line(after)}"


def _counted(mine: Sequence[Example], found: Found) -> dict[str, int]:
    got = scoring.score([example.case for example in mine], found)
    return {
        "hit": got.hit,
        "gold": got.gold,
        "alarms": got.alarms,
        "cases": got.cases,
        "clean hit": got.clean_hit,
        "clean": got.clean,
    }


def _line(counts: Mapping[str, int]) -> str:
    found = f"recall {counts['hit']:3} of {counts['gold']:3}"
    alarms = f"alarms a case {counts['alarms'] / counts['cases']:.2f}"
    return f"{found}, {alarms}, clean flagged {counts['clean hit']:3} of {counts['clean']:3}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--held-out", action="store_true")
    given = examples()
    if options.parse_args().held_out:
        for line in held_out(given):
            print(line, flush=True)
        return
    TABLE.write_text(text_of(train(given)), encoding="utf-8")


if __name__ == "__main__":
    main()
