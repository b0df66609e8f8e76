"""From rows to the guard's material: which turns, summaries, pins and state make a session's context. Reads only."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from reviewapp.guard.digest import register_digest
from reviewapp.guard.pinned import Pinned
from reviewapp.guard.render import Format, Material, RawTurn, Rendered, StateRecord, Summary, render
from reviewapp.guard.sandwich import Layout, lay_out
from reviewapp.models import Build, Compaction, CompactionKind, Register, Session, Turn
from reviewapp.models import StateRecord as StateRow
from reviewapp.services.context.context_turns import PLACE, places
from reviewapp.services.errors import Refused
from reviewapp.services.pins.active import active_pins
from reviewapp.services.pins.pinning import as_pinned

log = logging.getLogger(__name__)


def pins_in_force(*registers: Register) -> list[Pinned]:
    """In the order of the block. Raises Refused 409 where they are not the pins whose digest a register holds."""
    for register in registers:
        own = {pin.key: pin.digest for pin in map(as_pinned, active_pins(register))}
        if register_digest(own) != (bytes(register.digest) or register_digest({})):
            log.critical("a register does not hold its digest", extra={"register": register.pk})
            raise Refused("register_differs", "History stays: the pins in force are not those of the register.", 409)
    return sorted(map(as_pinned, active_pins(*registers)), key=lambda pin: pin.key.encode())


def active_in(session: Session) -> list[Compaction]:
    """The compactions whose summaries stand in the session's context, with what proves each."""
    rows = Compaction.objects.active().filter(team_id=session.team_id, session=session)
    return list(rows.select_related("current_revision", "receipt"))


def rendered(compaction: Compaction, form: Format, pins: Sequence[Pinned], *, as_if_approved: bool = False) -> Rendered:
    """The session's effective context with these pins; raises PinsNotHeld. `as_if_approved`: this one in force too."""
    session = compaction.session
    active = _in_force(compaction) if as_if_approved else active_in(session)
    summaries = [_summary(one) for one in active]
    newest = compaction if as_if_approved else max(active, key=lambda one: one.base_epoch, default=compaction)
    turns = places(session, summaries, newest.keep_head, newest.keep_tail)
    layout = lay_out(turns, summaries, newest.keep_head, newest.keep_tail)
    material = Material(
        turns=_turns(session, layout, last=turns[-1].seq if turns else 0),
        summaries=summaries,
        pins=pins,
        state=state_of(session),
        layout=layout,
    )
    return render(material, form)


def _in_force(compaction: Compaction) -> list[Compaction]:
    """What would be active if this compaction were approved now."""
    active = active_in(compaction.session)
    if compaction.kind == CompactionKind.RESTORE:
        return [one for one in active if not _inside(one, compaction)]
    children = Build.objects.filter(team_id=compaction.team_id, compaction=compaction)
    absorbed = set(children.values_list("child_id", flat=True))
    return [*(one for one in active if one.id not in absorbed and one.id != compaction.id), compaction]


def _inside(one: Compaction, other: Compaction) -> bool:
    return other.from_seq <= one.from_seq and one.to_seq <= other.to_seq


def _summary(compaction: Compaction) -> Summary:
    assert compaction.current_revision is not None  # intake stores the first with the compaction
    return Summary(compaction.from_seq, compaction.to_seq, compaction.current_revision.summary)


def _turns(session: Session, layout: Layout, last: int) -> list[RawTurn]:
    """The turns that have a place, with their content; the rest of a long history is never loaded. And the last one:
    the context stands for the history up to there, shown or not."""
    rows = Turn.objects.filter(team_id=session.team_id, session=session, seq__in=layout.seqs | {last})
    return [as_raw(row) for row in rows.order_by("seq").select_related("body")]


def as_raw(row: Turn) -> RawTurn:
    """A stored turn as the guard takes it; of an erased one, the tombstone."""
    about = {name: getattr(row, name) for name in PLACE}
    return RawTurn(**about, content=tombstone(row) if row.body.erased_at else row.text)


def tombstone(row: Turn) -> str:
    return f"[turn {row.seq} was erased; sha256 {row.digest.hex()}]"


def state_of(session: Session) -> StateRecord | None:
    row = StateRow.objects.filter(team_id=session.team_id, session=session).order_by("-version").first()
    return None if row is None else StateRecord(row.version, row.body)
