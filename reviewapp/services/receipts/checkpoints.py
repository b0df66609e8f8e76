"""Signed statements of where an audit chain ends. Kept elsewhere, they show a cut-off end or a chain written anew."""

from __future__ import annotations

import logging
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import transaction as django_transaction

from reviewapp.guard.receipts import ReceiptKind
from reviewapp.models import AuditHead, Receipt, Team
from reviewapp.services.locks import finish, now, transaction
from reviewapp.services.receipts import receipts

log = logging.getLogger("stet.checkpoint")

ENTRIES = 100
AGE = timedelta(seconds=60)


def issue(team: Team) -> Receipt | None:
    """Sign the head as it stands, in the caller's transaction and after its last entry; None while it is empty."""
    finish()
    head = AuditHead.objects.select_for_update(no_key=True).get(team=team)
    if not head.seq:
        return None
    receipt = receipts.issue(
        ReceiptKind.CHECKPOINT,
        team=team,
        subject={f"audit/{head.seq}": head.hash.hex()},
        predicate={"seq": head.seq, "hash": head.hash.hex(), "at": receipts.moment(now())},
    )
    envelope = receipt.envelope.decode()
    django_transaction.on_commit(lambda: publish(envelope), robust=True)
    return receipt


def publish(envelope: str) -> None:
    """Out of the database, where whoever rewrites that can't reach it: into the log, and a file where one is set."""
    log.info("audit checkpoint", extra={"envelope": envelope})
    path: Path | None = settings.STET_CHECKPOINT_FILE
    if path is not None:
        with path.open("a") as file:
            file.write(envelope + "\n")


def due() -> int:
    """Sign for every team whose chain grew by 100 entries, or at all and a minute ago. Called by the sweeper."""
    signed = 0
    for head in AuditHead.objects.filter(seq__gt=0).select_related("team"):
        if _is_due(head):
            with transaction():
                signed += issue(head.team) is not None
    return signed


def last(team: Team) -> Receipt | None:
    return Receipt.objects.filter(team=team, kind=ReceiptKind.CHECKPOINT).order_by("-at", "-id").first()


def _is_due(head: AuditHead) -> bool:
    latest = last(head.team)
    if latest is None:
        return True
    behind = head.seq - int(receipts.statement(latest).predicate["seq"])
    return behind >= ENTRIES or (behind > 0 and latest.at <= now() - AGE)
