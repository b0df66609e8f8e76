"""The command reads a pair a line and writes an answer a line; what is no pair ends it with a message and code 2."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import Any

import pytest

from reviewapp.engine.__main__ import BAD_INPUT, main

PAIR = {
    "id": "a",
    "turns": [{"role": "user", "content": "Never delete the backups."}],
    "summary": "Delete the backups.",
}
FIELDS = {
    "kind", "change", "severity", "turn", "start", "end", "quote", "summary_start", "summary_end", "summary_quote",
    "rule", "why", "salience", "undecided", "confidence", "rule_severity", "said", "message", "because",
}  # fmt: skip


def run(*lines: str, least: str = "note") -> tuple[int, list[dict[str, Any]]]:
    sink = io.StringIO()
    code = main(["--jsonl", "--min-severity", least], io.StringIO("\n".join(lines)), sink)
    return code, [json.loads(line) for line in sink.getvalue().splitlines()]


def test_an_answer_has_every_field_and_exact_quotes() -> None:
    code, (answer,) = run(json.dumps(PAIR))
    assert code == 0
    assert set(answer) == {"id", "engine_version", "risk", "findings", "coverage"}
    finding = answer["findings"][0]
    assert set(finding) == FIELDS
    assert PAIR["turns"][0]["content"][finding["start"] : finding["end"]] == finding["quote"]  # type: ignore[index]  # a pair of mixed types
    assert PAIR["summary"][finding["summary_start"] : finding["summary_end"]] == finding["summary_quote"]
    assert answer["coverage"] == {"turns": 1, "analysed": 1, "skipped": []}


def test_the_account_is_printed_where_it_is_asked_for() -> None:
    sink = io.StringIO()
    assert main(["--jsonl", "--account"], io.StringIO(json.dumps(PAIR)), sink) == 0
    answer = json.loads(sink.getvalue())
    (line,) = [line for line in answer["account"] if line["turn"] == 0]
    assert (line["unit"], line["state"], line["finding"]) == ("sentence", "changed", 0)
    assert {hold["of"] for hold in answer["holds"]} == {"turns", "summary"}


def explain(wanted: str) -> tuple[int, str]:
    sink = io.StringIO()
    return main(["--explain", wanted], io.StringIO(json.dumps(PAIR)), sink), sink.getvalue()


def test_a_finding_is_explained_by_the_rules_that_were_tried() -> None:
    code, told = explain("a:1")
    assert code == 0
    assert "The summary says the opposite of this." in told
    assert "cue not: 'Never'" in told
    assert "=>  negation.turned-round: blocking" in told
    assert "-  numeral.dropped" in told
    assert explain("a") == (0, told)


@pytest.mark.parametrize("wanted", ["b", "a:7", "a:x"])
def test_what_is_not_there_can_t_be_explained(wanted: str) -> None:
    assert explain(wanted) == (BAD_INPUT, "")


def test_notes_can_be_left_out() -> None:
    _, (every,) = run(json.dumps(PAIR))
    _, (blocking,) = run(json.dumps(PAIR), least="blocking")
    assert {finding["severity"] for finding in blocking["findings"]} == {"blocking"}
    assert len(blocking["findings"]) <= len(every["findings"])


def test_pins_and_earlier_summaries_are_taken() -> None:
    pair = {**PAIR, "pins": [{"key": "k", "text": "Never delete the backups."}], "previous_summary": ["one", "two"]}
    assert run(json.dumps(pair))[0] == 0


def test_a_call_may_have_its_id_beside_the_text() -> None:
    call = {"role": "assistant", "content": "df -h", "tool_call_id": "c1"}
    _, (answer,) = run(json.dumps({**PAIR, "turns": [*PAIR["turns"], call]}))
    assert "structure.split-call" in {finding["rule"] for finding in answer["findings"]}


def test_an_empty_line_is_no_pair() -> None:
    code, answers = run("", json.dumps(PAIR), "  ")
    assert (code, len(answers)) == (0, 1)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not JSON"),
        ("[]", "a JSON object"),
        ('{"summary": "x"}', "turns must be a list"),
        ('{"turns": [], "summary": 1}', "summary must be a string"),
        ('{"turns": [{"role": "user"}], "summary": ""}', "content must be a string"),
        ('{"turns": [{"role": "user", "content": "", "origin": "god"}], "summary": ""}', "origin must be one of"),
        ('{"turns": [], "summary": "", "pins": [1]}', "pins must be a list"),
        ('{"turns": [], "summary": "", "previous_summary": 7}', "previous_summary must be"),
        ('{"turns": [], "summary": "", "pins": false}', "pins must be a list"),
        ('{"turns": [{"role": "user", "content": "", "tool_call_id": 0}], "summary": ""}', "tool_call_id must be"),
        ('{"id": "\\ud800", "turns": [], "summary": ""}', "surrogates not allowed"),
        ('{"turns": [], "summary": "a \\udfff b"}', "surrogates not allowed"),
        ('{"id": NaN, "turns": [], "summary": ""}', "not JSON"),
        ('{"id": 1e999, "turns": [], "summary": ""}', "not JSON"),
        (f'{{"id": {"9" * 5000}, "turns": [], "summary": ""}}', "not JSON"),
        ("[" * 100_000, "not JSON"),
        (f'{{"id": {"[" * 100_000}{"]" * 100_000}, "turns": [], "summary": ""}}', "not JSON"),
    ],
)
def test_what_is_no_pair_is_refused(line: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, answers = run(line)
    assert (code, answers) == (BAD_INPUT, [])
    error = capsys.readouterr().err
    assert error.startswith("line 1: ")
    assert message in error


def command(wire: bytes) -> subprocess.CompletedProcess[bytes]:
    """As a process, in a locale without UTF-8."""
    plain = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    return subprocess.run(
        [sys.executable, "-m", "reviewapp.engine", "--jsonl"], input=wire, capture_output=True, env=plain
    )


def test_a_byte_that_is_no_utf_8_is_refused() -> None:
    done = command(json.dumps(PAIR).encode() + b'\n{"turns": [], "summary": "\xff"}\n')
    assert done.returncode == BAD_INPUT
    assert done.stderr.startswith(b"line 2: not JSON")
    assert len(done.stdout.splitlines()) == 1


def test_places_count_characters_in_every_locale() -> None:
    rule = "“Nie” löschen: die Sicherung."
    pair = {"turns": [{"role": "user", "content": rule}], "summary": "Die Sicherung löschen."}
    answer = json.loads(command(json.dumps(pair, ensure_ascii=False).encode()).stdout)
    assert answer["findings"]
    for finding in answer["findings"]:
        assert rule[finding["start"] : finding["end"]] == finding["quote"]
