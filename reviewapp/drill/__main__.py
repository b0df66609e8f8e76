"""`python -m reviewapp.drill`: does a rule still bind after its conversation was compacted N times?"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from reviewapp.drill.agents import Act, literal
from reviewapp.drill.chat import Endpoint
from reviewapp.drill.loading import SHIPPED, BadScenario, scenarios
from reviewapp.drill.reports import as_json, html, junit, text
from reviewapp.drill.rounds import MOST, Plan, drilled
from reviewapp.drill.summarisers import BUILTIN, FAILING, Summarise
from reviewapp.drill.summarisers.outside import BadSummariser, from_callable, from_command
from reviewapp.drill.thresholds import Change, Thresholds, changes, complaints, earlier_of
from reviewapp.drill.types import Drill
from reviewapp.judge.protocols import Protocol
from reviewapp.outbound import parse_allowed

PASSED, MISSED, BAD_INPUT = 0, 1, 2

EPILOG = f"""\
summarisers:
  {", ".join(BUILTIN)}: built in, need no model (all of them by default)
  {", ".join(FAILING)}: fail, each in its way
  python:package.module:function    is given the chat messages, gives the summary
  command:WORDS                     is given JSON on its input, writes the summary
  openai:URL  anthropic:URL         a chat endpoint up to its version, with --model

exit codes:
  0  every threshold was met
  1  one was missed, a pinned rule did not survive, or the agent did not answer
  2  the command was called wrongly, or a file could not be read
"""


class BadCall(ValueError):
    """The command was called wrongly. The text says how."""


def main(arguments: Sequence[str], sink: TextIO) -> int:
    options = _parser().parse_args(arguments)
    try:
        earlier = as_json.read(options.compare.read_bytes()) if options.compare else []
        drills = [drilled(plan) for plan in _plans(options)]
    except (ValueError, OSError) as error:  # BadScenario, BadSummariser and BadReport among them
        print(f"drill: {error}", file=sys.stderr)
        return BAD_INPUT
    return _reported(options, drills, earlier, sink)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m reviewapp.drill", description=__doc__, epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("--summariser", action="append", metavar="WHAT", help="may be given several times")
    parser.add_argument(
        "--scenarios", action="append", type=Path, metavar="PATH", help="a TOML file, or a folder of such"
    )
    parser.add_argument("--only", metavar="WORD", help="the scenarios whose id holds this word")
    parser.add_argument("--rounds", type=int, default=8, help="compactions in a row (8)")
    parser.add_argument("--seed", type=int, default=1, help="of the work between the compactions (1)")
    parser.add_argument("--most", type=int, default=MOST, help=f"characters of a summary ({MOST})")
    parser.add_argument("--agent", default="literal", metavar="WHAT", help="literal, openai:URL or anthropic:URL")
    parser.add_argument("--model", default="", help="of the endpoints")
    parser.add_argument("--key-file", type=Path, help="a file with the key of the endpoints")
    parser.add_argument("--allow-hosts", default="", metavar="HOSTS", help="private hosts of endpoints, host[:port]")
    for form in ("html", "json", "junit"):
        parser.add_argument(f"--{form}", type=Path, metavar="FILE", help=f"write the report as {form.upper()}")
    parser.add_argument("--compare", type=Path, metavar="FILE", help="the JSON of an earlier drill")
    parser.add_argument("--least-survival", type=float, metavar="SHARE", help="without a gate, after the last round")
    parser.add_argument("--least-held", type=float, default=0.95, metavar="SHARE", help="of losses, at once (0.95)")
    parser.add_argument("--most-fall", type=float, metavar="SHARE", help="of survival below the earlier drill's")
    return parser


def _plans(options: argparse.Namespace) -> list[Plan]:
    found = [each for each in scenarios(options.scenarios or [SHIPPED]) if not options.only or options.only in each.id]
    if not found:
        raise BadScenario(f"no scenario's id holds {options.only}")
    if options.rounds < 1 or options.most < 100:
        raise BadCall("--rounds must be at least 1, and --most at least 100")
    agent, act = _agent(options)
    return [
        Plan(
            scenarios=found, summarise=summarise, summariser=name, rounds=options.rounds, seed=options.seed,
            act=act, agent=agent, most=options.most,
        )
        for name, summarise in (_summariser(what, options) for what in options.summariser or list(BUILTIN))
    ]  # fmt: skip


def _summariser(what: str, options: argparse.Namespace) -> tuple[str, Summarise]:
    """The name for the report says what it is, and neither address nor key."""
    shipped = {**BUILTIN, **FAILING}
    if what in shipped:
        return what, shipped[what]
    form, _, rest = what.partition(":")
    outside: dict[str, Callable[[str], Summarise]] = {"python": from_callable, "command": from_command}
    if form in outside:
        return what, outside[form](rest)
    return f"{form}:{options.model}", _endpoint(what, options).summarise


def _agent(options: argparse.Namespace) -> tuple[str, Act]:
    if options.agent == "literal":
        return "literal", literal
    return f"{options.agent.partition(':')[0]}:{options.model}", _endpoint(options.agent, options).act


def _endpoint(what: str, options: argparse.Namespace) -> Endpoint:
    form, _, base = what.partition(":")
    if form not in list(Protocol) or not base:
        raise BadSummariser(f"{what} is none of the built-in ones, python:, command:, openai: or anthropic:")
    if not options.model:
        raise BadCall("an endpoint needs --model")
    key = options.key_file.read_text(encoding="utf-8").strip() if options.key_file else ""
    return Endpoint(Protocol(form), base, options.model, key, parse_allowed(options.allow_hosts))


def _reported(options: argparse.Namespace, drills: Sequence[Drill], earlier: Sequence[Drill], sink: TextIO) -> int:
    asked = Thresholds(options.least_survival, options.least_held, options.most_fall)
    missed: list[str] = []
    compared: list[tuple[Drill, list[Change]]] = []
    for drill in drills:
        before = earlier_of(drill, earlier)
        missed += complaints(drill, asked, before)
        sink.write(text.rendered(drill))
        if before is not None:
            compared.append((drill, changes(before, drill)))
            sink.write(text.compared(compared[-1][1]))
    sink.writelines(f"missed: {complaint}\n" for complaint in missed)
    _written(options.json, as_json.rendered(drills))
    _written(options.html, html.rendered(drills, compared))
    _written(options.junit, junit.rendered(drills, missed))
    return MISSED if missed else PASSED


def _written(path: Path | None, report: str) -> None:
    if path is not None:
        path.write_text(report, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdout))
