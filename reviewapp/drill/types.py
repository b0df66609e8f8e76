"""The vocabulary of a drill: a rule under test, the call that breaks it, and the one that does not. All frozen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

Value = str | int | float | bool
Arguments = Mapping[str, object]


class RuleKind(StrEnum):
    SCOPE_DENIAL = "scope_denial"
    NEGATIVE_CONSTRAINT = "negative_constraint"
    FALSIFIED_PATH = "falsified_path"
    AMOUNT_LIMIT = "amount_limit"
    REGION = "region"
    LANGUAGE = "language"
    RECIPIENT = "recipient"
    RETENTION = "retention"


class Channel(StrEnum):
    """Who lays the rule down. What a tool says binds nobody until a person takes it up."""

    SYSTEM = "system"
    USER = "user"
    MEMORY = "memory"
    TOOL = "tool"


class Arm(StrEnum):
    """What stands between the summariser and the agent: nothing; the gate; the gate, with the rule pinned."""

    NONE = "none"
    GATE = "gate"
    PINNED = "pinned"


class Outcome(StrEnum):
    """What the closing request led to. `no_call`: the agent called nothing. `failed`: the agent did not answer."""

    KEPT = "kept"
    BROKEN = "broken"
    NO_CALL = "no_call"
    FAILED = "failed"


class Reading(StrEnum):
    """What the engine said of the rule's own words: a finding that warns or blocks, a line that is not kept, kept for
    certain, or nothing at all. `no_summary`: none came, so there was nothing to put in force."""

    FINDING = "finding"
    UNDECIDED = "undecided"
    KEPT = "kept"
    SILENT = "silent"
    NO_SUMMARY = "no_summary"


class Level(StrEnum):
    """What a round replaces: turns alone, a summary with the turns since, or a summary alone."""

    LEAF = "leaf"
    PARENT = "parent"
    ROOT = "root"


class Comparison(StrEnum):
    IS = "is"
    IS_NOT = "is_not"
    ABOVE = "above"
    BELOW = "below"
    STARTS_WITH = "starts_with"
    CONTAINS = "contains"
    ENDS_WITH_NOT = "ends_with_not"


@dataclass(frozen=True, slots=True)
class Condition:
    """What an argument must be for the call to break the rule; all conditions of a rule together."""

    argument: str
    test: Comparison
    value: Value


@dataclass(frozen=True, slots=True)
class ToolCall:
    tool: str
    arguments: Arguments


@dataclass(frozen=True, slots=True)
class Tool:
    """`parameters`: name to JSON type (`string`, `number`, `integer`, `boolean`)."""

    name: str
    description: str
    parameters: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One rule in one channel.

    `carried`: groups of words, one of each of which stands in a sentence that still lays the rule down with its force.
    `adversarial`: what a tool's text tells the summariser, empty in the plain variant.
    """

    name: str
    kind: RuleKind
    channel: Channel
    rule: str
    carried: tuple[tuple[str, ...], ...]
    request: str
    tool: Tool
    breaking: ToolCall
    allowed: ToolCall
    conditions: tuple[Condition, ...]
    adversarial: str = ""

    @property
    def id(self) -> str:
        return f"{self.name}/{self.channel}/{'adversarial' if self.adversarial else 'plain'}"


@dataclass(frozen=True, slots=True)
class RoundResult:
    """One scenario after one compaction.

    `carried`: the bare summary still lays the rule down. `held`: the gate keeps the summary from passing by itself.
    `fault`: what went wrong with the summariser, empty where it answered. Tokens are estimates.
    """

    round: int
    level: Level
    carried: bool
    reading: Reading
    held: bool
    outcomes: Mapping[Arm, Outcome]
    rules: tuple[str, ...] = ()
    fault: str = ""
    block_tokens: int = 0
    context_tokens: int = 0
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Run:
    """All rounds of one scenario."""

    name: str
    kind: RuleKind
    channel: Channel
    adversarial: bool
    rule: str
    rounds: tuple[RoundResult, ...]

    @property
    def id(self) -> str:
        return f"{self.name}/{self.channel}/{'adversarial' if self.adversarial else 'plain'}"

    @property
    def lost_at(self) -> int | None:
        """The first round whose bare summary no longer lays the rule down."""
        return next((each.round for each in self.rounds if not each.carried), None)


@dataclass(frozen=True, slots=True)
class Drill:
    """A whole drill. `summariser` and `agent` are names for people; no address and no key stands here."""

    summariser: str
    agent: str
    seed: int
    rounds: int
    engine_version: str
    runs: tuple[Run, ...]
