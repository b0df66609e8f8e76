"""Times an open rival on the same text, inside a throw-away environment; the text on stdin, the result on stdout."""

from __future__ import annotations

import json
import re
import sys
import time

from compaction_guard import Invariant, check  # type: ignore[import-not-found]  # lives only in that environment


def main() -> None:
    """Every sentence of the turns that has anchors is registered as a constraint: it finds none by itself."""
    text = json.load(sys.stdin)
    started = time.process_time()
    sentences = {s.strip() for _, content in text["turns"] for s in re.split(r"(?<=[.!?])\s+|\n", content) if s.strip()}
    parsed = {invariant.id: invariant for invariant in map(Invariant.parse, sorted(sentences)) if invariant.anchors}
    report = check(tuple(parsed.values()), text["summary"])
    spent = time.process_time() - started
    json.dump({"ms": 1000 * spent, "findings": len(report.findings)}, sys.stdout)


if __name__ == "__main__":
    main()
