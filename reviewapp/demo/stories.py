"""Demo sessions: short ones out of `stories/*.toml`, and a long one that is made up turn by turn."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from reviewapp.services.compactions.intake import TurnIn

FOLDER = Path(__file__).parent

Step = Mapping[str, Any]  # who does what to a proposal, as `play.py` reads it


@dataclass(frozen=True)
class Generation:
    """New turns, the summary that the agent would keep of all turns so far, and what people do to it."""

    turns: Sequence[TurnIn]
    summary: str
    compactor: str
    review: Sequence[Step] = ()
    state: Mapping[str, Any] | None = None  # the agent's state record by then


@dataclass(frozen=True)
class Story:
    session: str
    agent: str
    generations: Sequence[Generation]


def stories() -> Iterator[Story]:
    for path in sorted((FOLDER / "stories").glob("*.toml")):
        told = read(path)
        yield Story(told["session"], told["agent"], [_generation(each) for each in told["generation"]])
    yield long_story()


def long_story() -> Story:
    """The same in every copy, down to the figures."""
    frame = read(FOLDER / "event-store-move.toml")
    chance = random.Random(64)  # noqa: S311  # figures of a demo, no secrets
    turns = [TurnIn("user", frame["opening"])]
    while len(turns) < frame["turns"]:
        turns.extend(_step(len(turns), frame, chance))
    return Story(frame["session"], frame["agent"], [Generation(turns, frame["summary"].strip(), frame["compactor"])])


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _generation(told: dict[str, Any]) -> Generation:
    return Generation(
        turns=[TurnIn(**turn) for turn in told.get("turns", ())],
        summary=told["summary"].strip(),
        compactor=told["compactor"],
        review=told.get("review", ()),
        state=told.get("state"),
    )


def _step(at: int, frame: dict[str, Any], chance: random.Random) -> list[TurnIn]:
    """Five turns: a shard is copied, and the user has a remark or a rule."""
    shard, rows, seconds = at // 5 + 1, chance.randrange(200_000, 900_000), chance.randrange(60, 412)
    call = partial(TurnIn, tool_name="copy", tool_call_id=f"call_{shard:03}")
    result = f"shard {shard}: {rows:,} rows in {seconds} s, checksum {chance.randbytes(8).hex()}"
    rule = next((rule["content"] for rule in frame["rules"] if at - 5 < rule["after_turn"] <= at), None)
    return [
        TurnIn("assistant", f"I copy shard {shard} now."),
        call("assistant", f'{{"shard": {shard}, "verify": true}}', kind="tool_call"),
        call("tool", result, kind="tool_result"),
        TurnIn("assistant", f"Shard {shard} is copied: {rows:,} rows in {seconds} seconds, the checksum matches."),
        TurnIn("user", rule or chance.choice(frame["remarks"])),
    ]
