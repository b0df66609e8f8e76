"""Before the compaction: the turns without pinned spans, for the compactor to see, and what should be pinned first.

Any agent asks for it, as often as it likes, of as many turns as it has sent: so a range has a limit, a token has one
question at a time, and the reading of the text happens in a process of its own, within a deadline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Sum

from reviewapp.conf import conf
from reviewapp.guard.canonical import Json, canonical_json
from reviewapp.guard.digest import sha256
from reviewapp.models import AgentToken, Assurance, PinVersion, Session, Team, Turn
from reviewapp.services.compactions import structured as fields
from reviewapp.services.compactions.judging import LOST, RULES
from reviewapp.services.context.fidelity import Fidelity, classes
from reviewapp.services.errors import Refused
from reviewapp.services.locks import read_registers
from reviewapp.services.pins.active import active_pins
from reviewapp.services.receipts import receipts
from reviewapp.services.sessions.lookup import find_session
from reviewapp.services.sessions.ownership import readable
from reviewapp.services.side_process import SidePool, SideProcess, TooSlow

AT_ONCE = 2  # in a process
PATIENCE = 1.0  # seconds that a request waits for one of them

_readers = SidePool("reviewapp.engine.constraints", AT_ONCE)


@dataclass(frozen=True)
class Excluded:
    """A pinned span that was cut out: code points of the turn as received, half-open."""

    seq: int
    start: int
    end: int
    pin: str


@dataclass(frozen=True)
class Untagged:
    """A constraint that no pin holds. `salience`: how the engine weighs its loss; `divergence` in permille."""

    turn_seq: int
    start: int
    end: int
    quote: str
    kind: str
    salience: int
    divergence: int


@dataclass(frozen=True)
class Prepared:
    """`input` is the exact text for the compactor: send it back as `compactor_input` to have it recomputed.

    `prompt`: the input with the task and the schema of a compaction by fields, where that was asked for.
    `turns` is the same as a list. `pins` maps each key to how far the pin lies from the narrative, in permille;
    `fidelity` each turn to how faithfully it is kept.
    """

    session: Session
    from_seq: int
    to_seq: int
    turns: list[dict[str, Json]]
    input: str
    input_digest: str
    excluded: list[Excluded]
    pins: dict[str, int]
    untagged: list[Untagged]
    registers: dict[str, Json]
    fidelity: dict[int, Fidelity]
    prompt: str


def prepare(
    *,
    team: Team,
    token: AgentToken,
    session: str,
    from_seq: int | None = None,
    to_seq: int | None = None,
    structured: bool = False,
) -> Prepared:
    """Reads only. Without a range: all that follows the last covered turn, as for a submission. `structured`: with the
    prompt for a compaction by fields."""
    of = find_session(team, session)
    readable(of, token)
    first = of.covered_seq + 1 if from_seq is None else from_seq
    last = of.last_seq if to_seq is None else to_seq
    if not 1 <= first <= last <= of.last_seq:
        raise Refused("range", f"The range has to lie within 1 to {of.last_seq}.", 409, "/to_seq")
    _refuse_long(of, first, last)
    with _readers.place(token.public_id, PATIENCE) as reader:
        made = _prepared(of, first, last, reader)
    return replace(made, prompt=fields.prompt(made.input)) if structured else made


def _refuse_long(session: Session, first: int, last: int) -> None:
    """Raises Refused 413, whose details name the last turn that a range from `first` may end with."""
    fits = last
    if last - first >= conf.prepare_turns:
        fits = first + conf.prepare_turns - 1
    rows = Turn.objects.filter(team_id=session.team_id, session=session, seq__range=(first, fits))
    if (rows.aggregate(total=Sum("size"))["total"] or 0) > conf.prepare_bytes:
        sizes, total = rows.order_by("seq").values_list("seq", "size"), 0
        for seq, size in sizes:
            total += size
            if total > conf.prepare_bytes and seq > first:
                fits = seq - 1
                break
    if fits < last:
        message = f"Ask for turns {first} to {fits} first, then for the rest: each answer is a part of the input."
        raise Refused("too_large", message, 413, "/to_seq", {"to_seq": fits})


def _prepared(of: Session, first: int, last: int, reader: SideProcess) -> Prepared:
    registers = read_registers(of.team_id, of.id)
    pins, turns = active_pins(*registers), _turns(of, first, last)
    excluded = [cut for turn in turns for cut in _cuts(turn, pins)]
    cut_turns = _without(turns, excluded)
    text = canonical_json(cut_turns).decode()
    divergences, untagged = _constraints(turns, pins, reader)
    return Prepared(
        session=of,
        from_seq=first,
        to_seq=last,
        turns=cut_turns,
        input=text,
        input_digest=sha256(text.encode()).hex(),
        excluded=excluded,
        pins=divergences,
        untagged=untagged,
        registers=receipts.registers(*registers),
        fidelity=classes(of, turns),
        prompt="",
    )


def assurance(session: Session, first: int, last: int, input_digest: bytes | None) -> Assurance:
    """What can be said now of a compactor's input: rebuilt here without the pins in force, it has that digest and holds
    none of them; or only declared. A pin that came after the input takes a `recomputed` back."""
    if input_digest is None:
        return Assurance.DECLARED
    pins, turns = active_pins(*read_registers(session.team_id, session.id)), _turns(session, first, last)
    shown = _without(turns, [cut for turn in turns for cut in _cuts(turn, pins)])
    holds_pin = any(pin.text.decode() in turn["content"] for pin in pins for turn in shown)
    same = sha256(canonical_json(shown)) == input_digest
    return Assurance.RECOMPUTED if same and not holds_pin else Assurance.DECLARED


def _turns(session: Session, first: int, last: int) -> list[Turn]:
    rows = Turn.objects.filter(team_id=session.team_id, session=session, seq__range=(first, last))
    return list(rows.select_related("body").order_by("seq"))


def _cuts(turn: Turn, pins: Sequence[PinVersion]) -> list[Excluded]:
    """Every place of a pin's bytes in the turn, and the span that a reworded pin came from; merged if they overlap."""
    text = turn.text
    found = sorted(
        (start, end, pin.pin.key) for pin in pins for start, end in {*_places(text, pin), *_origin(turn, text, pin)}
    )
    merged: list[Excluded] = []
    for start, end, key in found:
        if merged and start < merged[-1].end:
            before = merged.pop()
            start, end, key = before.start, max(before.end, end), before.pin
        merged.append(Excluded(turn.seq, start, end, key))
    return merged


