"""`stet audit`, `stet rules`, `stet claude-code` and `stet mcp`. Also `python -m reviewapp.cli`."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TextIO

from reviewapp.cli import claude_code, mcp
from reviewapp.cli.errors import UsageError

NEEDS = "stet audit and stet rules need their engine: pip install 'stet-review[engine]'"
BAD_INPUT = 2


def main(arguments: list[str], sink: TextIO) -> int:
    parser = argparse.ArgumentParser(prog="stet", description="What agents forgot, and what they should not.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    claude_code.add_parser(commands)
    mcp.add_parser(commands)
    try:
        from reviewapp.offline import audit_command, rules_command
    except ModuleNotFoundError as error:
        if not {"claude-code", "mcp"} & set(arguments[:1]):
            print(f"{NEEDS} ({error.name} is missing)", file=sys.stderr)
            return BAD_INPUT
    else:
        audit_command.add_parser(commands)
        rules_command.add_parser(commands)
    options = parser.parse_args(arguments)
    try:
        code: int = options.run(options, sink)
    except UsageError as error:
        print(f"stet: {error}", file=sys.stderr)
        return BAD_INPUT
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
