"""Nothing of the range is left out of the account: held by a tokenizer that shares no code with the engine."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path

from reviewapp.engine import Origin, Turn, analyse
from reviewapp.engine.account import State, Unit
from reviewapp.engine.account.build import account_of
from reviewapp.engine.pair import make_pair
from reviewapp.engine.types import Coverage

CORPUS = Path(__file__).parents[2] / "corpus"
GENERATED = 10_000
_WORDS = """
never push delete the Backups of src/app.py v1.2.3 --force 12.480,50 € 5 minutes 3,000 77ab3f1 0x7FF8 p99 22.7 ms
MB-20417 unless Marta agrees. Non inviare mai l'elenco. käse ничего 不要 删除 数据库。 1. - [x] # > | ``` : ; ! ? …
a@b.io https://x.io/y?z=1 ½ ٣ ４２ [14:05] 2026-10-24T10:00Z C1-C3 e.g. No. _x_ **b** <t> {"k": 1} x=5 1a2b3c
"""
WORDS = [*_WORDS.split(), "\n", "\n\n", "\n- ", "\u200b", "\u00a0"]


def runs(text: str, holds: str) -> Iterator[tuple[int, int]]:
    """Runs of letters (`a`) or digits (`0`), found letter by letter."""
    start = None
    for at, char in enumerate((*text, " ")):
        wanted = char.isdecimal() if holds == "0" else char.isalpha() or char.isdecimal()
        if wanted and start is None:
            start = at
        elif not wanted and start is not None:
            yield start, at
            start = None


def texts() -> Iterator[tuple[list[Turn], str]]:
    for path in sorted(CORPUS.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            case = json.loads(line)
            origins = (Origin(turn["origin"]) if turn.get("origin") else None for turn in case["turns"])
            pairs = zip(case["turns"], origins, strict=True)
            yield [Turn(turn["role"], turn["content"], origin) for turn, origin in pairs], case["summary"]


def generated() -> Iterator[tuple[list[Turn], str]]:
    """Ten texts a pair: what one text lets an account leave out, another one beside it does not hide."""
    chance = random.Random(20261130)
    for _ in range(GENERATED // 10):
        made = [" ".join(chance.choices(WORDS, k=chance.randint(1, 30))) for _ in range(10)]
        roles = chance.choices(("user", "system", "assistant", "tool", "memory"), k=10)
        yield [Turn(role, text) for role, text in zip(roles, made, strict=True)], chance.choice(made)


def left_out(turns: list[Turn], summary: str) -> list[str]:
    """What no line of the account holds: letters of those who bind, digits of anybody."""
    held: dict[tuple[int, bool], set[int]] = {}
    for line in account_of(make_pair(turns, summary), ()):
        if line.turn is not None:
            assert line.start is not None
            assert line.end is not None
            held.setdefault((line.turn, line.unit is Unit.SENTENCE), set()).update(range(line.start, line.end))
    missed = []
    for number, turn in enumerate(turns):
        sentences, tokens = held.get((number, True), set()), held.get((number, False), set())
        said = runs(turn.content, "a") if turn.binds else ()
        missed += [turn.content[a:b] for a, b in said if not sentences.issuperset(range(a, b))]
        missed += [turn.content[a:b] for a, b in runs(turn.content, "0") if not tokens.issuperset(range(a, b))]
    return missed


def all_left_out(pairs: Iterable[tuple[list[Turn], str]]) -> list[list[str]]:
    return [missed for turns, summary in pairs if (missed := left_out(turns, summary))]


def test_every_text_of_the_corpus_is_accounted_for() -> None:
    assert all_left_out(texts()) == []


def test_every_generated_text_is_accounted_for() -> None:
    assert all_left_out(generated()) == []


def test_lines_rise_and_what_is_kept_stands_in_the_summary() -> None:
    for turns, summary in texts():
        last: dict[tuple[int | None, bool], int] = {}
        for line in account_of(make_pair(turns, summary), ()):
            if line.state is State.KEPT:
                assert line.summary_start is not None
                assert summary[line.summary_start : line.summary_end].strip()
            if line.turn is None or line.start is None or line.end is None:
                continue
            key = line.turn, line.unit is Unit.SENTENCE
            assert last.get(key, 0) <= line.start < line.end <= len(turns[line.turn].content)
            last[key] = line.end


def test_what_is_not_cut_into_sentences_is_one_open_line() -> None:
    said = "- Keep it safe.\n" * 5_001
    analysis = analyse([Turn("user", said)], "Keep it safe.")
    assert analysis.coverage != Coverage(1, 1)
    last = analysis.account[-1]
    assert (last.state, said[last.start : last.end]) == (State.UNDECIDED, "- Keep it safe."[2:])
