"""An audit as text for people, JSON for programs, SARIF for code scanning. All are built of the same values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reviewapp.engine.types import Severity
from reviewapp.offline.losses import Audited, Tally
from reviewapp.offline.suggestions import Suggestion


@dataclass(frozen=True)
class FileReport:
    """One audited file. `error` says why it could not be read at all; everything else is empty then."""

    path: str
    format: str
    tally: Tally
    compactions: Sequence[Audited]
    pins: Sequence[Suggestion]
    error: str = ""

    def losses(self, least: Severity) -> int:
        return sum(len(each.at_least(least)) for each in self.compactions)

    @property
    def unaudited(self) -> bool:
        """Whether something of the file was not held against anything."""
        return bool(self.tally.skipped_count) or any(each.unreadable or each.cut for each in self.compactions)
