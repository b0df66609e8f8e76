"""What the bar of decisions prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reviewapp.web.review.view_models import FindingView


@dataclass(frozen=True, slots=True)
class Reason:
    """Why Approve is closed, and the way out. `findings`: the first it is about; `more` of them are not named."""

    code: str
    text: str
    way_out: str
    findings: Sequence[FindingView] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class GateView:
    open: bool
    manifest: str
    reasons: Sequence[Reason]
    everyday: bool
    pinned: int  # in the block
    newly_pinned: int  # of these, by this review
    restored: int
    struck: int
    left_open: int
    left_notes: int
    unclear: Sequence[FindingView]  # open, and nobody could tell: they stand beside an open gate, which says so
    looked_at: str
    all_clear: bool  # open, and all that the account names is kept, or settled by a person
    unsettled: int


@dataclass(frozen=True, slots=True)
class Approvals:
    """How many the team asks for, how many there are, whose, and whether this person's is among them. `barred`: why
    this person's may not be."""

    needed: int
    given: int = 0
    names: str = ""
    mine: bool = False
    barred: str = ""

    @property
    def several(self) -> bool:
        return self.needed > 1

    @property
    def awaited(self) -> int:
        return self.needed - self.given

    @property
    def next(self) -> int:
        return self.given + 1

    @property
    def left(self) -> int:
        """How many are needed beside the next one: where none is, that one takes effect."""
        return self.needed - self.next
