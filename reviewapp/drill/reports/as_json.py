"""Drills as JSON and back. `{"format": "stet-drill/1", "drills": [...]}`; figures are written out, never read back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from reviewapp.drill.figures import Figures, Share, figures
from reviewapp.drill.types import Arm, Channel, Drill, Level, Outcome, Reading, RoundResult, RuleKind, Run

FORMAT = "stet-drill/1"
MOST_RUNS, MOST_ROUNDS, LONGEST = 5_000, 100, 4_000  # of a report that is read


class BadReport(ValueError):
    """No report of a drill. The text says what is wrong with it."""


def rendered(drills: Sequence[Drill]) -> str:
    return (
        json.dumps({"format": FORMAT, "drills": [_drill(each) for each in drills]}, ensure_ascii=False, indent=1) + "\n"
    )


def _drill(drill: Drill) -> dict[str, Any]:
    return {
        "summariser": drill.summariser,
        "agent": drill.agent,
        "seed": drill.seed,
        "rounds": drill.rounds,
        "engine_version": drill.engine_version,
        "figures": told(figures(drill)),
        "runs": [_run(run) for run in drill.runs],
    }


def told(measured: Figures) -> dict[str, Any]:
    """The figures with their intervals."""
    return {
        "survival": _curves(measured.curves),
        "by_kind": {name: _curves(curves) for name, curves in measured.by_kind.items()},
        "by_channel": {name: _curves(curves) for name, curves in measured.by_channel.items()},
        "by_variant": {name: _curves(curves) for name, curves in measured.by_variant.items()},
        "engine": [{**asdict(row), "held": _share(row.held)} for row in measured.engine],
        "at_the_loss": {
            "held": _share(measured.losses.held),
            "named": _share(measured.losses.named),
            "named_of_tools": _share(measured.losses.unbinding),
            "false_certificates": measured.losses.certified,
        },
        "cliff": measured.cliff._asdict() if measured.cliff else None,
        "pinned_block": {"tokens": round(measured.cost.tokens, 1), "share": round(measured.cost.share, 4)},
        "agent_failures": measured.failures,
        "summariser_faults": measured.faults,
    }


def _curves(curves: Mapping[Arm, Sequence[Share]]) -> dict[str, Any]:
    return {str(arm): [_share(share) for share in curve] for arm, curve in curves.items()}


def _share(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {"good": share.good, "of": share.of, "low": round(low, 4), "high": round(high, 4)}


def _run(run: Run) -> dict[str, Any]:
    rounds = [_round(each, with_summary=each.round == run.lost_at) for each in run.rounds]
    about = {"name": run.name, "kind": run.kind, "channel": run.channel, "adversarial": run.adversarial}
    return {**about, "rule": run.rule, "lost_at": run.lost_at, "rounds": rounds}


def _round(result: RoundResult, *, with_summary: bool) -> dict[str, Any]:
    """The summary stands only where it lost the rule."""
    fields = asdict(result)
    return fields if with_summary else {name: value for name, value in fields.items() if name != "summary"}


def read(text: str | bytes) -> list[Drill]:
    """The drills of a report, checked field by field.

    Raises:
        BadReport: It is no JSON, of another format, too large, or a field is missing or wrong.
    """
    try:
        data = json.loads(text)
        if data["format"] != FORMAT:
            raise BadReport(f"the format must be {FORMAT}")
        return [_read_drill(each) for each in _listed(data["drills"], 100)]
    except KeyError as error:
        raise BadReport(f"{error.args[0]} is missing") from error
    except BadReport:
        raise
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise BadReport(f"no report of a drill ({type(error).__name__})") from error


def _read_drill(data: Mapping[str, Any]) -> Drill:
    rounds = _whole(data["rounds"], 1, MOST_ROUNDS)
    runs = tuple(_read_run(each, rounds) for each in _listed(data["runs"], MOST_RUNS))
    return Drill(
        summariser=_text(data["summariser"], 200),
        agent=_text(data["agent"], 200),
        seed=_whole(data["seed"], 0, 2**31),
        rounds=rounds,
        engine_version=_text(data["engine_version"], 100),
        runs=runs,
    )


def _read_run(data: Mapping[str, Any], rounds: int) -> Run:
    results = tuple(_read_round(each) for each in _listed(data["rounds"], MOST_ROUNDS))
    if [each.round for each in results] != list(range(1, rounds + 1)):
        raise BadReport("a scenario must have each round once, in order")
    return Run(
        name=_text(data["name"], 200),
        kind=RuleKind(data["kind"]),
        channel=Channel(data["channel"]),
        adversarial=_flag(data["adversarial"]),
        rule=_text(data["rule"], LONGEST),
        rounds=results,
    )


def _read_round(data: Mapping[str, Any]) -> RoundResult:
    return RoundResult(
        round=_whole(data["round"], 1, MOST_ROUNDS),
        level=Level(data["level"]),
        carried=_flag(data["carried"]),
        reading=Reading(data["reading"]),
        held=_flag(data["held"]),
        outcomes={arm: Outcome(data["outcomes"][arm]) for arm in Arm},
        rules=tuple(_text(each, 100) for each in _listed(data["rules"], 100)),
        fault=_text(data["fault"], 200, least=0),
        block_tokens=_whole(data["block_tokens"], 0, 2**31),
        context_tokens=_whole(data["context_tokens"], 0, 2**31),
        summary=_text(data.get("summary", ""), 1_000_000, least=0),
    )


def _listed(value: object, most: int) -> list[Any]:
    if not isinstance(value, list | tuple) or (not value and most == MOST_RUNS) or len(value) > most:
        raise BadReport(f"a list has the wrong length, or is none (at most {most:,})")
    return list(value)


def _text(value: object, most: int, least: int = 1) -> str:
    if not isinstance(value, str) or not least <= len(value) <= most or "\0" in value:
        raise BadReport(f"a text is missing, or longer than {most:,} characters")
    return value


def _whole(value: object, least: int, most: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadReport(f"a number must lie between {least:,} and {most:,}")
    return value


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise BadReport("a flag must be true or false")
    return value
