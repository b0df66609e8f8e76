"""What a stored approval proves. The row alone proves nothing: whoever can write rows can write that one too."""

from __future__ import annotations

import logging

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from reviewapp.guard import receipts as guard
from reviewapp.guard.digest import summary_digest
from reviewapp.guard.receipts import Malformed, ReceiptKind, Statement
from reviewapp.models import AuditEntry, Compaction, KeyState, SigningKey
from reviewapp.services.errors import Refused
from reviewapp.services.receipts import signing_keys

log = logging.getLogger(__name__)


def prove(compaction: Compaction) -> None:
    """Raises Refused 409 unless a key of ours signed the approval of this compaction with the summary it has now."""
    try:
        fault = _fault(compaction)
    except (Malformed, InvalidSignature, ValueError):
        fault = "its receipt can't be verified"
    if fault is not None:
        log.critical("an approval without proof was not served", extra={"compaction": str(compaction.id)})
        raise Refused("not_proved", f"History stays: a summary counts as approved, but {fault}.", 409)


def _fault(compaction: Compaction) -> str | None:
    receipt, revision = compaction.receipt, compaction.current_revision
    if receipt is None or revision is None:
        return "it has no receipt"
    envelope = guard.parse_envelope(receipt.envelope)
    key = _key(compaction, envelope.keyid)
    if key is None:
        return "no key of this server signed that"
    envelope.verify(key)
    told = guard.parse_statement(envelope.payload)
    return None if told.kind is ReceiptKind.APPROVAL and _says(told, compaction) else "its receipt says something else"


def _says(told: Statement, compaction: Compaction) -> bool:
    """About this compaction, as it stands: its turns, its epoch, its manifest and the bytes of its summary."""
    assert compaction.current_revision is not None  # asked for above
    digest = (compaction.manifest_digest or b"").hex()
    expected = {
        "team": str(compaction.team_id),
        "compaction": str(compaction.id),
        "manifest_digest": digest,
        "summary_digest": summary_digest(bytes(compaction.current_revision.text)).hex(),
        "from_seq": compaction.from_seq,
        "to_seq": compaction.to_seq,
        "base_epoch": compaction.base_epoch,
    }
    given = {name: told.predicate[name] for name in expected}
    return given == expected and told.subject == {f"compaction/{compaction.id}": digest}


def _key(compaction: Compaction, keyid: str) -> Ed25519PublicKey | None:
    """The public half, where that key could be trusted when this was approved."""
    row = SigningKey.objects.filter(keyid=keyid).first()
    if row is None or (row.state == KeyState.REVOKED and not _before_theft(compaction, row)):
        return None
    key = load_pem_public_key(row.public_pem.encode())
    return key if isinstance(key, Ed25519PublicKey) and guard.key_id(key) == keyid else None


def _before_theft(compaction: Compaction, row: SigningKey) -> bool:
    after = signing_keys.revoked_after(row).get(str(compaction.team_id))
    entries = AuditEntry.objects.filter(team=compaction.team_id, object_kind="compaction", object_id=str(compaction.id))
    approved = entries.filter(action="compaction.approved").values_list("seq", flat=True).first()
    return after is not None and approved is not None and approved <= after
