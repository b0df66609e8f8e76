"""The one way in which a service says no."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Refused(Exception):  # reads as what it is: the request was refused
    """Nothing was changed. `message` is for people, `code` for programs, `status` for HTTP, `field` names the input."""

    def __init__(
        self,
        code: str,
        message: str,
        status: int,
        field: str | None = None,
        details: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.field = field
        self.details = dict(details or {})


def not_found(what: str) -> Refused:
    """The same for a missing object and for another team's."""
    return Refused("not_found", f"There is no such {what}.", 404)
