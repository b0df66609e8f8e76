"""A judge measured before it is trusted: real questions out, recorded answers in, through the product's own checks.

    python -m bench.judge --export questions.jsonl                 of the parts that are set aside
    python -m bench.judge --export questions.jsonl --contrary      the same, turned round: a "kept" is held to it
    python -m bench.judge --answers answers.jsonl                  scores what a model answered

A line of the export is `{"id", "system", "prompt"}`; a line of the answers `{"id", "answer"}`, the answer being what
the model wrote. Labels never leave this module. `--sets` names other sets, `--most` bounds how many questions.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bench.corpus import OWN, Case, load, set_aside
from bench.scoring import same_text
from reviewapp.engine.analyse import analyse
from reviewapp.engine.types import Turn
from reviewapp.judge.checks import Judged, Verdict, judged
from reviewapp.judge.prompt import TASK, prompt
from reviewapp.judge.questions import Asked, Question, questions


@dataclass(frozen=True)
class Item:
    """One question of a case. `lost`: what the labels say of its sentence; None where they leave it open."""

    case: str
    question: Question
    warned: bool
    lost: bool | None


@dataclass
class Table:
    """Counts over the questions that were answered."""

    asked: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)

    def add(self, item: Item, result: Judged) -> None:
        self.asked += 1
        if result.fault is not None:
            self.faults[str(result.fault)] += 1
        if item.lost is None:
            self.counts["unlabelled"] += 1
            return
        side, source = ("lost" if item.lost else "kept"), ("warned" if item.warned else "silent")
        self.counts[f"{side}"] += 1
        self.counts[f"{side}, {source}"] += 1
        if result.holds and result.verdict is not None:
            outcome = "called kept" if result.verdict is Verdict.KEPT else "called lost"
            self.counts[f"{side}, {outcome}"] += 1
            self.counts[f"{side}, {source}, {outcome}"] += 1


def items(names: list[str]) -> Iterator[Item]:
    """The questions of all cases that are set aside, case by case."""
    for name in names:
        for case in filter(set_aside, load(name)):
            turns = [Turn(turn["role"], turn["content"], turn.get("origin")) for turn in case["turns"]]
            summary = case["summary"]
            found = questions(turns, summary, analyse(turns, summary, case.get("previous_summary")))
            for asked in found:
                yield Item(case["id"], asked.question, asked.finding is not None, _lost(case, turns, asked))


def _lost(case: Case, turns: list[Turn], asked: Asked) -> bool | None:
    """Lost where a label names words of the sentence; kept where the labels are complete and name none of it."""
    assert asked.span.turn is not None
    text = turns[asked.span.turn].content[asked.span.start : asked.span.end]
    for label in case["expected"]:
        if label["turn"] == asked.span.turn and same_text(text, label["quote"]):
            return True
    return False if case.get("exhaustive") else None


def sampled(found: list[Item], most: int | None) -> list[Item]:
    """Those that a warning raised come first, as they would be asked; then by the hash of the question, so that a
    smaller sample is a part of a larger one."""
    once = {item.question.id: item for item in found}.values()
    return sorted(once, key=lambda item: (not item.warned, item.question.id))[:most]


def export(found: list[Item], path: Path, *, contrary: bool) -> None:
    with path.open("w", encoding="utf-8") as out:
        for item in found:
            question = item.question.reversed if contrary else item.question
            line = {"id": question.id, "system": TASK, "prompt": prompt(question, question.id[:16])}
            out.write(json.dumps(line, ensure_ascii=False) + "\n")


def recorded(paths: list[Path]) -> dict[str, str]:
    """Answers by question. An answer that is an object already counts as its JSON text."""
    answers: dict[str, str] = {}
    for path in paths:
        for line in filter(str.strip, path.read_text(encoding="utf-8").splitlines()):
            read = json.loads(line)
            given = read["answer"]
            answers[read["id"]] = given if isinstance(given, str) else json.dumps(given)
    return answers


def score(found: list[Item], answers: dict[str, str]) -> Table:
    table = Table()
    for item in found:
        text = answers.get(item.question.id)
        if text is not None:
            table.add(item, judged(item.question, text, answers.get(item.question.reversed.id)))
    return table


def lines(table: Table) -> Iterator[str]:
    counts = table.counts

    def share(part: str, whole: str) -> str:
        return f"{counts[part]} of {counts[whole]}"

    yield f"answered {table.asked}, without a label {counts['unlabelled']}"
    yield f"lost, called lost or changed       {share('lost, called lost', 'lost')}"
    yield f"lost, called kept (must not be)    {share('lost, called kept', 'lost')}"
    yield f"kept, called lost or changed       {share('kept, called lost', 'kept')}"
    yield f"kept, called kept                  {share('kept, called kept', 'kept')}"
    yield "a warning would be folded"
    yield f"  where the rule is kept           {share('kept, warned, called kept', 'kept, warned')}"
    yield f"  where it is lost (must not be)   {share('lost, warned, called kept', 'lost, warned')}"
    yield "a warning would be proposed where the engine gives none"
    yield f"  where the rule is lost           {share('lost, silent, called lost', 'lost, silent')}"
    yield f"  where it is kept (wrong)         {share('kept, silent, called lost', 'kept, silent')}"
    yield "thrown away: " + (", ".join(f"{name} {n}" for name, n in sorted(table.faults.items())) or "none")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="bench.judge", description="A judge, measured.")
    parser.add_argument("--export", type=Path, metavar="FILE")
    parser.add_argument("--contrary", action="store_true", help="export the questions turned round")
    parser.add_argument("--answers", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--sets", default=",".join(OWN))
    parser.add_argument("--most", type=int)
    chosen = parser.parse_args(arguments)
    if not chosen.export and not chosen.answers:
        parser.error("say --export or --answers")
    found = sampled(list(items(chosen.sets.split(","))), chosen.most)
    if chosen.export:
        export(found, chosen.export, contrary=chosen.contrary)
        warned = sum(item.warned for item in found)
        sys.stdout.write(f"{len(found)} questions, {warned} raised by a warning, in {chosen.export}\n")
    if chosen.answers:
        sys.stdout.write("\n".join(lines(score(found, recorded(chosen.answers)))) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
