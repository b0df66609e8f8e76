"""What `make run` started is kept running: a part that ends is started again, and that is said."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from reviewapp.local.places import LocalError, say

if TYPE_CHECKING:
    from collections.abc import Sequence

LONGEST_PAUSE_S = 30.0
SETTLED_AFTER_S = 60.0  # who has run for so long starts again at once the next time


class Kept(Protocol):
    """A server or a process."""

    name: str

    def ended(self) -> str | None:
        """None while it runs, else what there is to say of its end."""

    def start(self) -> None:
        """Start it again; raises LocalError or OSError where it does not."""


class Keeper:
    """Watches one part. Each start that does not last doubles the pause before the next."""

    def __init__(self, part: Kept) -> None:
        self._part = part
        self._pause = 0.0
        self._started = self._next = time.monotonic()

    def look(self) -> None:
        why, moment = self._part.ended(), time.monotonic()
        if why is None or moment < self._next:
            return
        say(f"{self._part.name} has ended and is started again. {why}".rstrip())
        settled = moment - self._started > SETTLED_AFTER_S
        self._pause = 1.0 if settled or not self._pause else min(2 * self._pause, LONGEST_PAUSE_S)
        try:
            self._part.start()
        except (LocalError, OSError) as error:
            say(f"{self._part.name} did not start; the next try in {self._pause:.0f} s. {error}")
        self._started = moment
        self._next = time.monotonic() + self._pause


def keep(parts: Sequence[Kept], *, pause: float = 0.5) -> None:
    """Stays for ever. In the order given: what others rest on comes first."""
    keepers = [Keeper(part) for part in parts]
    while True:
        for keeper in keepers:
            keeper.look()
        time.sleep(pause)
