"""Which facts of a session survived which generation. Pure: rows and columns in, a matrix out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from reviewapp.masking.secrets import Extract


class Fate(StrEnum):
    """What one generation did to one fact. The first words are the engine's changes, the rest what people did."""

    SAID = "said"
    NOT_YET = "not yet"
    KEPT = "kept"
    DROPPED = "dropped"
    SOFTENED = "softened"
    INVERTED = "inverted"
    ALTERED = "altered"
    ADDED = "added"
    MISSING = "missing"
    MALFORMED = "malformed"
    INFLATED = "inflated"
    PINNED = "pinned"
    RESTORED = "restored"
    STRUCK = "struck"
    DISMISSED = "dismissed"
    HELD = "held"  # by a pin that was in force already, whatever the summary says
    UNSEEN = "not found"  # no loss was found, and the rule was not found kept either


LOST = frozenset({Fate.DROPPED, Fate.SOFTENED, Fate.INVERTED, Fate.ALTERED, Fate.ADDED, Fate.MALFORMED, Fate.INFLATED})


@dataclass(frozen=True, slots=True)
class Fact:
    """One pin or serious finding. `seq` None: it stands in no turn (an addition, or a pin written by a person)."""

    seq: int | None
    quote: str
    kind: str
    pin_key: str = ""
    start: int = field(default=0, compare=False)  # code points of the turn that a pin's words come from
    end: int = field(default=0, compare=False)
    source: Extract | None = field(default=None, compare=False)

    @property
    def shown(self) -> Extract:
        """Its words as a part of the text that tells what is secret in them."""
        return self.source or Extract.of(self.quote)


@dataclass(frozen=True, slots=True)
class Generation:
    """One attempt at a generation, in the order of submission."""

    id: str
    label: str
    state: str
    to_seq: int

    @property
    def took_effect(self) -> bool:
        return self.state == "approved"

    @property
    def ended_without(self) -> bool:
        return self.state in ("rejected", "withdrawn", "expired", "superseded")


@dataclass(frozen=True, slots=True)
class Cell:
    """`sent` is what the summary did as the agent sent it, `fate` what it came to once people were done."""

    generation: Generation
    fate: Fate
    sent: Fate

    @property
    def lost(self) -> bool:
        return self.fate in LOST

    @property
    def lost_as_sent(self) -> bool:
        return self.sent in LOST

    @property
    def repaired(self) -> bool:
        """Lost by the agent, and dealt with by people. What a pin held already was never lost."""
        return self.lost_as_sent and not self.lost and self.fate is not Fate.HELD

    @property
    def then(self) -> str:
        """What came after the loss: what people did to it, or else how the generation ended; a word of its table."""
        return self.fate.value if self.repaired else self.generation.state if self.generation.ended_without else ""


@dataclass(frozen=True, slots=True)
class Row:
    fact: Fact
    cells: tuple[Cell, ...]

    @property
    def first_lost(self) -> Cell | None:
        """The first generation whose summary lost the fact, whatever people made of it; None: none ever did, or a pin
        held it."""
        return next((cell for cell in self.cells if cell.lost_as_sent and cell.fate is not Fate.HELD), None)

    @property
    def stands(self) -> bool:
        """True where the newest generation still has the fact."""
        return not self.cells or not self.cells[-1].lost


Fates = Mapping[tuple[Fact, str], Fate]


def matrix(facts: Sequence[Fact], generations: Sequence[Generation], fates: Fates, sent: Fates) -> list[Row]:
    """One row a fact. A generation without a word on a fact kept it, unless the fact was said after its range."""
    return [
        Row(fact, tuple(Cell(g, _fate(fact, g, fates), _fate(fact, g, sent)) for g in generations)) for fact in facts
    ]


def _fate(fact: Fact, generation: Generation, fates: Fates) -> Fate:
    known = fates.get((fact, generation.id))
    if known is not None:
        return known
    # An addition exists only where a finding names it, and a person's pin only from its first check on.
    if fact.seq is None or fact.seq > generation.to_seq:
        return Fate.NOT_YET
    return Fate.KEPT
