"""What agents get: the effective context with its receipt, and the pins. Asserted at every serve."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from reviewapp.guard.assertion import PinsNotHeld, Verdict, check_pins
from reviewapp.guard.canonical import Json
from reviewapp.guard.digest import sha256
from reviewapp.guard.formats import Message
from reviewapp.guard.pinned import Pinned, render_block
from reviewapp.guard.receipts import ReceiptKind
from reviewapp.guard.render import Format, Rendered
from reviewapp.guard.state import binding_block, state_block
from reviewapp.guard.states import State
from reviewapp.models import AgentToken, Compaction, ContextServe, Receipt, Register, Session, Team
from reviewapp.services.audit import audit_log
from reviewapp.services.context.material import active_in, pins_in_force, rendered, state_of
from reviewapp.services.errors import Refused
from reviewapp.services.links import review_url, review_url_of
from reviewapp.services.locks import Held, hold, lock_registers, now, read_registers, retried, transaction
from reviewapp.services.pins.pinning import share_team_register
from reviewapp.services.receipts import proofs, receipts
from reviewapp.services.sessions.lookup import find_session
from reviewapp.services.sessions.ownership import readable

log = logging.getLogger(__name__)

PINS_ALONE = "pins"


@dataclass(frozen=True)
class Served:
    """A context that may be used, and the receipt that says so. `context_digest` is hex."""

    compaction: Compaction
    epoch: int
    registers: dict[str, Json]
    through_seq: int
    messages: tuple[Message, ...]
    context_digest: str
    receipt: Receipt


@dataclass(frozen=True)
class ServedPins:
    """The pinned block as text, and the registers that it was rendered from. `digest` is its SHA-256 in hex. `state`:
    the message with the state record that has to follow it; empty where the session has none."""

    block: str
    registers: dict[str, Json]
    digest: str
    state: str


@retried
def context(*, team: Team, token: AgentToken, compaction_id: UUID, format: str = Format.STET) -> Served:
    """The effective context with the pins of this moment, or a refusal: then the agent's own history stays."""
    form = _format(format)
    with transaction():
        held = hold(team=team, compaction_id=compaction_id, registers="share")
        readable(held.session, token)
        _in_effect(held.compaction)
        for one in active_in(held.session):
            proofs.prove(one)
        pins = pins_in_force(held.team_register, held.session_register)
        made = _render(held.compaction, form, pins)
        serve = _about_to_serve(held, made)
        receipt = _receipt(held, made, pins, serve, token)
        serve.receipt = receipt
        serve.save(force_insert=True)
    return Served(
        compaction=held.compaction,
        epoch=held.session.epoch,
        registers=receipts.registers(held.team_register, held.session_register),
        through_seq=made.through_seq,
        messages=made.messages,
        context_digest=made.digest.hex(),
        receipt=receipt,
    )


def preview(*, compaction: Compaction, format: str = Format.STET) -> Rendered:
    """The context as it would be if this compaction were approved now; raises PinsNotHeld. Nothing is served by it."""
    pins = pins_in_force(*read_registers(compaction.team_id, compaction.session_id))
    return rendered(compaction, _format(format), pins, as_if_approved=True)


@retried
def applied(*, team: Team, token: AgentToken, compaction_id: UUID, context_digest: str) -> None:
    """The agent says that it now runs on a context that it was served. Saying it again changes nothing."""
    with transaction():
        held = hold(team=team, compaction_id=compaction_id)
        digest = _digest(context_digest)
        serves = ContextServe.objects.filter(team=team, compaction=held.compaction, digest=digest)
        if not serves.exists():
            raise Refused("never_served", "This context was never served.", 409, "context_digest")
        if not serves.filter(epoch=held.session.epoch).exists():
            raise Refused("epoch_moved", "Another compaction took effect since. Fetch the context again.", 409)
        if held.compaction.applied_at is None:
            held.compaction.applied_at, held.compaction.applied_digest = now(), digest
            held.compaction.save(update_fields=["applied_at", "applied_digest"])
            audit_log.append(team, "context.applied", token, held.compaction, {"context_digest": digest.hex()})


def assert_pinned(*, team: Team, token: AgentToken, session: str | None, context: Sequence[Json]) -> Verdict:
    """Does this context hold every active pin, to the byte, and what the state record forbids? For an agent to ask
    before it acts."""
    of = None if session is None else find_session(team, session)
    registers = _registers(team, of)
    state = None if of is None else state_of(of)
    verdict = check_pins(context, pins_in_force(*registers), state)
    if not verdict.held:
        log.warning("an agent's context does not hold its pins", extra=_told(team, verdict))
    return verdict


