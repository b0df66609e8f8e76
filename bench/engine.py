"""How fast the engine is, how much memory it takes, how both grow, and whether any shape of text hurts it.

python -m bench.engine                 speed, memory, stages, growth, hostile shapes
python -m bench.engine --rival         also times compaction-guard (PyPI) on the same text, in a throw-away environment
python -m bench.engine --only speed    one part: speed, stages, growth or shapes
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from bench.texts import SHAPES, Text, session

CHARS, TURNS, SUMMARY = 800_000, 4_000, 8_000
RUNS = 7
GROWTH = (1_250_000, 2_500_000, 5_000_000, 10_000_000)
SUMMARY_GROWTH = (8_000, 16_000, 32_000, 64_000)
PATIENCE = 120  # seconds after which a hostile shape is given up
MB = 1_000_000
RIVAL = "compaction-guard==0.1.0"


def measured(text: Text, runs: int) -> dict[str, float]:
    """Milliseconds of the first run and of the others (median), findings, megabytes at the peak and by the analysis."""
    from reviewapp.engine import Turn, analyse

    turns = [Turn(role, content) for role, content in text.turns]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    spent, findings = [], 0
    for _ in range(runs):
        started = time.process_time()
        findings = len(analyse(turns, text.summary).findings)
        spent.append(1000 * (time.process_time() - started))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    later = statistics.median(spent[1:] or spent)
    return {"first": spent[0], "ms": later, "findings": findings, "grown": (peak - before) / 1024, "peak": peak / 1024}


def staged(text: Text, runs: int) -> dict[str, float]:
    """Milliseconds by stage, the median of the runs. What several detectors share is paid by the first of them."""
    from reviewapp.engine import Turn
    from reviewapp.engine.detectors import DETECTORS
    from reviewapp.engine.gather import gathered
    from reviewapp.engine.pair import make_pair
    from reviewapp.engine.rank import ranked
    from reviewapp.engine.types import Finding

    turns = [Turn(role, content) for role, content in text.turns]
    spent: defaultdict[str, list[float]] = defaultdict(list)
    for _ in range(runs):
        found: list[Finding] = []
        pair, began = make_pair(turns, text.summary), time.process_time()
        for detector in DETECTORS:
            found += detector.detect(pair)
            began = _noted(spent[detector.RULES[0].id.partition(".")[0]], began)
        ranked(pair, gathered(pair, found))
        _noted(spent["gather, rank"], began)
    return {name: statistics.median(times) for name, times in spent.items()}


def _noted(times: list[float], began: float) -> float:
    now = time.process_time()
    times.append(1000 * (now - began))
    return now


def apart(*what: str) -> dict[str, Any] | None:
    """The measurement in a process of its own, so that no memory and no warm cache carries over; None: given up."""
    command = [sys.executable, "-m", "bench.engine", "--measure", *what]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return None
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def measure(kind: str, *sizes: str) -> dict[str, float]:
    if kind in ("session", "stages"):
        chars, turns, summary, runs = map(int, sizes)
        return (measured if kind == "session" else staged)(session(chars, turns, summary), runs)
    name, chars = sizes[0], int(sizes[1])
    return measured(SHAPES[name](chars), 1)


def speed() -> Iterator[str]:
    got = apart("session", str(CHARS), str(TURNS), str(SUMMARY), str(RUNS))
    assert got, "the plain session must not time out"
    yield f"{CHARS:,} characters, {TURNS:,} turns, {SUMMARY:,} characters of summary, one core"
    yield f"  median of {RUNS - 1} runs {got['ms']:.0f} ms (first, cold: {got['first']:.0f} ms); target 250 ms"
    yield f"  peak memory {got['peak']:.0f} MB, {got['grown']:.0f} MB of it for the analysis; target 120 MB"
    yield f"  {got['findings']} findings"


def stages() -> Iterator[str]:
    got = apart("stages", str(CHARS), str(TURNS), str(SUMMARY), str(RUNS))
    assert got, "the plain session must not time out"
    yield f"by stage, median of {RUNS} runs; what several detectors share is paid by the first of them"
    yield from (f"  {name:14}{spent:>8.1f} ms" for name, spent in got.items())


def growth() -> Iterator[str]:
    yield "growth t(2n)/t(n) in the turns; target 2.1"
    yield from _ratios([("session", str(size), str(size // 200), str(SUMMARY), "1") for size in GROWTH], GROWTH)
    yield "growth t(2n)/t(n) in the summary; target 2.1"
    sizes = [("session", str(CHARS), str(TURNS), str(size), "1") for size in SUMMARY_GROWTH]
    yield from _ratios(sizes, SUMMARY_GROWTH)


def _ratios(calls: Sequence[tuple[str, ...]], sizes: tuple[int, ...]) -> Iterator[str]:
    last = 0.0
    for call, size in zip(calls, sizes, strict=True):
        got = apart(*call)
        spent = got["ms"] if got else float("inf")
        yield f"  {size:>12,} characters {spent:>9.0f} ms" + (f"   x {spent / last:.2f}" if last else "")
        last = spent


def shapes(chars: int) -> Iterator[str]:
    yield f"hostile shapes of {chars:,} characters; target 2 s per MB"
    for name in SHAPES:
        got = apart("shape", name, str(chars))
        per_mb = got["ms"] / 1000 * MB / chars if got else float("inf")
        yield f"  {name:28}{per_mb:>8.2f} s/MB" + ("" if per_mb <= 2 else "   TOO SLOW")


def rival() -> Iterator[str]:
    """Both on the same text in the same run."""
    text = session(CHARS, TURNS, SUMMARY)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder, "bin", "python"))
        subprocess.run([python, "-m", "pip", "install", "-q", "--no-deps", RIVAL], check=True)
        wire = json.dumps({"turns": text.turns, "summary": text.summary})
        script = str(Path(__file__).with_name("rival.py"))
        done = subprocess.run([python, script], input=wire, capture_output=True, text=True, check=True)
    theirs = json.loads(done.stdout)
    ours = apart("session", str(CHARS), str(TURNS), str(SUMMARY), "3")
    assert ours, "the plain session must not time out"
    yield f"{RIVAL}: {theirs['ms']:.0f} ms, {theirs['findings']} findings"
    yield f"Stet: {ours['ms']:.0f} ms, {ours['findings']} findings: {theirs['ms'] / ours['ms']:.1f} times as fast"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", choices=("speed", "stages", "growth", "shapes"))
    options.add_argument("--rival", action="store_true")
    options.add_argument("--chars", type=int, default=MB, help="size of the hostile shapes")
    options.add_argument("--measure", nargs="+", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.measure:
        print(json.dumps(measure(*chosen.measure)))
        return
    parts = (("speed", speed), ("stages", stages), ("growth", growth), ("shapes", lambda: shapes(chosen.chars)))
    for name, lines in parts:
        if chosen.only in (None, name):
            for line in lines():
                print(line, flush=True)
    if chosen.rival:
        print(*rival(), sep="\n", flush=True)


if __name__ == "__main__":
    main()
