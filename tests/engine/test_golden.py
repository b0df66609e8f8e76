"""What this version of the engine says of a fixed set of pairs, to the letter: another answer is another version.

`python -m tests.engine.test_golden` writes the answers anew; the diff then shows what a change does.
"""

from __future__ import annotations

import io
import json
from pathlib import Path

from reviewapp.engine import ENGINE_VERSION
from reviewapp.engine.__main__ import main

FOLDER = Path(__file__).with_name("golden")
PAIRS = FOLDER / "pairs.jsonl"
ANSWERS = FOLDER / f"v{ENGINE_VERSION}.jsonl"


def answers() -> list[str]:
    sink = io.StringIO()
    assert main(["--jsonl"], io.StringIO(PAIRS.read_text(encoding="utf-8")), sink) == 0
    return sink.getvalue().splitlines()


def test_the_answers_of_this_version_are_as_they_were() -> None:
    kept = [json.loads(line) for line in ANSWERS.read_text(encoding="utf-8").splitlines()]
    assert [json.loads(line) for line in answers()] == kept


if __name__ == "__main__":
    ANSWERS.write_text("\n".join(answers()) + "\n", encoding="utf-8")
