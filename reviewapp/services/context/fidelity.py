"""How faithfully each turn is kept once a summary stands for it. Reads only."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from reviewapp.guard.canonical import Json
from reviewapp.models import Compaction, PinVersion, Session, Turn
from reviewapp.services.locks import read_registers
from reviewapp.services.pins.active import active_pins
from reviewapp.services.sessions import state_record

CITATION = re.compile(r"\[\[turn:(\d{1,9})\]\]")


class Fidelity(StrEnum):
    """`authority`: pinned, exact bytes in every context. `evidence`: cited, so that it is recalled by its number.
    `state`: carried on as a typed fact. `narrative`: whatever the summary made of it."""

    AUTHORITY = "authority"
    EVIDENCE = "evidence"
    STATE = "state"
    NARRATIVE = "narrative"


def classes(session: Session, turns: Sequence[Turn]) -> dict[int, Fidelity]:
    """The class of each of these turns (with their bodies), by number; the strongest that applies."""
    pins = active_pins(*read_registers(session.team_id, session.id))
    cited = set(_cited(session))
    record = state_record.latest(session)
    facts = set(_texts(record.body)) if record else set()
    return {turn.seq: _of(turn, pins, cited, facts) for turn in turns}


def _of(turn: Turn, pins: Iterable[PinVersion], cited: set[int], facts: set[str]) -> Fidelity:
    text = turn.text
    if any(_holds(turn, text, pin) for pin in pins):
        return Fidelity.AUTHORITY
    if turn.seq in cited:
        return Fidelity.EVIDENCE
    return Fidelity.STATE if any(fact in text for fact in facts) else Fidelity.NARRATIVE


def _holds(turn: Turn, text: str, pin: PinVersion) -> bool:
    is_origin = pin.origin_session_id == turn.session_id and pin.origin_turn_seq == turn.seq
    return is_origin or pin.text.decode() in text


def _cited(session: Session) -> Iterator[int]:
    rows = Compaction.objects.active().filter(team_id=session.team_id, session=session)
    for compaction in rows.select_related("current_revision"):
        summary = compaction.current_revision.summary if compaction.current_revision else ""
        yield from map(int, CITATION.findall(summary))


def _texts(value: Json) -> Iterator[str]:
    """The texts of a record, without names of fields and entities."""
    if isinstance(value, str):
        if value.strip():
            yield value
    elif isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)
