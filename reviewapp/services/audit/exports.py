"""The audit chain as lines that the offline verifier reads."""

from __future__ import annotations

from collections.abc import Iterator

from reviewapp.guard.canonical import canonical_json
from reviewapp.guard.receipts import ReceiptKind
from reviewapp.models import AuditEntry, Receipt, Team
from reviewapp.services.audit.audit_log import document


def lines(team: Team) -> Iterator[str]:
    """One JSON object a line, from the first entry on, each with its hash; without line ends."""
    for entry in AuditEntry.objects.filter(team=team).order_by("seq").iterator(chunk_size=2_000):
        yield canonical_json({"entry": document(entry), "hash": entry.hash.hex()}).decode()


def checkpoints(team: Team) -> Iterator[bytes]:
    """The envelopes of every checkpoint that was signed, oldest first."""
    rows = Receipt.objects.filter(team=team, kind=ReceiptKind.CHECKPOINT).order_by("at")
    yield from rows.values_list("envelope", flat=True).iterator()
