"""What the right-hand pane of the review page prints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from reviewapp.web.review.view_models import FindingView
from reviewapp.web.safe_text import Piece
from reviewapp.web.segments import Segment
from reviewapp.web.sessions.compare import Passage


@dataclass(frozen=True, slots=True)
class Manuscript:
    """The summary with its marks. `rest` is its length where a part of it is folded; `long`: it is laid out plainly."""

    segments: Sequence[Segment[FindingView]]
    rest: int = 0
    long: bool = False


@dataclass(frozen=True, slots=True)
class Tab:
    name: str
    title: str
    count: int | None
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class Revised:
    """What people changed in the summary since the agent sent it. `folds`: a run of it is too long to show at once."""

    number: int
    by: str
    passages: Sequence[Passage]
    folds: bool


@dataclass(frozen=True, slots=True)
class Since:
    """The session's proposal before this one, how the summaries differ, and which resolutions were carried over."""

    url: str
    name: str
    status: str
    passages: Sequence[Passage]
    folds: bool
    carried: Sequence[FindingView]


@dataclass(frozen=True, slots=True)
class StateView:
    """The session's state record as it stands, and what the proposal asks to change in it."""

    version: int
    at: datetime | None
    record: Sequence[tuple[str, Sequence[str]]]
    delta: Sequence[tuple[str, Sequence[str]]]
    evicted: Sequence[str]


@dataclass(frozen=True, slots=True)
class PinRow:
    key: str
    version: int
    severity: str
    scope: str
    fate: str
    fate_word: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the effective context."""

    role: str
    what: str
    tokens: int
    pieces: tuple[Piece, ...]
    is_fold: bool = False


@dataclass(frozen=True, slots=True)
class Fold:
    """Messages `first`..`last` (from 1) of the effective context that are there and not shown."""

    first: int
    last: int
    tokens: int
    is_fold: bool = True

    @property
    def count(self) -> int:
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Preview:
    """The effective context: all `count` messages of it, those that are not shown as folds."""

    items: Sequence[Message | Fold]
    count: int
    tokens: int
    added: int  # of these, what Stet writes in place of the turns: summary, pins, state
    pinned_tokens: int


@dataclass(frozen=True, slots=True)
class Note:
    by: str
    at: datetime
    about: int | None
    pieces: tuple[Piece, ...]
