"""What the address of the review page asks for."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlencode

from reviewapp.web.pin_conflict import Clash
from reviewapp.web.review.finding_list import AT_ONCE, Filter
from reviewapp.web.review.view_models import PinForm


@dataclass(frozen=True, slots=True)
class View:
    """What the address asks for. From `pin` on: a refused form, with what was typed in it, or has no field any more."""

    number: int | None = None
    key: str = ""
    tab: str = "summary"
    filter: Filter = field(default_factory=Filter)
    first_turn: int | None = None
    first_message: int | None = None
    whole: bool = False
    pin: PinForm | None = None
    note: str = ""
    error: str = ""
    clash: Clash | None = None
    draft: str = ""
    unsent: str = ""

    @property
    def query(self) -> str:
        """The address of this view, without what is as by default."""
        told = {
            "f": self.number,
            "tab": self.tab if self.tab != "summary" else "",
            "show": self.filter.show if self.filter.show != "all" else "",
            "kind": self.filter.kind,
            "notes": self.filter.notes,
            "rows": self.filter.rows if self.filter.rows != AT_ONCE else None,
            "turns": self.first_turn,
            "whole": "1" if self.whole else "",
            "message": self.first_message if self.tab == "context" else None,
        }
        return "?" + urlencode({name: value for name, value in told.items() if value})
