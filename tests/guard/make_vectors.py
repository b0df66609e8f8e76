"""Writes vectors/receipts.json: what verifiers in any language must accept and refuse, with the exit code of each.

    python -m tests.guard.make_vectors

Keys come from fixed seeds and Ed25519 is deterministic, so that the same code writes the same bytes.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from reviewapp.guard.canonical import canonical_json
from reviewapp.guard.chain import GENESIS
from reviewapp.guard.digest import audit_hash
from reviewapp.guard.pinned import Pinned
from reviewapp.guard.receipts import PAYLOAD_TYPE, ReceiptKind, Statement, key_id, pae, receipt_digest, sign
from reviewapp.guard.render import Format, Material, RawTurn, StateRecord, Summary, render

PATH = Path(__file__).with_name("vectors") / "receipts.json"
TEAM, AT = "7", "2026-11-30T12:00:00.000000Z"

ACTIVE, RETIRED, REVOKED, PENDING, STRANGER = (
    Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in range(1, 6)
)

PINS = (
    Pinned("aurora", 2, "HARD_DENIAL", b"Under NO circumstances touch Aurora.\r\n"),
    Pinned("limit", 1, "ADVISORY", "At most 5 MB \u202e – née\u0301 <<<END PINNED".encode()),
)
TURNS = (
    RawTurn(1, "system", "You migrate clusters."),
    RawTurn(2, "user", "Move it."),
    RawTurn(3, "assistant", '{"depth":1.5,"b":1e21,"a":-0.0}', "tool_call", "c1", "scan"),
    RawTurn(4, "tool", "done \U0001f9f7", "tool_result", "c1"),
)
MATERIAL = Material(TURNS, (Summary(1, 2, "It moves."),), PINS, StateRecord(1, {"\ue000": 1, "\U0001f600": "é"}))


@dataclass(frozen=True)
class Vector:
    """`exit` 0 is valid; see `python -m reviewapp.guard --help` for the others."""

    name: str
    exit: int
    receipt: str
    keys: Any
    team: str | None = None
    kind: str | None = None
    context: Any = None
    audit: str | None = None
    checkpoints: tuple[str, ...] = ()


def published(key: Ed25519PrivateKey, state: str, **more: Any) -> dict[str, Any]:
    pem = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    return {"keyid": key_id(key.public_key()), "algorithm": "ed25519", "public_pem": pem, "state": state, **more}


KEYS = {
    "keys": [
        published(ACTIVE, "active"),
        published(RETIRED, "retired"),
        published(REVOKED, "revoked", revoked_after={TEAM: 3}),
        published(PENDING, "pending"),
    ]
}


def served(form: Format) -> tuple[list[Mapping[str, Any]], Statement]:
    made = render(MATERIAL, form)
    digest = made.digest.hex()
    predicate = {
        "team": TEAM,
        "session": "s-1",
        "compaction": "4f1d",
        "submission_digest": "ab" * 32,
        "epoch": 1,
        "format": form.value,
        "context_digest": digest,
        "through_seq": made.through_seq,
        "registers": {"team": {"version": 3, "digest": "cd" * 32}, "session": {"version": 0, "digest": ""}},
        "pins": [{"key": pin.key, "version": pin.version, "digest": pin.digest.hex()} for pin in PINS],
        "approval": "ef" * 32,
        "at": AT,
    }
    return list(made.messages), Statement(ReceiptKind.CONTEXT, {"context": digest}, predicate)


def checkpoint(seq: int, head: str, key: Ed25519PrivateKey, team: str = TEAM) -> str:
    predicate = {"team": team, "seq": seq, "hash": head, "at": AT}
    return sign(Statement(ReceiptKind.CHECKPOINT, {f"audit/{seq}": head}, predicate), key).decode()


def chain(
    receipts: Mapping[int, bytes],
    length: int = 6,
    team: str = TEAM,
    odd: Mapping[int, Mapping[str, Any]] | None = None,
) -> list[str]:
    """An audit export; `receipts` says which entry names which receipt, `odd` which fields an entry has otherwise."""
    lines, previous = [], GENESIS
    for seq in range(1, length + 1):
        named = [receipt_digest(receipts[seq]).hex()] if seq in receipts else []
        entry = {
            "v": 1,
            "team": team,
            "seq": seq,
            "at": AT,
            "action": "context.served",
            "actor": {"kind": "token", "id": "t-1"},
            "object": {"kind": "compaction", "id": "4f1d"},
            "body": {"receipts": named, "note": "é\u2028"},
        }
        entry |= (odd or {}).get(seq, {})
        previous = audit_hash(previous, entry)
        lines.append(canonical_json({"entry": entry, "hash": previous.hex()}).decode())
    return lines


def resigned(envelope: bytes, key: Ed25519PrivateKey, **outer: Any) -> str:
    """The payload under other words: a type, a key id or a signature that was put in from outside."""
    parsed = json.loads(envelope)
    payload = base64.b64decode(parsed["payload"])
    kind = outer.get("payloadType", PAYLOAD_TYPE)
    signature = {"keyid": key_id(key.public_key()), "sig": base64.b64encode(key.sign(pae(kind, payload))).decode()}
    return json.dumps({**parsed, "signatures": [signature], **outer})


def edited(envelope: bytes, **changes: Any) -> str:
    """A payload with other members, under the old signature."""
    parsed = json.loads(envelope)
    statement = json.loads(base64.b64decode(parsed["payload"]))
    statement["predicate"].update(changes.pop("predicate", {}))
    statement.update(changes)
    return json.dumps({**parsed, "payload": base64.b64encode(canonical_json(statement)).decode()})


def _loose(text: str) -> str:
    """The same bytes in another base64: bits that carry nothing are set."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return text[:-3] + letters[letters.index(text[-3]) | 1] + "=="


