"""Receipts: in-toto statements in DSSE envelopes, signed with Ed25519. Needs `cryptography`.

A signature covers the payload's exact bytes together with their type. Who verifies checks those bytes first and parses
them after, and never prints JSON anew to compare it.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from reviewapp.guard.canonical import Json, canonical_json, strict_json

PAYLOAD_TYPE = "application/vnd.in-toto+json"
STATEMENT_TYPE = "https://in-toto.io/Statement/v1"


class ReceiptKind(StrEnum):
    """What a receipt states. A rejection also states an expiry, a withdrawal or that a compaction was superseded."""

    BYPASS = "bypass"
    APPROVAL = "approval"
    REJECTION = "rejection"
    PIN_INVALIDATION = "pin-invalidation"
    CONTEXT = "context"
    CHECKPOINT = "checkpoint"

    @property
    def predicate_type(self) -> str:
        return f"urn:stet:{self.value}:v1"


class Malformed(ValueError):
    """Not a receipt of a form that we know."""


@dataclass(frozen=True, slots=True)
class Envelope:
    payload_type: str
    payload: bytes
    keyid: str
    signature: bytes

    def verify(self, key: Ed25519PublicKey) -> None:
        """Raises cryptography's InvalidSignature."""
        key.verify(self.signature, pae(self.payload_type, self.payload))


@dataclass(frozen=True, slots=True)
class Statement:
    """What was signed. `subject` maps a name to a SHA-256 in hex."""

    kind: ReceiptKind
    subject: Mapping[str, str]
    predicate: Mapping[str, Any]

    @property
    def team(self) -> str:
        return str(self.predicate["team"])


def pae(payload_type: str, payload: bytes) -> bytes:
    """DSSE's pre-authentication encoding: the bytes that are signed."""
    kind = payload_type.encode()
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)


def key_id(key: Ed25519PublicKey) -> str:
    """SHA-256 of the public key as SubjectPublicKeyInfo, in hex."""
    return hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).hexdigest()


def sign(statement: Statement, key: Ed25519PrivateKey) -> bytes:
    """The signed envelope as canonical JSON."""
    payload = canonical_json(
        {
            "_type": STATEMENT_TYPE,
            "subject": [{"name": name, "digest": {"sha256": digest}} for name, digest in statement.subject.items()],
            "predicateType": statement.kind.predicate_type,
            "predicate": statement.predicate,
        }
    )
    parse_statement(payload)  # never sign what our own verifier refuses
    signature = {"keyid": key_id(key.public_key()), "sig": _encode(key.sign(pae(PAYLOAD_TYPE, payload)))}
    return canonical_json({"payloadType": PAYLOAD_TYPE, "payload": _encode(payload), "signatures": [signature]})


def receipt_digest(envelope: bytes) -> bytes:
    """SHA-256 of the signed payload: the same however the envelope around it was printed."""
    return hashlib.sha256(parse_envelope(envelope).payload).digest()


def parse_envelope(data: bytes) -> Envelope:
    """Read an envelope with exactly one signature; raises Malformed."""
    outer = _object(_parse(data), {"payloadType": str, "payload": str, "signatures": list})
    if outer["payloadType"] != PAYLOAD_TYPE or len(outer["signatures"]) != 1:
        raise Malformed("not an envelope with one signature over an in-toto statement")
    signature = _object(outer["signatures"][0], {"keyid": str, "sig": str})
    return Envelope(outer["payloadType"], _decode(outer["payload"]), signature["keyid"], _decode(signature["sig"]))


def parse_statement(payload: bytes) -> Statement:
    """Read a payload whose signature was checked; raises Malformed for types and predicates that we don't know."""
    outer = _object(_parse(payload), {"_type": str, "subject": list, "predicateType": str, "predicate": dict})
    kinds = {kind.predicate_type: kind for kind in ReceiptKind}
    if outer["_type"] != STATEMENT_TYPE or outer["predicateType"] not in kinds:
        raise Malformed("a statement of a type that we don't know")
    kind = kinds[outer["predicateType"]]
    return Statement(kind, dict(map(_subject, outer["subject"])), _has(outer["predicate"], PREDICATES[kind]))


def _subject(entry: Json) -> tuple[str, str]:
    subject = _object(entry, {"name": str, "digest": dict})
    return subject["name"], _object(subject["digest"], {"sha256": str})["sha256"]


def _parse(data: bytes) -> Json:
    try:
        return strict_json(data)
    except ValueError as error:
        raise Malformed("not JSON that says one thing only") from error


def _object(value: Json, fields: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(value, dict) or value.keys() != fields.keys():
        raise Malformed(f"not an object of {', '.join(fields)}")
    return _has(value, fields)


def _has(value: dict[str, Any], fields: Mapping[str, Any]) -> dict[str, Any]:
    for name, kind in fields.items():
        if name not in value or not isinstance(value[name], kind) or (kind is int and isinstance(value[name], bool)):
            raise Malformed(f"{name} is missing or of another type")
    return value


def _encode(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _decode(text: str) -> bytes:
    """Strict base64: one text for one sequence of bytes."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Malformed("not base64") from error
    if _encode(data) != text:
        raise Malformed("base64 in another form than the one that encodes it")
    return data


_OPTIONAL_TEXT = (str, type(None))
_COMPACTION = {"team": str, "session": str, "compaction": str, "submission_digest": str, "at": str}

PREDICATES: Mapping[ReceiptKind, Mapping[str, Any]] = {
    ReceiptKind.BYPASS: {
        **_COMPACTION,
        "assurance": str,
        "pins": list,
        "excluded_spans": list,
        "source_root": str,
        "compactor": dict,
        "compactor_input_digest": _OPTIONAL_TEXT,
        "registers": dict,
    },
    ReceiptKind.APPROVAL: {
        **_COMPACTION,
        "by": str,
        "manifest_digest": str,
        "summary_digest": str,
        "source_root": str,
        "from_seq": int,
        "to_seq": int,
        "base_epoch": int,
        "registers": dict,
        "decisions": list,
        "quorum": int,
        "policy_version": int,
    },
    ReceiptKind.REJECTION: {
        **_COMPACTION,
        "outcome": str,
        "reason_code": str,
        "manifest_digest": _OPTIONAL_TEXT,
        "must_keep_digest": str,
    },
    ReceiptKind.PIN_INVALIDATION: {
        "team": str,
        "session": _OPTIONAL_TEXT,
        "key": str,
        "version": int,
        "severity": str,
        "pin_digest": str,
        "cause": str,
        "evidence_digest": _OPTIONAL_TEXT,
        "requester": _OPTIONAL_TEXT,
        "approvers": list,
        "register": dict,
        "at": str,
    },
    ReceiptKind.CONTEXT: {
        "team": str,
        "session": str,
        "compaction": str,
        "epoch": int,
        "format": str,
        "context_digest": str,
        "through_seq": int,
        "registers": dict,
        "pins": list,
        "approval": str,
        "at": str,
    },
    ReceiptKind.CHECKPOINT: {"team": str, "seq": int, "hash": str, "at": str},
}
"""The fields that each predicate must have, with their JSON types; more may stand there."""
