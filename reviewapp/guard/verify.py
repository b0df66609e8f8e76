"""Verify receipts, contexts and audit exports offline: no network, no server, no Django. Needs `cryptography`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from reviewapp.guard.assertion import block_at_its_place
from reviewapp.guard.canonical import Json, strict_json
from reviewapp.guard.chain import ChainBroken, Link, links
from reviewapp.guard.digest import context_digest
from reviewapp.guard.pinned import parse_block
from reviewapp.guard.receipts import (
    Malformed,
    ReceiptKind,
    Statement,
    key_id,
    parse_envelope,
    parse_statement,
    receipt_digest,
)


class Fault(IntEnum):
    """Why something did not verify; also the exit code of the command (0 is valid)."""

    INVALID = 1
    MALFORMED = 2
    UNKNOWN_KEY = 3
    REVOKED = 4
    MISMATCH = 5


class NotVerified(Exception):
    def __init__(self, fault: Fault, why: str) -> None:
        super().__init__(why)
        self.fault = fault


@dataclass(frozen=True, slots=True)
class TrustedKey:
    """`revoked_after`: team -> the last audit entry before the key was stolen. What a thief signs bears any date he
    likes, so a revoked key is believed only for receipts that the audit chain held by then."""

    public: Ed25519PublicKey
    state: str
    revoked_after: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Chain:
    """A checked audit export. `anchored`: the last entry that a checkpoint of a living key covers, 0 without one."""

    links: Sequence[Link]
    anchored: int = 0


Keys = Mapping[str, TrustedKey]
_STATES = frozenset({"active", "retired", "revoked"})  # a pending key has signed nothing yet


def load_keys(data: bytes) -> Keys:
    """Read a published key list (`/.well-known/stet-keys.json`); raises NotVerified."""
    try:
        return {entry["keyid"]: _trusted(entry) for entry in strict_json(data)["keys"] if entry["state"] != "pending"}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotVerified(Fault.MALFORMED, f"the key list can't be read: {error}") from error


def _trusted(entry: Mapping[str, Any]) -> TrustedKey:
    public = load_pem_public_key(entry["public_pem"].encode())
    if not isinstance(public, Ed25519PublicKey) or key_id(public) != entry["keyid"]:
        raise ValueError("a key id that is not its key's")
    if entry["state"] not in _STATES:
        raise ValueError("a key state that we don't know")
    revoked_after = dict(entry.get("revoked_after") or {})
    if not all(type(seq) is int for seq in revoked_after.values()):
        raise ValueError("a revocation that names no audit entry")
    return TrustedKey(public, entry["state"], revoked_after)


def verify_receipt(
    data: bytes,
    keys: Keys,
    *,
    kind: ReceiptKind | None = None,
    team: str | None = None,
    audit: Chain | None = None,
) -> Statement:
    """Check signature, key, type and team of a receipt, and that the audit chain, where one is given, holds it."""
    statement, key = _signed(data, keys)
    if kind is not None and statement.kind is not kind:
        raise NotVerified(Fault.MISMATCH, f"a {statement.kind} receipt, where a {kind} receipt was expected")
    if team is not None and statement.team != team:
        raise NotVerified(Fault.MISMATCH, "a receipt of another team")
    seq = None if audit is None else _place(data, statement, audit.links)
    if key.state == "revoked" and not _older_than_theft(key, statement.team, seq, audit):
        raise NotVerified(Fault.REVOKED, "signed with a revoked key, and nothing shows that it was signed before that")
    return statement


def _older_than_theft(key: TrustedKey, team: str, seq: int | None, audit: Chain | None) -> bool:
    """Whether a chain that a living key anchored held the receipt before the key was stolen."""
    if seq is None or audit is None:
        return False
    return seq <= key.revoked_after.get(team, 0) and seq <= audit.anchored


def _signed(data: bytes, keys: Keys) -> tuple[Statement, TrustedKey]:
    try:
        envelope = parse_envelope(data)
    except Malformed as error:
        raise NotVerified(Fault.MALFORMED, str(error)) from error
    key = keys.get(envelope.keyid)
    if key is None:
        raise NotVerified(Fault.UNKNOWN_KEY, "signed with a key that is not in the list")
    try:
        envelope.verify(key.public)
        return parse_statement(envelope.payload), key
    except InvalidSignature as error:
        raise NotVerified(Fault.INVALID, "the signature does not fit") from error
    except Malformed as error:
        raise NotVerified(Fault.MALFORMED, str(error)) from error


def _place(data: bytes, statement: Statement, audit: Sequence[Link]) -> int:
    """The audit entry that holds the receipt (or, of a checkpoint, the head it states)."""
    if not audit or audit[0].entry["team"] != statement.team:
        raise NotVerified(Fault.MISMATCH, "the audit export is not of the receipt's team")
    if statement.kind is ReceiptKind.CHECKPOINT:
        return _anchor(statement, audit)
    wanted = receipt_digest(data).hex()
    for link in audit:
        if wanted in _receipts(link.entry["body"]):
            return link.seq
    raise NotVerified(Fault.MISMATCH, "the audit export does not hold this receipt")


def _receipts(body: Json) -> Sequence[Json]:
    named = body.get("receipts") if isinstance(body, Mapping) else None
    return named if isinstance(named, list) else ()


def _anchor(statement: Statement, audit: Sequence[Link]) -> int:
    seq = int(statement.predicate["seq"])
    if not 1 <= seq <= len(audit):
        raise NotVerified(Fault.MISMATCH, f"the export ends at entry {len(audit)}, the checkpoint states entry {seq}")
    if audit[seq - 1].hash.hex() != statement.predicate["hash"]:
        raise NotVerified(Fault.MISMATCH, f"entry {seq} is not the one that the checkpoint states")
    return seq


def verify_audit(lines: Iterable[str], keys: Keys, checkpoints: Iterable[bytes] = ()) -> Chain:
    """Check an export from its first entry on and against every checkpoint."""
    try:
        chain = list(links(lines))
    except ChainBroken as error:
        raise NotVerified(Fault.MISMATCH, str(error)) from error
    anchored = 0
    for checkpoint in checkpoints:
        # A revoked key anchors nothing: whoever holds it can sign a chain of his own.
        statement = verify_receipt(checkpoint, keys, kind=ReceiptKind.CHECKPOINT)
        if not chain or chain[0].entry["team"] != statement.team:
            raise NotVerified(Fault.MISMATCH, "the checkpoint is not of the export's team")
        anchored = max(anchored, _anchor(statement, chain))
    return Chain(chain, anchored)


def verify_context(statement: Statement, messages: Json) -> None:
    """Check that these messages are the ones a context receipt signed, and that its pins stand in them to the byte."""
    if statement.kind is not ReceiptKind.CONTEXT:
        raise NotVerified(Fault.MISMATCH, f"a {statement.kind} receipt says nothing about a context")
    try:
        found = context_digest(messages).hex()
    except ValueError as error:
        raise NotVerified(Fault.MALFORMED, f"the context can't be read: {error}") from error
    if found != statement.predicate["context_digest"] or statement.subject.get("context") != found:
        raise NotVerified(Fault.MISMATCH, "the context has other bytes than the receipt signed")
    block = block_at_its_place(messages)
    pins = parse_block(block) if block else None
    stated = [{"key": pin.key, "version": pin.version, "digest": pin.digest.hex()} for pin in pins or ()]
    if pins is None or stated != statement.predicate["pins"]:
        raise NotVerified(Fault.MISMATCH, "the pinned block does not hold the pins that the receipt names")
