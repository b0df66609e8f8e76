"""The engine's vocabulary: turns and a summary go in, findings come out. All values are frozen.

Offsets are Unicode code points of the text as received, half-open. `turn` is the index in the turns that were given.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from reviewapp.engine.account.lines import Account
from reviewapp.engine.origins import BINDING as BINDING
from reviewapp.engine.origins import ORIGIN_OF_ROLE as ORIGIN_OF_ROLE
from reviewapp.engine.origins import Origin as Origin
from reviewapp.engine.record import record
from reviewapp.engine.version import ENGINE_VERSION as ENGINE_VERSION


class Kind(StrEnum):
    NEGATION = "negation"
    OBLIGATION = "obligation"
    PERMISSION = "permission"
    NUMERAL = "numeral"
    IDENTIFIER = "identifier"
    ADDITION = "addition"
    INJECTION = "injection"
    PIN = "pin"
    STRUCTURE = "structure"


class Change(StrEnum):
    DROPPED = "dropped"
    SOFTENED = "softened"
    INVERTED = "inverted"
    ALTERED = "altered"
    ADDED = "added"
    MISSING = "missing"
    MALFORMED = "malformed"
    INFLATED = "inflated"


class Severity(StrEnum):
    """`blocking` must be resolved, `warning` flags the compaction, `note` is folded away."""

    BLOCKING = "blocking"
    WARNING = "warning"
    NOTE = "note"


SEVERITY_RANK = {Severity.NOTE: 0, Severity.WARNING: 1, Severity.BLOCKING: 2}


@dataclass(frozen=True, slots=True)
class Turn:
    """`tool_call_id`: of the call that the turn makes or answers, where the transcript keeps it outside the text."""

    role: str
    content: str
    origin: Origin | None = None
    tool_call_id: str = ""

    @property
    def speaker(self) -> Origin:
        """The stated origin, or the one that the role implies; an unknown role can't bind and counts as tool text."""
        return self.origin or ORIGIN_OF_ROLE.get(self.role) or ORIGIN_OF_ROLE.get(self.role.lower(), Origin.TOOL)

    @property
    def binds(self) -> bool:
        return self.speaker in BINDING


@dataclass(frozen=True, slots=True)
class Pin:
    key: str
    text: str


@record(slots=True)
class Span:
    """`start`..`end` of the text of turn `turn`; `turn` None is the summary."""

    turn: int | None
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Rule:
    """One named reason that a detector can give. Ids are stable and never reused."""

    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Example:
    """One labelled pair beside its detector: `expect` names the (kind, change, quote) to be found."""

    turns: tuple[tuple[str, str], ...]
    summary: str
    expect: tuple[tuple[Kind, Change, str], ...] = ()
    pins: tuple[tuple[str, str], ...] = ()
    previous: tuple[str, ...] = ()


@record(slots=True)
class CueAt:
    """A phrase at `span` that was read as `cue` (see `lang.Cue`)."""

    cue: str
    span: Span


@record(slots=True)
class Because:
    """Why a finding was raised: `row` is the rule that decided, `cues` the phrases of both sides that it was read from,
    `aligned` the sentence of the summary that was held against the words, `features` what was measured of them."""

    row: str
    cues: tuple[CueAt, ...] = ()
    aligned: Span | None = None
    features: tuple[tuple[str, str], ...] = ()


@record(slots=True)
class Said:
    """The sentence that a person reads first: a message of `said.json` and what is put into it."""

    message: str
    parameters: tuple[tuple[str, str], ...] = ()


@record(slots=True)
class Finding:
    """One typed loss. `source` is the raw side, `target` the summary side; at least one of them is given."""

    kind: Kind
    change: Change
    severity: Severity
    rule: str
    why: str
    source: Span | None = None
    target: Span | None = None
    salience: int = 0  # 0..1000
    undecided: bool = False
    confidence: int = 0  # 0..1000: how many of a thousand findings like this one are right
    because: Because | None = None
    said: Said | None = None
    rule_severity: Severity | None = None  # what the detector said, where the learned order had a say

    @property
    def held_severity(self) -> Severity:
        """The graver of what is shown and what the detector said: the one that a policy and a gate go by."""
        said = self.rule_severity or self.severity
        return max(said, self.severity, key=SEVERITY_RANK.__getitem__)

    @property
    def folded(self) -> bool:
        """Shown as less than the detector said."""
        return SEVERITY_RANK[self.severity] < SEVERITY_RANK[self.held_severity]


@dataclass(frozen=True, slots=True)
class Skipped:
    """A part that was not analysed, and why. `turn` None is the summary."""

    turn: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Coverage:
    turns: int
    analysed: int
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True, slots=True)
class Analysis:
    findings: tuple[Finding, ...]
    coverage: Coverage
    risk: int  # 0..100
    engine_version: str = field(default=ENGINE_VERSION)
    account: Account = field(default_factory=Account)


Previous = str | Sequence[str] | None
