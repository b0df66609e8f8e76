"""Receipts: what was signed, by whom, for which team; and an audit chain in which nothing can be moved."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey  # type: ignore[attr-defined]  # public, says its documentation

from reviewapp.guard.chain import ChainBroken, links
from reviewapp.guard.receipts import Malformed, ReceiptKind, Statement, parse_envelope, receipt_digest, sign
from reviewapp.guard.render import Format
from reviewapp.guard.verify import Fault, NotVerified, load_keys, verify_audit, verify_context, verify_receipt
from tests.guard import make_vectors
from tests.guard.make_vectors import ACTIVE, KEYS, chain, checkpoint, served, signed_raw
from tests.stress import FULL, dice, times

MESSAGES, STATEMENT = served(Format.STET)
RECEIPT = sign(STATEMENT, ACTIVE)
TRUSTED = load_keys(json.dumps(KEYS).encode())


def fault(receipt: bytes, **more: object) -> Fault:
    with pytest.raises(NotVerified) as refused:
        verify_receipt(receipt, TRUSTED, **more)  # type: ignore[arg-type]  # any of its options
    return refused.value.fault


def test_any_flipped_byte_is_refused() -> None:
    """In payload, signature, key id, type or team: they all stand in these bytes."""
    random = dice("flips")
    bits = range(8) if FULL else [random.randrange(8)]
    for place in range(len(RECEIPT)):
        for bit in bits:
            broken = bytearray(RECEIPT)
            broken[place] ^= 1 << bit
            with pytest.raises(NotVerified):
                verify_receipt(bytes(broken), TRUSTED)


def test_any_cut_or_longer_receipt_is_refused() -> None:
    for end in range(len(RECEIPT)):
        with pytest.raises(NotVerified):
            verify_receipt(RECEIPT[:end], TRUSTED)
    with pytest.raises(NotVerified):
        verify_receipt(RECEIPT + b"x", TRUSTED)


def test_another_library_verifies_the_envelope() -> None:
    envelope = Envelope.from_dict(json.loads(RECEIPT))
    pem = KEYS["keys"][0]["public_pem"]
    key = SSlibKey(KEYS["keys"][0]["keyid"], "ed25519", "ed25519", {"public": _hex(pem)})
    envelope.verify([key], 1)


def _hex(pem: str) -> str:
    key = load_pem_public_key(pem.encode())
    return key.public_bytes_raw().hex()  # type: ignore[union-attr]  # an Ed25519 key has it


def test_the_digest_of_a_receipt_is_that_of_its_payload() -> None:
    printed_otherwise = json.dumps(json.loads(RECEIPT), indent=2).encode()
    assert receipt_digest(printed_otherwise) == receipt_digest(RECEIPT)


@pytest.mark.parametrize("kind", ReceiptKind)
def test_what_a_kind_must_say_is_asked_for(kind: ReceiptKind) -> None:
    with pytest.raises(Malformed):
        sign(Statement(kind, {}, {"team": "7"}), ACTIVE)


def test_a_statement_is_never_taken_for_another_kind() -> None:
    for kind in set(ReceiptKind) - {ReceiptKind.CONTEXT}:
        assert fault(RECEIPT, kind=kind) is Fault.MISMATCH


def test_a_boolean_is_no_number() -> None:
    payload = parse_envelope(RECEIPT).payload.replace(b'"epoch":1', b'"epoch":true')
    assert fault(signed_raw(payload).encode()) is Fault.MALFORMED


def test_a_context_verifies_as_served_and_not_otherwise() -> None:
    statement = verify_receipt(RECEIPT, TRUSTED)
    verify_context(statement, MESSAGES)
    random, text = dice("contexts"), json.dumps(MESSAGES, ensure_ascii=False)
    for _ in range(times(2_000)):
        place = random.randrange(len(text))
        other = text[:place] + chr(random.randrange(32, 127)) + text[place + 1 :]
        try:
            messages = json.loads(other)
        except ValueError:
            continue
        if messages != MESSAGES:
            with pytest.raises(NotVerified):
                verify_context(statement, messages)


# The audit chain


def broken(lines: list[str], *marks: bytes) -> bool:
    try:
        verify_audit(lines, TRUSTED, marks)
    except NotVerified as refused:
        assert refused.fault is Fault.MISMATCH
        return True
    return False


EXPORT = chain({2: RECEIPT}, 100)
OTHER = chain({3: RECEIPT}, 100)
HEAD = checkpoint(100, json.loads(EXPORT[-1])["hash"], ACTIVE).encode()


def test_a_clean_export_raises_no_alarm() -> None:
    assert not broken(EXPORT, HEAD)
    assert verify_audit(EXPORT, TRUSTED, [HEAD]).anchored == 100
    assert len(list(links(EXPORT))) == 100


@pytest.mark.parametrize("entry", range(100))
@pytest.mark.parametrize(
    "mutate",
    [
        lambda lines, n: [*lines[:n], lines[n].replace("t-1", "t-9"), *lines[n + 1 :]],
        lambda lines, n: [*lines[:n], *lines[n + 1 :]],
        lambda lines, n: [*lines[:n], *lines[n : n + 2][::-1], *lines[n + 2 :]] if n < 99 else [*lines[1:], lines[0]],
        lambda lines, n: [*lines[: n + 1], lines[n], *lines[n + 1 :]],
        lambda lines, n: [*lines[:n], OTHER[n].replace("é", "e"), *lines[n:]],
        lambda lines, n: lines[:n],
    ],
    ids=["edit", "drop", "swap", "duplicate", "insert", "truncate"],
)
def test_every_change_of_an_export_is_found(mutate: Callable[[list[str], int], list[str]], entry: int) -> None:
    assert broken(mutate(EXPORT, entry), HEAD)


def test_a_chain_written_anew_is_found_by_its_checkpoint_alone() -> None:
    assert not broken(OTHER)
    assert broken(OTHER, HEAD)


def test_any_flipped_byte_of_an_export_is_found() -> None:
    random, data = dice("export"), "".join(f"{line}\n" for line in EXPORT[:20]).encode()
    for _ in range(times(5_000)):
        changed = bytearray(data)
        changed[random.randrange(len(data) - 1)] ^= 1 << random.randrange(7)
        text = bytes(changed).decode(errors="replace")
        with pytest.raises(ChainBroken):
            list(links(text.removesuffix("\n").split("\n")))


def test_an_export_is_of_one_team_and_begins_at_its_beginning() -> None:
    assert broken([*EXPORT[:50], *chain({}, 100, team="8")[50:]])
    assert broken(EXPORT[1:])
    assert make_vectors.TEAM == "7"
