"""What a compaction says beside its summary: a delta of the state, and the keys that its agent evicted.

Claims of a compactor, so each is held against the turns or the register; what does not hold becomes a finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db import connection

from reviewapp.engine import Finding
from reviewapp.engine.types import Change, Kind, Severity, Span
from reviewapp.guard.canonical import Json
from reviewapp.guard.pinned import PinSeverity
from reviewapp.models import Compaction, PinProposal, PinVersion, Turn
from reviewapp.services.errors import Refused
from reviewapp.services.pins.proposals import negation_key, propose
from reviewapp.services.sessions.state_record import checked

LISTS = ("completed_subtasks", "pending_user_questions", "explicit_user_negations")
FIELDS = frozenset({"discovered_entity_ids", *LISTS})
EMPTY: Mapping[str, Json] = {"discovered_entity_ids": {}, **{name: [] for name in LISTS}}

# They concern the compaction as a whole. At most one finding of a kind, since such findings share one key.
NOWHERE = Span(None, 0, 0)


def of_delta(compaction: Compaction) -> Iterator[Finding]:
    """Findings of the text analysis: a compactor that failed, by its agent's word; a delta that can't be read, or that
    claims what no turn of the range says."""
    if isinstance(compaction.compactor, dict) and compaction.compactor.get("error"):
        why = "The agent says that its compactor failed: there is nothing here to approve."
        yield _finding(Kind.STRUCTURE, Change.MISSING, "structure.compactor", why)
    if compaction.state_delta is None:
        return
    try:
        delta = read(compaction.state_delta)
    except Refused as refusal:
        yield _finding(Kind.STRUCTURE, Change.MALFORMED, "structure.delta", f"The state delta: {refusal.message}")
        return
    unfounded = list(_unfounded(compaction, delta))
    if unfounded:
        why = f"The state delta claims what no turn says: {', '.join(unfounded)}."
        yield _finding(Kind.ADDITION, Change.ADDED, "addition.delta", why)


def of_evicted_keys(compaction: Compaction, pins: Iterable[PinVersion]) -> Iterator[Finding]:
    """Finding of the pin check: pins in force that the agent says it evicted."""
    evicted = sorted({pin.pin.key for pin in pins} & {str(key) for key in compaction.evicted_keys})
    if evicted:
        yield _finding(Kind.PIN, Change.MISSING, "pin.evicted", f"Evicted, though in force: {', '.join(evicted)}.")


def merged(compaction: Compaction, body: Mapping[str, Any]) -> dict[str, Any]:
    """A state record with what an approved delta adds. Entities that no turn names stay out, whoever dismissed that;
    negations become rules as pins, by a person's hand."""
    delta = read(compaction.state_delta)
    found = {name: value for name, value in delta["discovered_entity_ids"].items() if _first_place(compaction, value)}
    done = delta["completed_subtasks"]
    return {
        **body,
        "verified_entities": {**body["verified_entities"], **found},
        "completed": _united(body["completed"], done),
        "pending": [one for one in _united(body["pending"], delta["pending_user_questions"]) if one not in done],
    }


def _united(first: Sequence[str], second: Sequence[str]) -> list[str]:
    return list(dict.fromkeys((*first, *second)))


def propose_negations(compaction: Compaction) -> list[PinProposal]:
    """Each explicit negation that a turn of the range holds literally becomes a pin proposal with that span."""
    try:
        delta = read(compaction.state_delta or {})
    except Refused:
        return []  # `of_delta` says so, to the people who review it
    places = ((text, _first_place(compaction, text)) for text in delta["explicit_user_negations"])
    return [_propose(compaction, text, *place) for text, place in places if place is not None]


def read(delta: Any) -> dict[str, Any]:
    """A delta with all its fields; raises Refused where it is malformed."""
    if not isinstance(delta, dict):
        raise Refused("invalid", "It is an object.", 422, "/state_delta")
    return checked({**EMPTY, **delta}, FIELDS, LISTS, "discovered_entity_ids", "/state_delta")


def _unfounded(compaction: Compaction, delta: Mapping[str, Any]) -> Iterator[str]:
    """Places in the delta, not their texts: a finding quotes from turns and summary alone."""
    for number, text in enumerate(delta["explicit_user_negations"], 1):
        if _first_place(compaction, text) is None:
            yield f"explicit_user_negations {number}"
    for number, value in enumerate(delta["discovered_entity_ids"].values(), 1):
        if _first_place(compaction, value) is None:
            yield f"discovered_entity_ids {number}"


def _finding(kind: Kind, change: Change, rule: str, why: str) -> Finding:
    return Finding(kind, change, Severity.BLOCKING, rule, why, target=NOWHERE, salience=500)


def _first_place(compaction: Compaction, text: str) -> tuple[int, int] | None:
    """(seq, start) of the first turn in the range that holds the text."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT t.seq FROM reviewapp_turn t JOIN reviewapp_turnbody b ON b.turn_id = t.id"
            " WHERE t.team_id = %s AND t.session_id = %s AND t.seq BETWEEN %s AND %s"
            " AND position(%s::bytea IN b.content) > 0 ORDER BY t.seq LIMIT 1",
            [compaction.team_id, compaction.session_id, compaction.from_seq, compaction.to_seq, text.encode()],
        )
        found = cursor.fetchone()
    if found is None:
        return None
    turn = Turn.objects.select_related("body").get(team=compaction.team_id, session=compaction.session_id, seq=found[0])
    return turn.seq, turn.text.index(text)


def _propose(compaction: Compaction, text: str, seq: int, start: int) -> PinProposal:
    return propose(
        team=compaction.team,
        token=compaction.token,
        session=compaction.session.external_id,
        key=negation_key(text),
        text=text,
        severity=PinSeverity.HARD_DENIAL,
        turn_seq=seq,
        start=start,
        end=start + len(text),
    )
