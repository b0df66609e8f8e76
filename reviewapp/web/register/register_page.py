"""The register room: the pins of a team as they are, were and may become, and what summaries did to them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as _

from reviewapp.engine.claims.contradiction import contradict
from reviewapp.masking.secrets import find_secrets, shows
from reviewapp.models import (
    Compaction,
    Pin,
    PinProposal,
    PinState,
    PinVersion,
    ProposalState,
    Retirement,
    RetirementState,
    Session,
    Team,
)
from reviewapp.web.safe_text import Piece, unmasked
from reviewapp.web.secret_discovery import learn_pins
from reviewapp.web.sessions import lineage
from reviewapp.web.sessions.survival import Cell, Fate

VIEWS = {
    "active": _("Active"),
    "proposed": _("Proposed"),
    "unenforced": _("Nothing enforces"),
    "conflicts": _("Conflicts"),
    "retired": _("Retired"),
}


@dataclass(frozen=True, slots=True)
class Survival:
    """In how many summaries of its session's generations a pinned text still stood, and which lost it, newest first."""

    kept: int
    of: int
    lost: tuple[Cell, ...]

    @property
    def last_lost(self) -> Cell | None:
        return self.lost[0] if self.lost else None


@dataclass(frozen=True, slots=True)
class Loss:
    """One summary that lost a pin: what it did to the words, and whose it was."""

    cell: Cell
    compaction: Compaction


@dataclass(frozen=True, slots=True)
class Entry:
    pin: Pin
    version: PinVersion
    versions: int
    scope: Session | None
    survival: Survival | None  # None: the text stands in no turn, or no summary of its turn was seen
    retirement: Retirement | None

    @property
    def text(self) -> str:
        return self.version.text.decode()


@dataclass(frozen=True, slots=True)
class Proposed:
    proposal: PinProposal
    against: tuple[PinVersion, ...]  # in force, and contradicted by it

    @property
    def text(self) -> str:
        return self.proposal.text.decode()

    @property
    def secrets(self) -> int:
        return len(find_secrets(self.text))

    @property
    def unmasked(self) -> tuple[Piece, ...]:
        """For who asked to see them."""
        return unmasked(self.text)


@dataclass(frozen=True, slots=True)
class Room:
    view: str
    counts: dict[str, int]
    entries: tuple[Entry, ...]
    proposed: tuple[Proposed, ...]


SCOPES = {"": _("all"), "team": _("the whole team"), "session": _("one session")}


def read(team: Team, *, view: str = "active", query: str = "", session: Session | None = None, scope: str = "") -> Room:
    """`query` is looked for in keys and texts. With a session: the pins in force there, its team's included. `scope`
    leaves those of the whole team, or those of one session."""
    view = view if view in VIEWS else "active"
    active = _in_scope(_pins(team, PinState.ACTIVE), session, scope)
    retired = _in_scope(_pins(team, PinState.RETIRED), session, scope)
    proposed = _proposed(team, active)
    unenforced = [pin for pin in active if pin.current and not pin.current.enforced_below]
    listed = {"active": active, "unenforced": unenforced, "retired": retired}.get(view, [])
    learn_pins([*(pin.current for pin in (*active, *listed) if pin.current), *(each.proposal for each in proposed)])
    conflicts = tuple(each for each in proposed if each.against)
    return Room(
        view=view,
        counts={
            "active": len(active),
            "proposed": len(proposed),
            "unenforced": len(unenforced),
            "conflicts": len(conflicts),
            "retired": len(retired),
        },
        entries=tuple(_entries([pin for pin in listed if _matches(pin, query)])),
        proposed={"proposed": proposed, "conflicts": conflicts}.get(view, ()),
    )


def entry_of(pin: Pin) -> Entry:
    return next(iter(_entries([pin])))


def losses_of(entry: Entry) -> tuple[Loss, ...]:
    """The summaries that lost this pin's words, as their agents sent them, newest first."""
    cells = entry.survival.lost if entry.survival else ()
    rows = Compaction.objects.filter(team=entry.pin.team_id, pk__in=[cell.generation.id for cell in cells])
    by_id = {str(row.pk): row for row in rows.select_related("token", "session")}
    return tuple(Loss(cell, by_id[cell.generation.id]) for cell in cells)


def _pins(team: Team, state: PinState) -> QuerySet[Pin]:
    rows = Pin.objects.filter(team=team, state=state, current__isnull=False)
    shown = ("current__pin", "current__created_by", "current__origin_session", "register__session")
    return rows.select_related(*shown).order_by("key")


def _in_scope(pins: QuerySet[Pin], session: Session | None, scope: str) -> list[Pin]:
    if session is not None:
        pins = pins.filter(Q(register__session=None) | Q(register__session=session))
    if scope in ("team", "session"):
        pins = pins.filter(register__session__isnull=scope == "team")
    return list(pins)


def _matches(pin: Pin, query: str) -> bool:
    return query.casefold() in pin.key.casefold() or (
        pin.current is not None and shows(pin.current.text.decode(), query)
    )


def _proposed(team: Team, active: Sequence[Pin]) -> tuple[Proposed, ...]:
    rows = PinProposal.objects.filter(team=team, state=ProposalState.OPEN).select_related(
        "session", "token", "origin_session"
    )
    return tuple(Proposed(row, tuple(_against(row, active))) for row in rows.order_by("at"))


def _against(proposal: PinProposal, active: Iterable[Pin]) -> Iterable[PinVersion]:
    text = proposal.text.decode()
    return (pin.current for pin in active if pin.current and contradict(text, pin.current.text.decode()))


def _entries(pins: Sequence[Pin]) -> Iterable[Entry]:
    counts: dict[object, int] = defaultdict(int)
    for version in PinVersion.objects.filter(pin__in=pins):
        counts[version.pin_id] += 1
    asked = Retirement.objects.filter(pin__in=pins, state=RetirementState.OPEN).select_related("requested_by")
    retirements = {row.pin_id: row for row in asked}
    survived = _survival(pins)
    for pin in pins:
        assert pin.current is not None  # a pin is stored together with its first version
        yield Entry(
            pin, pin.current, counts[pin.id], pin.register.session, survived.get(pin.key), retirements.get(pin.id)
        )


def _survival(pins: Sequence[Pin]) -> dict[str, Survival]:
    """Of each pin taken from a turn: what the summaries of that session did to it, as the agent sent them."""
    sources = {p.key: p.current.origin_session for p in pins if p.current and p.current.origin_session}
    seen: dict[str, Survival] = {}
    for session in set(sources.values()):
        for row in lineage.read(session).rows:
            cells = [cell for cell in row.cells if cell.sent is not Fate.NOT_YET]
            if sources.get(row.fact.pin_key) == session and cells:
                seen[row.fact.pin_key] = _tally(cells)
    return seen


def _tally(cells: Sequence[Cell]) -> Survival:
    lost = tuple(cell for cell in reversed(cells) if cell.lost_as_sent)
    return Survival(sum(cell.sent is Fate.KEPT for cell in cells), len(cells), lost)


def is_overdue(version: PinVersion, now: datetime) -> bool:
    """Past its date, yet in force: a grave pin waits for the second person."""
    return version.expires_at is not None and version.expires_at <= now
