"""What ends a command: something that its caller has to change."""

from __future__ import annotations


class UsageError(Exception):
    """The text says which setting, argument or file."""
