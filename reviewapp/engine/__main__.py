"""python -m reviewapp.engine --jsonl [--account] [--min-severity note|warning|blocking] < pairs.jsonl > found.jsonl

python -m reviewapp.engine --explain ID < pairs.jsonl: how the findings of the pair with this id came about. `ID:2` asks
for the second one alone.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, TextIO

from reviewapp.engine.account import holds
from reviewapp.engine.analyse import analyse, check_pins
from reviewapp.engine.explain import explained
from reviewapp.engine.rank import merged, risk
from reviewapp.engine.saying import sentence
from reviewapp.engine.types import SEVERITY_RANK, Analysis, Because, Finding, Origin, Pin, Severity, Span, Turn

BAD_INPUT = 2


class BadPair(ValueError):
    """A line of the input that is not a pair."""


def main(arguments: list[str], source: TextIO, sink: TextIO) -> int:
    options = _parser().parse_args(arguments)
    met = False
    for number, line in enumerate(source, 1):
        if not line.strip():
            continue
        try:
            pair = _object(line)
            for told in _told(pair, options):
                met = True
                sink.write(told + "\n")
        except BadPair as error:
            print(f"line {number}: {error}", file=sys.stderr)
            return BAD_INPUT
    if options.explain and not met:
        print(f"no pair has the id {options.explain}, or no such finding", file=sys.stderr)
        return BAD_INPUT
    return 0


def _told(pair: dict[str, Any], options: argparse.Namespace) -> Iterator[str]:
    """What is written of a pair: its answer, or how the findings asked for came about."""
    if not options.explain:
        answer = _answer(pair, Severity(options.min_severity), account=options.account)
        yield json.dumps(answer, ensure_ascii=False)
        return
    wanted = str(options.explain)
    name, _, number = wanted.rpartition(":")
    if str(pair.get("id")) == wanted:
        yield from explained(_turns(pair), _text(pair, "summary"), _previous(pair))
    elif str(pair.get("id")) == name and number.isdecimal():
        yield from explained(_turns(pair), _text(pair, "summary"), _previous(pair), int(number))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m reviewapp.engine", description="Find what each summary lost.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--jsonl", action="store_true", help="one pair a line in, one answer a line out")
    what.add_argument("--explain", metavar="ID", help="the rules tried for the findings of one pair, or ID:N for one")
    parser.add_argument("--min-severity", choices=[str(level) for level in Severity], default=str(Severity.NOTE))
    parser.add_argument("--account", action="store_true", help="with what became of every sentence, number and name")
    return parser


def _object(line: str) -> dict[str, Any]:
    try:
        pair = json.loads(line)
        json.dumps(pair, ensure_ascii=False, allow_nan=False).encode()  # half a character, or NaN, has no answer
    except (ValueError, RecursionError) as error:
        raise BadPair(f"not JSON: {error}") from error
    if not isinstance(pair, dict):
        raise BadPair("a pair is a JSON object")
    return pair


def _answer(pair: dict[str, Any], least: Severity, *, account: bool) -> dict[str, Any]:
    turns, summary = _turns(pair), _text(pair, "summary")
    analysis = analyse(turns, summary, _previous(pair))
    found = merged(analysis.findings, check_pins(turns, summary, _pins(pair)))
    shown = [
        _wire(finding, turns, summary) for finding in found if SEVERITY_RANK[finding.severity] >= SEVERITY_RANK[least]
    ]
    covered = analysis.coverage
    answer = {
        "id": pair.get("id"),
        "engine_version": analysis.engine_version,
        "risk": risk(found),
        "findings": shown,
        "coverage": {
            "turns": covered.turns,
            "analysed": covered.analysed,
            "skipped": [{"turn": part.turn, "reason": part.reason} for part in covered.skipped],
        },
    }
    return {**answer, **_accounted(analysis)} if account else answer


def _accounted(analysis: Analysis) -> dict[str, Any]:
    """Every line, `finding` being its place among the analysis' own findings, and what of it holds the summary back."""
    held = holds(analysis.account, not_analysed=len(analysis.coverage.skipped))
    return {"account": [line._asdict() for line in analysis.account], "holds": [hold._asdict() for hold in held]}


def _wire(finding: Finding, turns: list[Turn], summary: str) -> dict[str, Any]:
    source, target = finding.source, finding.target
    return {
        "kind": str(finding.kind),
        "change": str(finding.change),
        "severity": str(finding.severity),
        "turn": source.turn if source else None,
        "start": source.start if source else None,
        "end": source.end if source else None,
        "quote": _quote(source or target, turns, summary),
        "summary_start": target.start if target else None,
        "summary_end": target.end if target else None,
        "summary_quote": _quote(target, turns, summary) if target else None,
        "rule": finding.rule,
        "why": finding.why,
        "salience": finding.salience,
        "undecided": finding.undecided,
        "confidence": finding.confidence,
        "rule_severity": str(finding.rule_severity or finding.severity),
        "said": sentence(finding.said) if finding.said else "",
        "message": finding.said.message if finding.said else "",
        "because": _reasons(finding.because),
    }


def _reasons(because: Because | None) -> dict[str, Any] | None:
    return None if because is None else asdict(because)


def _quote(span: Span | None, turns: list[Turn], summary: str) -> str:
    if span is None:
        return ""
    text = summary if span.turn is None else turns[span.turn].content
    return text[span.start : span.end]


def _text(holder: dict[str, Any], name: str) -> str:
    value = holder.get(name)
    if not isinstance(value, str):
        raise BadPair(f"{name} must be a string")
    return value


def _turns(pair: dict[str, Any]) -> list[Turn]:
    return [_turn(turn) for turn in _objects(pair, "turns")]


def _turn(turn: dict[str, Any]) -> Turn:
    call = "" if turn.get("tool_call_id") is None else _text(turn, "tool_call_id")
    return Turn(_text(turn, "role"), _text(turn, "content"), _origin(turn), call)


def _pins(pair: dict[str, Any]) -> list[Pin]:
    if pair.get("pins") is None:
        return []
    return [Pin(_text(pin, "key"), _text(pin, "text")) for pin in _objects(pair, "pins")]


def _objects(pair: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    values = pair.get(name)
    if not isinstance(values, list) or not all(isinstance(value, dict) for value in values):
        raise BadPair(f"{name} must be a list of objects")
    yield from values


def _origin(turn: dict[str, Any]) -> Origin | None:
    value = turn.get("origin")
    if value is None:
        return None
    try:
        return Origin(value)
    except ValueError as error:
        raise BadPair(f"origin must be one of {', '.join(Origin)}") from error


def _previous(pair: dict[str, Any]) -> str | list[str] | None:
    value = pair.get("previous_summary")
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return value
    raise BadPair("previous_summary must be a string or a list of strings")


def _command() -> int:
    """Lines are UTF-8 in every locale; a byte that is none reaches `main`, which names the line."""
    with (
        open(0, encoding="utf-8", errors="surrogateescape", newline="\n", closefd=False) as source,
        open(1, "w", encoding="utf-8", closefd=False) as sink,
    ):
        return main(sys.argv[1:], source, sink)


if __name__ == "__main__":
    sys.exit(_command())
