"""The rules of some turns that nothing holds yet, told by a process of its own.

`python -m reviewapp.engine.constraints` reads one JSON object a line, and writes one JSON object a line:

    in : {"turns": [{"role", "content", "origin"}], "pins": [text], "kinds": [kind], "changes": [change]}
    out: {"pins": [permille], "untagged": [{"turn", "start", "end", "kind", "salience", "divergence"}]}

`turn` is an index into `turns`, offsets are code points, half-open. Whoever starts it may end it at any time: it keeps
nothing and writes nothing else.
"""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from reviewapp.engine.analyse import analyse
from reviewapp.engine.claims.salience import Narrative
from reviewapp.engine.types import Origin, Turn

MEMORY = 2 * 1024**3  # bytes of address space: what needs more ends here, and not the machine


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """What a summary that says nothing at all would lose of these turns, without what a pin's text holds."""
    turns = [Turn(one["role"], one["content"], Origin(one["origin"])) for one in asked["turns"]]
    narrative = Narrative(turn.content for turn in turns)
    return {
        "pins": [narrative.divergence(text) for text in asked["pins"]],
        "untagged": list(_untagged(turns, asked, narrative)),
    }


def _untagged(turns: Sequence[Turn], asked: dict[str, Any], narrative: Narrative) -> Iterator[dict[str, Any]]:
    kinds, changes, pins = set(asked["kinds"]), set(asked["changes"]), asked["pins"]
    for finding in analyse(turns, "").findings:
        span = finding.source
        if finding.kind not in kinds or finding.change not in changes or span is None or span.turn is None:
            continue
        quote = turns[span.turn].content[span.start : span.end]
        if any(quote.strip() in text for text in pins):
            continue
        yield {
            "turn": span.turn,
            "start": span.start,
            "end": span.end,
            "kind": str(finding.kind),
            "salience": finding.salience,
            "divergence": narrative.divergence(quote),
        }


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
