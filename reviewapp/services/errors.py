"""The one way in which a service says no."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext_lazy as _

BUSY = "busy"  # others hold the rows; nothing was done, and the same again may well do


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


# Whole sentences: in many languages the words around a noun follow its gender.
_MISSING = {
    "compaction": _("There is no such compaction."),
    "delivery": _("There is no such delivery."),
    "endpoint": _("There is no such endpoint."),
    "finding": _("There is no such finding."),
    "invitation": _("There is no such invitation."),
    "member": _("There is no such member."),
    "pin": _("There is no such pin."),
    "proposal": _("There is no such proposal."),
    "receipt": _("There is no such receipt."),
    "retirement": _("There is no such retirement."),
    "session": _("There is no such session."),
    "team": _("There is no such team."),
    "token": _("There is no such token."),
    "turn": _("There is no such turn."),
    "view": _("There is no such view."),
}


def unconfirmed(origin: str) -> Refused:
    """The same for a pin and a restore: words of somebody who can't lay down a rule, and nobody said to keep them."""
    message = _("No person said this, the source is: %(who)s. Tick that you know, to keep it all the same.")
    return Refused("confirm_origin", str(message) % {"who": origin}, 409, "confirm_origin", {"origin": origin})


@contextmanager
def unless_busy() -> Iterator[None]:
    """What can be left for the next time is, where others hold the rows: who reads must not wait for who writes."""
    try:
        yield
    except Refused as refused:
        if refused.code != BUSY:
            raise


def not_found(what: str) -> Refused:
    """The same for a missing object and for another team's."""
    return Refused("not_found", str(_MISSING[what]), 404)
