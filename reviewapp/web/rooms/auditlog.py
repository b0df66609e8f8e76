"""The audit room: filters, and the two exports. JSONL is exact; CSV is for spreadsheets and can't start a formula."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from django.db.models import QuerySet

from reviewapp.models import AuditEntry, Team

COLUMNS = ("seq", "at", "action", "actor_kind", "actor_id", "object_kind", "object_id", "body", "prev", "hash")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


def entries(
    team: Team,
    *,
    actor: str = "",
    action: str = "",
    obj: str = "",
    since: date | None = None,
    until: date | None = None,
) -> QuerySet[AuditEntry]:
    """Newest first. `action` matches a prefix, so that "pin" shows every step of a pin."""
    found = AuditEntry.objects.filter(team=team).order_by("-seq")
    if actor:
        found = found.filter(actor_id=actor)
    if action:
        found = found.filter(action__startswith=action)
    if obj:
        found = found.filter(object_id=obj)
    if since:
        found = found.filter(at__date__gte=since)
    if until:
        found = found.filter(at__date__lte=until)
    return found


def as_record(entry: AuditEntry) -> dict[str, Any]:
    return {
        "seq": entry.seq,
        "at": entry.at.isoformat(),
        "action": entry.action,
        "actor_kind": entry.actor_kind,
        "actor_id": entry.actor_id,
        "object_kind": entry.object_kind,
        "object_id": entry.object_id,
        "body": entry.body,
        "prev": entry.prev.hex(),
        "hash": entry.hash.hex(),
    }


class _Echo:
    """A file that gives back what is written, so that rows can be streamed."""

    def write(self, line: str) -> str:
        return line


def csv_lines(found: Iterable[AuditEntry]) -> Iterator[str]:
    writer = csv.writer(_Echo())
    yield writer.writerow(COLUMNS)
    for entry in found:
        record = as_record(entry) | {"body": json.dumps(entry.body, sort_keys=True, ensure_ascii=False)}
        yield writer.writerow([inert(str(record[column])) for column in COLUMNS])


def inert(cell: str) -> str:
    """A spreadsheet runs a cell that begins like a formula; an apostrophe makes it text."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
