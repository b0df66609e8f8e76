"""What the engine finds, misses and wrongly flags on labelled pairs: one table, one command.

    STET_CORPUS=<folder> python -m bench.quality                      the whole table
    python -m bench.quality --sets reports,fresh                      some sets; these need no STET_CORPUS
    python -m bench.quality --errors fresh                            misses and alarms of one set, sorted by kind
    python -m bench.quality --certificates                            lost rules of which nothing at all is said

Columns: `dev` is the part whose errors may be read, `aside` the third that is set aside by hash, then the whole.
Findings count at severity warning and above.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from bench import scoring
from bench.corpus import OWN, PUBLIC, Case, Found, corpus, load, path_of, run_engine, set_aside, shown

Parts = tuple[list[Case], list[Case], list[Case]]
Figure = Callable[[Any], str]


@dataclass(frozen=True)
class Row:
    """One line of the table; `visible` and `sealed` are the targets for the two halves of the corpus."""

    name: str
    visible: str
    sealed: str
    figure: Figure


def rate(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def share(part: int, whole: int) -> str:
    return f"{part} of {whole}" if whole else "-"


def whole_rows(name: str) -> dict[str, list[Row]]:
    """The rows of the hand-labelled sets, where `figure` reads a `scoring.Score`."""
    targets = {
        "fresh": ("120 of 131", "0.10", "2 of 38", "85 %", "0.20", "12 %"),
        "reports": ("100 of 108", "0.08", "1 of 14", "88 of 102", "0.15", "2 of 13"),
    }
    seen, alarms, clean, later, later_alarms, later_clean = targets.get(name, ("", "", "", "85 %", "0.20", "12 %"))
    return {
        name: [
            Row("recall", seen, later, lambda s: share(s.hit, s.gold)),
            Row("recall, hard", "", "", lambda s: share(s.hard_hit, s.hard)),
            Row("alarms per case", alarms, later_alarms, lambda s: f"{s.alarms / max(1, s.cases):.2f} ({s.alarms})"),
            Row("clean cases with a finding", clean, later_clean, lambda s: share(s.clean_hit, s.clean)),
            Row(
                "exact change among the hits",
                "88 %",
                "80 %",
                lambda s: f"{100 * s.exact_change / s.hits:.0f} %" if s.hits else "-",
            ),
            Row("false certificates", "0", "few", lambda s: str(sum(not hard for _, hard, _ in s.certified))),
            Row("false certificates, hard", "", "", lambda s: str(sum(hard for _, hard, _ in s.certified))),
        ]
    }


PUBLIC_ROWS: dict[str, list[Row]] = {
    "planted": [
        Row("F1", "0.97", "0.95", lambda s: rate(s["kinds"]["ALL"]["f1"])),
        Row("alarms per clean pair", "0.03", "0.05", lambda s: rate(s["clean"]["false_alarms_per_pair"])),
        Row("strict recall", "0.95", "0.92", lambda s: rate(s["kinds"]["ALL"]["strict_recall"])),
    ],
    "condaqa_core": [
        Row("negation F1", "0.76", "0.73", lambda s: rate(s["kinds"]["negation"]["f1"])),
        Row("clean pairs with an alarm", "0.10", "0.12", lambda s: rate(s["clean"]["with_false_alarm"])),
    ],
    "condaqa_lexical": [
        Row("negation F1", "report", "0.35", lambda s: rate(s["kinds"]["negation"]["f1"])),
        Row("clean pairs with an alarm", "report", "0.10", lambda s: rate(s["clean"]["with_false_alarm"])),
    ],
    "compint": [
        Row("F1", "0.96", "0.90", lambda s: rate(s["kinds"]["ALL"]["f1"])),
        Row("precision", "1.0", "0.95", lambda s: rate(s["kinds"]["ALL"]["precision"])),
    ],
    "real_planted": [
        Row("recall", "0.96", "0.94", lambda s: rate(s["kinds"]["ALL"]["recall"])),
        Row("strict recall", "0.92", "0.88", lambda s: rate(s["kinds"]["ALL"]["strict_recall"])),
        Row("fault among the first 10", "92 %", "92 %", lambda s: s["ranking"][10]),
        Row("fault among the first 20", "97 %", "97 %", lambda s: s["ranking"][20]),
    ],
    "real_orig": [
        Row("alarms per clean session", "0.10", "0.20", lambda s: rate(s["clean"]["false_alarms_per_pair"])),
        Row("findings per session, median", "10", "12", lambda s: str(s["findings_per_item"]["median"])),
        Row("findings per session, p90", "40", "50", lambda s: str(s["findings_per_item"]["p90"])),
    ],
    "injection": [
        Row("recall", "1.0", "0.97", lambda s: rate(s["kinds"]["ALL"]["recall"])),
        Row("clean pairs with an alarm", "0", "0.03", lambda s: rate(s["clean"]["with_false_alarm"])),
    ],
    "judged": [Row("recall", "0.85", "0.85", lambda s: rate(s["kinds"]["ALL"]["recall"]))],
}


@cache
def judge() -> ModuleType:
    """The public scorer, loaded from where the corpus lies: it decides what a hit is."""
    spec = importlib.util.spec_from_file_location("public_score", corpus() / "public" / "score.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def public_score(cases: list[Case], found: Found, show: int = 0) -> tuple[dict[str, Any], str]:
    """The public scorer's figures, and what it printed."""
    with tempfile.TemporaryDirectory() as folder:
        gold, answers, figures = (Path(folder, name) for name in ("gold.jsonl", "found.jsonl", "figures.json"))
        gold.write_text("".join(json.dumps(case) + "\n" for case in cases))
        answers.write_text(
            "".join(json.dumps({"id": case["id"], "findings": shown(found[case["id"]])}) + "\n" for case in cases)
        )
        scorer = [
            sys.executable,
            str(corpus() / "public" / "score.py"),
            str(answers),
            str(gold),
            "--json",
            str(figures),
            "--show",
            str(show),
        ]
        printed = subprocess.run(scorer, capture_output=True, text=True, check=True).stdout
        return json.loads(figures.read_text()) | {"ranking": ranking(cases, found)}, printed