def _places(text: str, pin: PinVersion) -> Iterator[tuple[int, int]]:
    wanted = pin.text.decode()
    at = text.find(wanted)
    while at >= 0:
        yield at, at + len(wanted)
        at = text.find(wanted, at + 1)


def _origin(turn: Turn, text: str, pin: PinVersion) -> Iterator[tuple[int, int]]:
    if pin.origin_session_id == turn.session_id and pin.origin_turn_seq == turn.seq and not turn.body.erased_at:
        data = text.encode()
        yield len(data[: pin.origin_start].decode()), len(data[: pin.origin_end].decode())


def _without(turns: Sequence[Turn], excluded: Sequence[Excluded]) -> list[dict[str, Json]]:
    """The turns as a compactor may see them: each pinned span replaced by the name of its pin."""
    by_turn: dict[int, list[Excluded]] = {}
    for cut in excluded:
        by_turn.setdefault(cut.seq, []).append(cut)
    return [_shown(turn, by_turn.get(turn.seq, [])) for turn in turns]


def _shown(turn: Turn, cuts: Sequence[Excluded]) -> dict[str, Json]:
    text, pieces, at = turn.text, [], 0
    for cut in cuts:
        pieces += [text[at : cut.start], f"[PINNED {cut.pin}]"]
        at = cut.end
    content = "".join([*pieces, text[at:]])
    return {"seq": turn.seq, "role": turn.role, "origin": turn.origin, "kind": turn.kind, "content": content}


def _constraints(
    turns: Sequence[Turn], pins: Sequence[PinVersion], reader: SideProcess
) -> tuple[dict[str, int], list[Untagged]]:
    """How far each pin lies from the narrative, and the constraints of the range that no pin holds."""
    question = {
        "turns": [{"role": turn.role, "content": turn.text, "origin": turn.origin} for turn in turns],
        "pins": [pin.text.decode() for pin in pins],
        "kinds": sorted(map(str, RULES)),
        "changes": sorted(map(str, LOST)),
    }
    try:
        told = reader.ask(question, conf.prepare_seconds)
    except TooSlow:
        message = f"These turns could not be read within {conf.prepare_seconds} s. Ask for fewer of them at a time."
        raise Refused("too_slow", message, 413, "/to_seq") from None
    untagged = [_named(turns[one["turn"]], one) for one in told["untagged"]]
    return {pin.pin.key: far for pin, far in zip(pins, told["pins"], strict=True)}, untagged


def _named(turn: Turn, told: dict[str, Any]) -> Untagged:
    start, end = told["start"], told["end"]
    quote = turn.text[start:end]
    return Untagged(turn.seq, start, end, quote, told["kind"], told["salience"], told["divergence"])