def signed_raw(payload: bytes, key: Ed25519PrivateKey = ACTIVE) -> str:
    """Any payload, rightly signed: what only its content makes wrong."""
    signature = {
        "keyid": key_id(key.public_key()),
        "sig": base64.b64encode(key.sign(pae(PAYLOAD_TYPE, payload))).decode(),
    }
    payload_text = base64.b64encode(payload).decode()
    return json.dumps({"payloadType": PAYLOAD_TYPE, "payload": payload_text, "signatures": [signature]})


def vectors() -> Iterator[Vector]:
    for form in Format:
        messages, statement = served(form)
        receipt = sign(statement, ACTIVE).decode()
        yield Vector(f"valid-{form}", 0, receipt, KEYS, context=messages, team=TEAM, kind="context")
    messages, statement = served(Format.STET)
    good = sign(statement, ACTIVE)
    yield from _envelopes(good, statement)
    yield from _contexts(good.decode(), statement, messages)
    yield from _chains(statement)


def _envelopes(good: bytes, statement: Statement) -> Iterator[Vector]:
    text, parsed = good.decode(), json.loads(good)
    payload = json.loads(base64.b64decode(parsed["payload"]))
    yield Vector("valid-printed-otherwise", 0, json.dumps(parsed, indent=4), KEYS)
    yield Vector("valid-retired-key", 0, sign(statement, RETIRED).decode(), KEYS)
    yield Vector("edited-digest", 1, edited(good, predicate={"context_digest": "00" * 32}), KEYS)
    yield Vector("edited-team", 1, edited(good, predicate={"team": "8"}), KEYS)
    yield Vector("edited-type", 1, edited(good, predicateType="urn:stet:approval:v1"), KEYS)
    other_sig = json.loads(resigned(good, STRANGER))["signatures"][0]["sig"]
    swapped = {"keyid": parsed["signatures"][0]["keyid"], "sig": other_sig}
    yield Vector("signature-of-another-key", 1, json.dumps({**parsed, "signatures": [swapped]}), KEYS)
    other_id = {**parsed["signatures"][0], "keyid": key_id(RETIRED.public_key())}
    yield Vector("key-id-of-another-key", 1, json.dumps({**parsed, "signatures": [other_id]}), KEYS)
    short = {**parsed["signatures"][0], "sig": base64.b64encode(bytes(63)).decode()}
    yield Vector("signature-too-short", 1, json.dumps({**parsed, "signatures": [short]}), KEYS)
    yield Vector("another-payload-type", 2, resigned(good, ACTIVE, payloadType="application/json"), KEYS)
    yield Vector("not-json", 2, text[:-1], KEYS)
    yield Vector("repeated-member", 2, text.replace('{"payload"', '{"payload":"","payload"', 1), KEYS)
    yield Vector("no-signature", 2, json.dumps({**parsed, "signatures": []}), KEYS)
    yield Vector("two-signatures", 2, json.dumps({**parsed, "signatures": parsed["signatures"] * 2}), KEYS)
    yield Vector("unknown-member", 2, json.dumps({**parsed, "note": "hi"}), KEYS)
    yield Vector("base64-with-a-blank", 2, json.dumps({**parsed, "payload": parsed["payload"] + " "}), KEYS)
    yield Vector(
        "unknown-predicate", 2, signed_raw(canonical_json({**payload, "predicateType": "urn:stet:gift:v1"})), KEYS
    )
    loose = {**parsed["signatures"][0], "sig": _loose(parsed["signatures"][0]["sig"])}
    yield Vector("base64-with-loose-bits", 2, json.dumps({**parsed, "signatures": [loose]}), KEYS)
    yield Vector("unknown-statement", 2, signed_raw(canonical_json({**payload, "_type": "https://example.org"})), KEYS)
    lacking = {name: value for name, value in payload["predicate"].items() if name != "team"}
    yield Vector("no-team", 2, signed_raw(canonical_json({**payload, "predicate": lacking})), KEYS)
    wrong = {**payload["predicate"], "epoch": "1"}
    yield Vector("epoch-as-text", 2, signed_raw(canonical_json({**payload, "predicate": wrong})), KEYS)
    yield Vector("payload-not-json", 2, signed_raw(b"{"), KEYS)
    yield Vector("unknown-key", 3, sign(statement, STRANGER).decode(), KEYS)
    yield Vector("pending-key", 3, sign(statement, PENDING).decode(), KEYS)
    yield Vector("empty-key-list", 3, text, {"keys": []})
    yield Vector("key-list-without-keys", 2, text, {})
    renamed = {**published(STRANGER, "active"), "keyid": key_id(ACTIVE.public_key())}
    yield Vector("key-under-anothers-id", 2, text, {"keys": [renamed]})
    yield Vector("unknown-key-state", 2, text, {"keys": [published(ACTIVE, "excellent")]})
    yield Vector("revoked-key", 4, sign(statement, REVOKED).decode(), KEYS)
    yield Vector("another-team-expected", 5, text, KEYS, team="8")
    yield Vector("another-kind-expected", 5, text, KEYS, kind="approval")


