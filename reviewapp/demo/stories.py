"""Demo sessions: short ones out of `stories/*.toml`, and a long one that is made up turn by turn."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from reviewapp.services.intake import TurnIn

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Story:
    """One session and what an agent would keep of it: new turns and a summary a generation."""

    session: str
    generations: Sequence[tuple[Sequence[TurnIn], str]]


def stories() -> Iterator[Story]:
    for path in sorted((FOLDER / "stories").glob("*.toml")):
        told = _read(path)
        generations = [told, *([told["second"]] if "second" in told else [])]
        yield Story(told["session"], [_generation(each) for each in generations])
    yield long_story()


def long_story() -> Story:
    """The same in every copy, down to the figures."""
    frame = _read(FOLDER / "event-store-move.toml")
    chance = random.Random(64)  # noqa: S311  # figures of a demo, no secrets
    turns = [TurnIn("user", frame["opening"])]
    while len(turns) < frame["turns"]:
        turns.extend(_step(len(turns), frame, chance))
    return Story(frame["session"], [(turns, frame["summary"].strip())])


def _read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _generation(told: dict[str, Any]) -> tuple[list[TurnIn], str]:
    return [TurnIn(**turn) for turn in told["turns"]], told["summary"].strip()


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
