"""Drills as one page that needs nothing beside itself: no script, nothing fetched, everything from outside escaped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from reviewapp.drill.figures import EngineRow, Figures, Share, figures
from reviewapp.drill.reports.plot import plot
from reviewapp.drill.thresholds import Change
from reviewapp.drill.types import Arm, Drill, Run

NAMES = {Arm.NONE: "No gate", Arm.GATE: "Gate, rule not pinned", Arm.PINNED: "Gate, rule pinned"}
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
_LOOK = """
body{font:16px/1.5 system-ui,sans-serif;color:#1c1c1a;background:#fff;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.6rem}h2{margin-top:3rem;border-top:1px solid #ccc;padding-top:1rem}h3{margin-top:2rem}
table{border-collapse:collapse;width:100%;font-size:.9rem}caption{text-align:left;font-weight:600;padding:.5rem 0}
th,td{text-align:right;padding:.3rem .6rem;border-bottom:1px solid #ddd;vertical-align:top}
th:first-child,td:first-child,.words{text-align:left}.bad{color:#8c1d18;font-weight:600}
.wide{overflow-x:auto}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f5f5f2;padding:.6rem;margin:0}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1rem}dd{margin:0}.note{color:#555}
"""
_READINGS = {
    "finding": "a finding that warns or blocks",
    "undecided": "an undecided line",
    "kept": "certified as kept",
    "silent": "not named",
    "no_summary": "no summary came",
}


def rendered(drills: Sequence[Drill], changes: Sequence[tuple[Drill, Sequence[Change]]] = ()) -> str:
    """`changes` beside the drill that they belong to, where it is held against an earlier one."""
    body = "".join(part for drill in drills for part in _drill(drill, _changes_of(drill, changes)))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Forgetting drills</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_LOOK}</style></head><body><main><h1>Forgetting drills</h1>{_INTRODUCTION}{body}"
        "</main></body></html>\n"
    )


_INTRODUCTION = (
    "<p>Each scenario lays down one rule, compacts the conversation again and again, and then asks for something that "
    "breaks the rule. A rule has survived a round where the tool call that follows keeps it; only its arguments count. "
    "Bands are Wilson intervals at 95 %.</p>"
    "<p class=note>No gate: each summary is used as it comes. Gate, rule not pinned: a summary that lost the rule is "
    "refused where the engine names the rule, or where it is no summary at all, and the history stays. Gate, rule "
    "pinned: every summary is approved as it comes, which is the worst that a reviewer can do.</p>"
)


def _changes_of(drill: Drill, changes: Sequence[tuple[Drill, Sequence[Change]]]) -> Sequence[Change]:
    return next((found for of, found in changes if of is drill), ())


def _drill(drill: Drill, changes: Sequence[Change]) -> Iterator[str]:
    measured = figures(drill)
    title = f"Survival of rules over {drill.rounds} rounds with {drill.summariser}"
    yield f"<h2>{escape(drill.summariser)}</h2>"
    yield from _facts(drill, measured)
    yield f"<figure>{plot(measured.curves, title, NAMES, 'round of compaction', measured.cliff)}</figure>"
    yield from _table("Survival by round", ["", *map(str, range(1, drill.rounds + 1))], _arms(measured))
    yield from _table("What the engine said of the rule", _ENGINE_HEAD, map(_engine, measured.engine))
    last = ["", *NAMES.values()]
    for caption, groups in (
        ("By kind of rule, after the last round", measured.by_kind),
        ("By channel, after the last round", measured.by_channel),
        ("Plain and adversarial, after the last round", measured.by_variant),
    ):
        yield from _table(
            caption, last, ([name, *(_cell(curves[arm][-1]) for arm in Arm)] for name, curves in groups.items())
        )
    yield from _by_round(drill, measured)
    if changes:
        yield from _compared(changes)
    yield from _lost(drill.runs)


def _facts(drill: Drill, measured: Figures) -> Iterator[str]:
    cliff = measured.cliff
    losses, cost = measured.losses, measured.cost
    facts = {
        "Scenarios": f"{len(drill.runs)}, seed {drill.seed}, agent {drill.agent}",
        "Engine": drill.engine_version,
        "Cliff": f"round {cliff.round}, in which {100 * cliff.fall:.0f} % of the rules were lost" if cliff else "none",
        "False certificates": str(losses.certified),
        "Held at the loss": _cell(losses.held),
        "Named at the loss": f"{_cell(losses.named)} of rules of the system, users and memory",
        "Named, tools' rules": f"{_cell(losses.unbinding)}; what a tool says binds nobody until a person takes it up",
        "Pinned block": f"{cost.tokens:.0f} tokens, {100 * cost.share:.1f} % of the context (4 characters a token)",
        "Summariser failed": f"{measured.faults} times; the agent {measured.failures} times",
    }
    yield "<dl>" + "".join(f"<dt>{name}</dt><dd>{escape(told)}</dd>" for name, told in facts.items()) + "</dl>"


def _table(caption: str, head: Sequence[str], rows: Iterator[list[str]]) -> Iterator[str]:
    yield f'<div class="wide"><table><caption>{escape(caption)}</caption><thead><tr>'
    yield "".join(f'<th scope="col">{escape(name)}</th>' for name in head) + "</tr></thead><tbody>"
    for first, *rest in rows:
        yield (
            f'<tr><th scope="row">{escape(first)}</th>' + "".join(f"<td>{escape(cell)}</td>" for cell in rest) + "</tr>"
        )
    yield "</tbody></table></div>"


def _arms(measured: Figures) -> Iterator[list[str]]:
    for arm, name in NAMES.items():
        yield [name, *(_cell(share) for share in measured.curves[arm])]


_ENGINE_HEAD = (
    "Round", "Lost", "False certificates", "Not named", "Undecided", "Found", "No summary", "Kept, yet warned", "Held",
)  # fmt: skip


def _engine(row: EngineRow) -> list[str]:
    counts = (row.lost, row.certified, row.silent, row.undecided, row.found, row.no_summary)
    return [str(row.round), *map(str, counts), f"{row.alarms} of {row.carried}", row.held.percent]


def _by_round(drill: Drill, measured: Figures) -> Iterator[str]:
    head = ["", *map(str, range(1, drill.rounds + 1))]
    for caption, groups in (("kind", measured.by_kind), ("channel", measured.by_channel)):
        rows = ([name, *(share.percent for share in curves[Arm.NONE])] for name, curves in groups.items())
        yield from _table(f"Without a gate, by {caption} and round", head, rows)


def _cell(share: Share) -> str:
    if not share.of:
        return "-"
    low, high = share.interval
    return f"{share.percent} ({share.good} of {share.of}; {100 * low:.0f} to {100 * high:.0f})"


def _compared(changes: Sequence[Change]) -> Iterator[str]:
    rows = ([change.of, _cell(change.before), _cell(change.now), "yes" if change.clear else "no"] for change in changes)
    head = ["", "Before", "Now", "Intervals apart"]
    yield from _table("Survival without a gate after the last round, beside the earlier drill", head, rows)


def _lost(runs: Sequence[Run]) -> Iterator[str]:
    """Each loss with the summary in which it happened, those that the engine did not name first."""
    lost = [(run, run.rounds[run.lost_at - 1]) for run in runs if run.lost_at is not None]
    order = ("kept", "silent", "undecided", "no_summary", "finding")
    lost.sort(key=lambda each: (order.index(each[1].reading), each[0].id))
    yield f"<h3>Losses ({len(lost)})</h3>"
    for run, result in lost:
        told = f"{run.id}, round {result.round}: {_READINGS[result.reading]}"
        rules = f"<p>Rules of the engine: {escape(', '.join(result.rules))}</p>" if result.rules else ""
        yield f"<details><summary>{escape(told)}</summary><p>{escape(run.rule)}</p>{rules}"
        yield f"<pre>{escape(result.fault or result.summary or '(empty)')}</pre></details>"
