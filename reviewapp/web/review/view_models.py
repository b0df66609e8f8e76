"""What the templates of the review page print: plain values, decided before they run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from reviewapp.masking.secrets import Extract
from reviewapp.web.safe_text import Piece, excerpt
from reviewapp.web.segments import Segment
from reviewapp.web.worddiff import Diff

GROUPS = ("blocking", "unclear", "warning", "note")  # in the order in which the list has them
MARKS = 1_000_000  # numbers of what people marked follow this one, so that no later finding takes them
EXCERPT = 200  # code points of a quote in the rail, which shows two lines of it


@dataclass(frozen=True, slots=True)
class FindingView:
    """One row of the rail. `number` never changes while the compaction is open, whatever is edited or analysed again.

    `state` is open, pinned, restored, struck, dismissed, or kept (the summary no longer loses it).
    """

    number: int
    key: str
    mark: str
    word: str
    kind: str
    severity: str
    state: str
    state_word: str
    ref: str
    words: Extract
    turn_seq: int | None
    has_summary_side: bool
    undecided: bool
    url: str

    @property
    def is_open(self) -> bool:
        return self.state == "open"

    @property
    def label(self) -> str:
        """How people call it: by its number, and what a person marked by one of its own."""
        return str(self.number) if self.number < MARKS else f"M{self.number - MARKS}"

    @property
    def group(self) -> str:
        """Where the list has it: what could not be told stands before what is lost for certain and matters less."""
        return "unclear" if self.undecided and self.severity != "blocking" else self.severity

    @property
    def is_open_note(self) -> bool:
        """What a summary may well drop, by the thousand in a long session: shown where it is asked for."""
        return self.group == "note" and self.is_open

    @property
    def excerpt(self) -> tuple[Piece, ...]:
        return excerpt(self.words, EXCERPT)


@dataclass(frozen=True, slots=True)
class Group:
    """`left` of the findings that the filter wants are not here; `more` is the address that shows `next` of them.

    `before` of them stand before those and had to make room: `earlier` is the address that shows them.
    """

    title: str
    folded: bool
    findings: Sequence[FindingView]
    total: int
    left: int = 0
    next: int = 0
    more: str = ""
    before: int = 0
    earlier: str = ""


@dataclass(frozen=True, slots=True)
class Chip:
    title: str
    count: int
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class Rail:
    groups: Sequence[Group]
    total: int
    blocking: int
    blocking_done: int
    chips: Sequence[Chip]
    kinds: Sequence[Chip]


@dataclass(frozen=True, slots=True)
class PinForm:
    """The fields as prefilled, or as they were sent when the form comes back with an error."""

    key: str
    text: str
    severity: str
    scope: str
    expires: str = ""
    reworded: str = ""  # why other words stand for those of the finding
    open: bool = False


@dataclass(frozen=True, slots=True)
class Suggested:
    """A correction before it is taken: `wrong` words of the summary become `right`, between what stands around them."""

    before: tuple[Piece, ...]
    wrong: tuple[Piece, ...]
    right: tuple[Piece, ...]
    after: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """The selected finding and what can be done with it. `done` tells who resolved it, when and why."""

    finding: FindingView
    title: str  # of the rule, for readers of another language than the engine's
    why: tuple[Piece, ...]  # the engine's own sentence, in English; empty where the title says it all
    rule: str
    weight: int
    speaker: str
    authority: str
    place: str
    diff: Diff
    elsewhere: Sequence[int]
    stays: bool  # the turn itself is in the context, whatever the summary says
    previous: FindingView | None
    next: FindingView | None
    correction: Suggested | None
    can_pin: bool
    can_restore: bool
    sentence: tuple[Piece, ...]  # restored instead of a bare value; empty where the words are a sentence themselves
    is_false: bool  # the summary says something else in its place, which a restore cuts
    can_strike: bool
    cuts: tuple[Piece, ...]  # from the summary: by a strike, or by a restore in place of something false
    leaves: tuple[Piece, ...]  # of the sentence that is cut in part
    strikes_sentence: bool  # around the words of the finding
    empties: bool  # striking it would leave no summary, so that it is not offered
    pin_strikes: bool
    suspect: str  # origin of words that nobody who may bind has said: kept only on confirmation; else empty
    asks_hidden: bool
    pin: PinForm
    pin_keeps: tuple[Piece, ...]  # the words of the finding, or the sentence that they are a part of
    can_undo: bool
    left: FindingView | None  # of a finding that was struck, the loss that is still open
    struck: FindingView | None  # of such a loss, the finding that was struck
    done: str
    done_at: datetime | None
    error: str = ""

    @property
    def asks_first(self) -> bool:
        """A pin of these words takes a tick, so that its fields are shown before it is sent."""
        return bool(self.suspect) or self.asks_hidden


@dataclass(frozen=True, slots=True)
class TurnView:
    """`rest` is the length of a long turn that is shown in part; 0 where all of it is shown."""

    seq: int
    origin: str
    by: str
    binds: bool
    tokens: int
    at: datetime
    mono: bool
    erased: bool
    segments: Sequence[Segment[FindingView]]
    rest: int
    long: bool = False
    is_gap: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    first: int
    last: int
    tokens: int
    is_gap: bool = True

    @property
    def turns(self) -> int:
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Hit:
    """One mark of the minimap, in its 32 x 600 box."""

    seq: int
    mark: str
    severity: str
    state: str
    x: int
    y: str
    width: int
    height: str


@dataclass(frozen=True, slots=True)
class Evidence:
    items: Sequence[TurnView | Gap]
    shown: int
    total: int
    all_shown: bool


@dataclass(frozen=True, slots=True)
class Minimap:
    """`bands` are (y, height) of the turns that the page shows."""

    hits: Sequence[Hit]
    bands: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Mode:
    """Whose turn it is. `acts`: this person may resolve findings now. `banner` says why not, or what to know."""

    acts: bool
    decides: bool
    mine: bool
    held_by: str
    held_until: datetime | None
    can_claim: bool
    can_take_over: bool
    can_retry: bool
    can_bring_back: bool
    banner: str
    banner_glyph: str
    cause: str
