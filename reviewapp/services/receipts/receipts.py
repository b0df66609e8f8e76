"""Receipts as rows: signed inside the transaction that they tell of, so that nothing takes effect unproved."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from reviewapp.guard import receipts as guard
from reviewapp.guard.canonical import Json, strict_json
from reviewapp.guard.digest import register_digest
from reviewapp.guard.receipts import ReceiptKind, Statement
from reviewapp.models import Compaction, Receipt, Register, Team
from reviewapp.services.errors import not_found
from reviewapp.services.receipts import signing_keys

public_keys = signing_keys.published


def issue(
    kind: ReceiptKind,
    *,
    team: Team,
    subject: Mapping[str, str],
    predicate: Mapping[str, Json],
    compaction: Compaction | None = None,
) -> Receipt:
    """Sign and store a receipt. The caller names its digest in the audit entry: `{"receipts": [named(receipt)]}`."""
    statement = Statement(kind, subject, {"team": str(team.id), **predicate})
    envelope = guard.sign(statement, signing_keys.signer())
    digest = guard.receipt_digest(envelope)
    return Receipt.objects.create(team=team, kind=kind.value, compaction=compaction, envelope=envelope, digest=digest)


def get(*, team: Team, receipt_id: UUID) -> Receipt:
    receipt = Receipt.objects.filter(team=team, id=receipt_id).first()
    if receipt is None:
        raise not_found("receipt")
    return receipt


def envelope(receipt: Receipt) -> Any:
    """The envelope as parsed JSON, for an answer to hold."""
    return strict_json(receipt.envelope)


def statement(receipt: Receipt) -> Statement:
    """What a stored receipt states."""
    return guard.parse_statement(guard.parse_envelope(receipt.envelope).payload)


def named(receipt: Receipt) -> str:
    return receipt.digest.hex()


def moment(at: datetime) -> str:
    """A time as receipts write it."""
    return at.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")


def about(compaction: Compaction, at: datetime) -> dict[str, Json]:
    """The fields that every receipt about a compaction has."""
    return {
        "session": compaction.session.external_id,
        "compaction": str(compaction.id),
        "submission_digest": compaction.submission_digest.hex(),
        "at": moment(at),
    }


def registers(of_team: Register, of_session: Register) -> dict[str, Json]:
    """Version and digest of both registers, as they stood."""
    return {"team": register_state(of_team), "session": register_state(of_session)}


def register_state(register: Register) -> dict[str, Json]:
    return {"version": register.version, "digest": (register.digest or register_digest({})).hex()}