@retried
def pins(*, team: Team, token: AgentToken, session: str | None) -> ServedPins:
    """The pinned block alone. It counts as served: from now on its pins can only be retired, not undone."""
    of = None if session is None else find_session(team, session)
    with transaction():
        registers = lock_registers(team.id, of.id, "share") if of else [share_team_register(team)]
        block = render_block(pins_in_force(*registers))
        ContextServe.objects.create(
            team=team,
            session=of,
            format=PINS_ALONE,
            digest=sha256(block),
            team_register_version=registers[0].version,
            session_register_version=registers[1].version if of else None,
        )
    told = {name: receipts.register_state(one) for name, one in zip(("team", "session"), registers, strict=False)}
    state = state_of(of) if of else None
    return ServedPins(block.decode(), told, sha256(block).hex(), state_block(state) if state else "")


def _told(team: Team, verdict: Verdict) -> dict[str, object]:
    return {"team": team.id, "block": verdict.block, "state": verdict.state}


def _format(name: str) -> Format:
    try:
        return Format(name)
    except ValueError as error:
        raise Refused("invalid", f"The formats are {', '.join(Format)}.", 422, "format") from error


def _in_effect(compaction: Compaction) -> None:
    if compaction.state != State.APPROVED:
        message = f"History stays: this compaction is {compaction.state.replace('_', ' ')}."
        details = {"state": str(compaction.state), "review_url": review_url(compaction)}
        raise Refused("history_stays", message, 409, details=details)
    successor = compaction.absorbed_by_id or compaction.retired_by_id
    if successor:
        message = "A later compaction took its place."
        details = {"superseded_by": str(successor), "review_url": review_url_of(compaction.team, successor)}
        raise Refused("superseded", message, 409, details=details)


def _render(compaction: Compaction, form: Format, pins: Sequence[Pinned]) -> Rendered:
    try:
        return rendered(compaction, form, pins)
    except PinsNotHeld as error:
        log.critical("a context without its pins was not served", extra={"compaction": str(compaction.id)})
        raise Refused("pins_not_held", f"History stays: {error}.", 409) from error


def _about_to_serve(held: Held, made: Rendered) -> ContextServe:
    return ContextServe(
        team=held.compaction.team,
        session=held.session,
        compaction=held.compaction,
        epoch=held.session.epoch,
        format=made.format.value,
        digest=made.digest,
        team_register_version=held.team_register.version,
        session_register_version=held.session_register.version,
    )


def _receipt(held: Held, made: Rendered, pins: Sequence[Pinned], serve: ContextServe, token: AgentToken) -> Receipt:
    """The receipt of an equal serve before, or a new one: the same context is signed once."""
    same = ("compaction", "epoch", "format", "digest", "team_register_version", "session_register_version")
    equal = ContextServe.objects.filter(team=held.compaction.team, **{name: getattr(serve, name) for name in same})
    before = equal.exclude(receipt=None).select_related("receipt").first()
    if before is not None and before.receipt is not None:
        return before.receipt
    receipt = _sign(held, made, pins)
    body = {"context_digest": made.digest.hex(), "format": made.format.value, "receipts": [receipts.named(receipt)]}
    audit_log.append(held.compaction.team, "context.served", token, held.compaction, body)
    return receipt


def _sign(held: Held, made: Rendered, pins: Sequence[Pinned]) -> Receipt:
    compaction = held.compaction
    assert compaction.receipt is not None  # an approved row has one; the database holds that
    return receipts.issue(
        ReceiptKind.CONTEXT,
        team=compaction.team,
        compaction=compaction,
        subject={"context": made.digest.hex()},
        predicate={
            **receipts.about(compaction, now()),
            "epoch": held.session.epoch,
            "format": made.format.value,
            "context_digest": made.digest.hex(),
            "through_seq": made.through_seq,
            "registers": receipts.registers(held.team_register, held.session_register),
            "pins": [{"key": pin.key, "version": pin.version, "digest": pin.digest.hex()} for pin in pins],
            "approval": receipts.named(compaction.receipt),
            "state": _stated(held.session),
        },
    )


def _stated(session: Session) -> Json:
    """Which state record stands in the context, and the digest of its block."""
    record = state_of(session)
    if record is None:
        return None
    return {"version": record.version, "block": sha256(binding_block(record).encode()).hex()}


def _registers(team: Team, session: Session | None) -> tuple[Register, ...]:
    of_team = Register.objects.get(team=team, session=None)
    return (of_team,) if session is None else (of_team, Register.objects.get(team=team, session=session))


def _digest(text: str) -> bytes:
    try:
        digest = bytes.fromhex(text)
    except ValueError:
        digest = b""
    if len(digest) != 32:
        raise Refused("invalid", "A digest has 64 hexadecimal digits.", 422, "context_digest")
    return digest
