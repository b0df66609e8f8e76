"""The Stet server that a command talks to: from `STET_URL` and `STET_TOKEN`."""

from __future__ import annotations

import os
from pathlib import Path

from reviewapp.cli.errors import UsageError
from reviewapp.client import Client, FileMemory

TRIES = 2  # somebody waits at a terminal


def connected() -> Client:
    """Raises UsageError where one of the two is missing. Epochs seen are kept below `XDG_STATE_HOME`."""
    url, token = os.environ.get("STET_URL"), os.environ.get("STET_TOKEN")
    if not url or not token:
        raise UsageError("set STET_URL to the address of your Stet and STET_TOKEN to a token of your team")
    try:
        return Client(url, token, tries=TRIES, seen=FileMemory(_state() / "epochs.json"))
    except (OSError, ValueError) as error:
        raise UsageError(str(error)) from error


def _state() -> Path:
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "stet"
