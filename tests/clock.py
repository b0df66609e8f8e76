"""Letting time pass in the database, where rows may not be changed: their guard steps aside for one statement."""

from __future__ import annotations

from django.db import connection, transaction

from reviewapp.models import Compaction


def let_expire(compaction: Compaction) -> None:
    _set(compaction, "received_at = received_at - interval '1 year', expires_at = clock_timestamp()")


def let_lease_run_out(compaction: Compaction) -> None:
    _set(compaction, "lease_until = clock_timestamp()")


def let_pause_pass(compaction: Compaction) -> None:
    _set(compaction, "next_attempt_at = clock_timestamp()")


def _set(compaction: Compaction, columns: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE reviewapp_compaction DISABLE TRIGGER open_content")
        cursor.execute(f"UPDATE reviewapp_compaction SET {columns} WHERE id = %s", [compaction.id])
        cursor.execute("ALTER TABLE reviewapp_compaction ENABLE TRIGGER open_content")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    compaction.refresh_from_db()
