"""`stet rules FILE...`: pins proposed from instruction files, as text or as a document that the register imports."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TextIO

from reviewapp.offline.reports.text import plain
from reviewapp.offline.rules import LARGEST, BadInstructions, RuleSet, proposed

CLEAN, CONFLICTS, BAD_INPUT = 0, 1, 2
FORMAT = "stet-register/1"

EXIT_CODES = """\
exit codes:
  0  rules were proposed, or there are none
  1  two of the rules contradict each other
  2  a file could not be read, or the command was called wrongly
"""


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "rules",
        help="pins proposed from instruction files",
        description="Reads CLAUDE.md, AGENTS.md, policies (Markdown or text) and proposes their rules as pins.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--output", choices=["text", "json"], default="text", help="json is what the register imports")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, sink: TextIO) -> int:
    try:
        found = proposed([(name, _content(name)) for name in options.files])
    except BadInstructions as error:
        sink.write(f"{plain(str(error))}\n")
        return BAD_INPUT
    sink.write(as_json(found) if options.output == "json" else "\n".join(as_text(found)) + "\n")
    return CONFLICTS if found.conflicts else CLEAN


def _content(name: str) -> bytes:
    try:
        with Path(name).open("rb") as source:
            return source.read(LARGEST + 1)
    except OSError as error:
        raise BadInstructions(f"{name} can't be opened: {error.strerror or error}.") from error


def as_json(found: RuleSet) -> str:
    """The register's own form; what stands beside `pins` is for the reader and not taken in."""
    document = {
        "format": FORMAT,
        "pins": [{"key": pin.key, "text": pin.text, "severity": pin.severity} for pin in found.pins],
        "sources": {pin.key: {"file": pin.file, "line": pin.line} for pin in found.pins},
        "conflicts": [asdict(conflict) for conflict in found.conflicts],
        "left_out": list(found.left_out),
    }
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def as_text(found: RuleSet) -> Iterator[str]:
    yield f"{len(found.pins)} rules found" if len(found.pins) != 1 else "1 rule found"
    for pin in found.pins:
        yield f"  {plain(pin.file)}:{pin.line}  {pin.severity}  {pin.key}"
        yield f"      {plain(pin.text)}"
    for conflict in found.conflicts:
        yield f"  contradiction: {conflict.first} and {conflict.second} can't both hold"
    for reason in found.left_out:
        yield f"  left out: {plain(reason)}"