def ranking(cases: list[Case], found: Found) -> dict[int, str]:
    """How many of the faults stand among the first 10 and 20 findings of their summary."""
    faults = [(case, wanted) for case in cases for wanted in case["expected"] if not wanted.get("optional")]
    first = {
        n: sum(
            any(judge().matches(case, finding, wanted) for finding in shown(found[case["id"]])[:n])
            for case, wanted in faults
        )
        for n in (10, 20)
    }
    return {n: f"{100 * count / max(1, len(faults)):.0f} %" for n, count in first.items()}


def parts(cases: list[Case]) -> Parts:
    return [case for case in cases if not set_aside(case)], [case for case in cases if set_aside(case)], cases


def figures(name: str, cases: list[Case], found: Found) -> Any:
    return scoring.score(cases, found) if name in OWN else public_score(cases, found)[0]


def table(name: str, cases: list[Case], found: Found) -> Iterator[str]:
    scores = [figures(name, part, found) for part in parts(cases)]
    for row in whole_rows(name)[name] if name in OWN else PUBLIC_ROWS[name]:
        cells = [row.figure(score) for score in scores]
        yield f"{name:16}{row.name:32}" + "".join(f"{cell:>16}" for cell in (*cells, row.visible, row.sealed))


def certificates(name: str, dev: list[Case], found: Found) -> Iterator[str]:
    for case, hard, quote in scoring.score(dev, found).certified:
        yield f"CERTIFIED{' hard' if hard else ''} | {name} | {case} | {quote[:120]}"


def errors(name: str, dev: list[Case], found: Found) -> Iterator[str]:
    if name in OWN:
        kept = scoring.score(dev, found).errors
        yield from (" | ".join(error) for error in sorted(kept, key=lambda error: (error[0], *error[2:])))
        return
    printed = public_score(dev, found, show=100_000)[1].splitlines()
    listed = [line for line in printed if line.startswith(("MISS |", "FP |"))]
    yield from sorted(listed, key=lambda line: (line.split(" | ")[0], line.split(" | ")[2:]))


def read_options() -> argparse.Namespace:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--sets", default="", help="comma-separated; default: every set that is there")
    options.add_argument("--errors", metavar="SET", help="misses and alarms of the dev part of this set")
    options.add_argument("--certificates", action="store_true", help="false certificates of the dev parts")
    return options.parse_args()


def listing(options: argparse.Namespace) -> Iterator[str]:
    """What was asked for instead of the table; only the dev parts are run, let alone printed."""
    names = [options.errors] if options.errors else [name for name in OWN if path_of(name).is_file()]
    for name in names:
        dev, _, _ = parts(load(name))
        yield from (errors if options.errors else certificates)(name, dev, run_engine(dev))


def main() -> None:
    options = read_options()
    if options.errors or options.certificates:
        print(*listing(options), sep="\n")
        return
    names = options.sets.split(",") if options.sets else [name for name in (*OWN, *PUBLIC) if path_of(name).is_file()]
    heads = ("dev", "aside", "whole", "target", "target sealed")
    print(f"{'set':16}{'figure':32}" + "".join(f"{head:>16}" for head in heads))
    for name in names:
        cases = load(name)
        print(*table(name, cases, run_engine(cases)), sep="\n", flush=True)


if __name__ == "__main__":
    main()
