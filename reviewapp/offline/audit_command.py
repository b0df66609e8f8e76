"""`stet audit FILE...`: what the past compactions of transcripts lost."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from reviewapp.engine.types import Severity
from reviewapp.importers import FORMATS, BadTranscript, read
from reviewapp.offline.cores import asking
from reviewapp.offline.losses import Tally, audit
from reviewapp.offline.progress import Counted
from reviewapp.offline.reports import FileReport, as_json, sarif, text
from reviewapp.offline.suggestions import suggested

CLEAN, LOSSES, BAD_INPUT, UNAUDITED = 0, 1, 2, 3

EXIT_CODES = """\
exit codes:
  0  no loss of the --fail-on severity, and everything was read
  1  at least one such loss
  2  a file could not be read at all, or the command was called wrongly
  3  no such loss, but lines were not read, or a compaction could not be reviewed (encrypted, turns missing)
"""

_RENDERERS: dict[str, Callable[[Sequence[FileReport], Severity], str]] = {
    "text": text.rendered,
    "json": as_json.rendered,
    "sarif": sarif.rendered,
}


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser(
        "audit",
        help="what the past compactions of a transcript lost",
        description="Reads transcripts of agents and says what each past compaction lost, the gravest first.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a transcript; - reads standard input")
    parser.add_argument("--format", choices=sorted(FORMATS), help="of the files; recognised where it is not given")
    parser.add_argument("--output", choices=sorted(_RENDERERS), default="text", help="text (default), json or sarif")
    parser.add_argument("--min-severity", choices=[str(each) for each in Severity], default=str(Severity.WARNING))
    parser.add_argument(
        "--fail-on",
        choices=[*(str(each) for each in Severity), "never"],
        default=str(Severity.WARNING),
        help="exit with 1 from this severity on (default warning)",
    )
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace, sink: TextIO) -> int:
    bar = sys.stderr if sys.stderr.isatty() and not options.quiet else None
    reports = [_report(name, options.format, bar) for name in options.files]
    sink.write(_RENDERERS[options.output](reports, Severity(options.min_severity)))
    return exit_code(reports, options.fail_on)


def exit_code(reports: Sequence[FileReport], fail_on: str) -> int:
    if any(report.error for report in reports):
        return BAD_INPUT
    if fail_on == "never":
        return CLEAN
    if any(report.losses(Severity(fail_on)) for report in reports):
        return LOSSES
    return UNAUDITED if any(report.unaudited for report in reports) else CLEAN


def _report(name: str, format_name: str | None, bar: TextIO | None) -> FileReport:
    try:
        if name == "-":
            return audited_file(nullcontext(sys.stdin.buffer), "standard input", 0, format_name, bar)
        path = Path(name)
        return audited_file(path.open("rb"), name, path.stat().st_size, format_name, bar, share=True)
    except OSError as error:
        return FileReport(name, "", Tally(), (), (), f"can't be opened: {error.strerror or error}")


def audited_file(
    opened: nullcontext[BinaryIO] | BinaryIO,
    name: str,
    size: int,
    format_name: str | None,
    bar: TextIO | None,
    *,
    share: bool = False,
) -> FileReport:
    """The whole audit of one file, read once. `share`: a large one by as many processes as there are cores."""
    tally = Tally()
    with opened as source, Counted(source, size, bar) as counted:
        try:
            transcript = read(cast(BinaryIO, counted), format_name)
        except BadTranscript as error:
            return FileReport(name, "", tally, (), (), str(error))
        with asking(size if share else 0) as (ask, ahead):
            compactions = list(audit(transcript.events, tally, ask=ask, ahead=ahead))
    return FileReport(name, transcript.format.title, tally, compactions, list(suggested(compactions, name)))