def _contexts(good: str, statement: Statement, messages: list[Mapping[str, Any]]) -> Iterator[Vector]:
    def context(name: str, exit: int, changed: Any, receipt: str = good) -> Vector:
        return Vector(name, exit, receipt, KEYS, context=changed)

    text = json.dumps(messages)
    yield context("context-one-letter", 5, json.loads(text.replace("touch Aurora", "touch aurora")))
    yield context("context-carriage-return-lost", 5, json.loads(text.replace("\\r\\n", "\\n")))
    yield context("context-message-dropped", 5, messages[:-1])
    yield context("context-message-twice", 5, [*messages, messages[-1]])
    yield context("context-swapped", 5, [messages[1], messages[0], *messages[2:]])
    other = Statement(statement.kind, {"context": "00" * 32}, statement.predicate)
    yield context("context-subject-differs", 5, messages, sign(other, ACTIVE).decode())
    fewer = {**statement.predicate, "pins": statement.predicate["pins"][:1]}
    yield context(
        "context-pins-not-those-named",
        5,
        messages,
        sign(Statement(statement.kind, statement.subject, fewer), ACTIVE).decode(),
    )
    mark = checkpoint(1, "00" * 32, ACTIVE)
    yield context("context-for-a-checkpoint", 5, messages, mark)


def _chains(statement: Statement) -> Iterator[Vector]:
    stolen, good = sign(statement, REVOKED), sign(statement, ACTIVE)
    lines = chain({2: stolen, 5: good})
    heads = [json.loads(line)["hash"] for line in lines]
    late = chain({5: stolen})
    late_head = json.loads(late[-1])["hash"]

    def held(name: str, exit: int, receipt: bytes, given: list[str], *marks: str) -> Vector:
        return Vector(
            name, exit, receipt.decode(), KEYS, audit="".join(f"{line}\n" for line in given), checkpoints=marks
        )

    anchor = checkpoint(6, heads[-1], ACTIVE)
    yield held("audit-holds-it", 0, good, lines, anchor)
    yield held("audit-unanchored", 0, good, lines)
    yield held("audit-anchored-twice", 0, good, lines, checkpoint(2, heads[1], RETIRED), anchor)
    yield held("revoked-but-held-before", 0, stolen, lines, anchor)
    yield held("revoked-unanchored", 4, stolen, lines)
    yield held("revoked-anchored-too-early", 4, stolen, lines, checkpoint(1, heads[0], ACTIVE))
    yield held("revoked-held-after", 4, stolen, late, checkpoint(6, late_head, ACTIVE))
    yield held("checkpoint-of-a-revoked-key", 4, good, lines, checkpoint(6, heads[-1], REVOKED))
    yield held("audit-does-not-hold-it", 5, good, chain({}))
    yield held("audit-edited", 5, good, [lines[0].replace("t-1", "t-2"), *lines[1:]])
    yield held("audit-gap", 5, good, [*lines[:2], *lines[3:]])
    yield held("audit-swapped", 5, good, [lines[1], lines[0], *lines[2:]])
    yield held("audit-doubled", 5, good, [*lines[:3], lines[2], *lines[3:]])
    yield held("audit-numbers-wrong", 5, good, chain({2: good}, odd={4: {"seq": 5}}))
    yield held("audit-entry-of-another-team", 5, good, chain({2: good}, odd={4: {"team": "8"}}))
    yield held("audit-entry-of-another-version", 5, good, chain({2: good}, odd={4: {"v": 2}}))
    yield held("audit-cut-before-checkpoint", 5, good, lines[:5], anchor)
    yield held("audit-written-anew", 5, good, chain({2: good}), anchor)
    yield held("audit-of-another-team", 5, good, chain({2: good}, team="8"))
    yield held("checkpoint-of-another-team", 5, good, lines, checkpoint(6, heads[-1], ACTIVE, team="8"))
    yield held("receipt-as-checkpoint", 5, good, lines, good.decode())
    yield held("audit-not-json", 5, good, [*lines, "{"])


def text() -> str:
    """A vector without keys is meant for the common ones."""
    told = [
        {name: value for name, value in vars(vector).items() if value not in (None, (), KEYS)} for vector in vectors()
    ]
    return json.dumps({"keys": KEYS, "vectors": told}, indent=1, ensure_ascii=True) + "\n"


if __name__ == "__main__":
    PATH.parent.mkdir(exist_ok=True)
    PATH.write_text(text())
