"""`stet mcp`: the server of the Model Context Protocol on standard input and output."""

from __future__ import annotations

import argparse
from typing import Any, TextIO

from reviewapp.cli.errors import UsageError
from reviewapp.cli.service import connected


def add_parser(commands: Any) -> None:
    parser = commands.add_parser("mcp", help="tools for a model: read pins, propose them, recall turns (advice only)")
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace, _sink: TextIO) -> int:
    try:
        from reviewapp.client.integrations.mcp import server
    except ModuleNotFoundError as error:
        raise UsageError(
            f"stet mcp needs its library: pip install 'stet-review[mcp]' ({error.name} is missing)"
        ) from error
    server(connected()).run("stdio")
    return 0
