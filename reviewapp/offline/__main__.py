"""`stet`: `stet audit FILE...` and `stet rules FILE...`, without a server. Also `python -m reviewapp.offline`."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TextIO

NEEDS = "stet needs its engine: pip install 'stet-review[engine]'"
BAD_INPUT = 2


def main(arguments: list[str], sink: TextIO) -> int:
    try:
        from reviewapp.offline import audit_command, rules_command
    except ModuleNotFoundError as error:
        print(f"{NEEDS} ({error.name} is missing)", file=sys.stderr)
        return BAD_INPUT
    parser = argparse.ArgumentParser(prog="stet", description="What agents forgot, and what they should not.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    audit_command.add_parser(commands)
    rules_command.add_parser(commands)
    options = parser.parse_args(arguments)
    code: int = options.run(options, sink)
    return code


def command() -> int:
    """The console script: UTF-8 out in every locale; a reader that closes the pipe ends it quietly."""
    with open(1, "w", encoding="utf-8", errors="backslashreplace", closefd=False) as sink:
        try:
            code = main(sys.argv[1:], sink)
            sink.flush()
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            return 1
        except KeyboardInterrupt:
            return 130
    return code


if __name__ == "__main__":
    sys.exit(command())
