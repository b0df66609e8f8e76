"""The audit room: filters, the chain's health, and the exports. JSONL verifies offline; CSV can't start a formula."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import islice
from typing import Any

from django.db.models import Q, QuerySet

from reviewapp.guard.chain import ChainBroken, links
from reviewapp.models import AuditEntry, Team
from reviewapp.services.audit import audit_log

COLUMNS = ("seq", "at", "action", "actor_kind", "actor_id", "object_kind", "object_id", "body", "prev", "hash")
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


@dataclass(frozen=True, slots=True)
class Filter:
    """An empty field filters nothing. `action` is one or the part before the dot: "pin" shows every step of a pin."""

    actor: str = ""
    action: str = ""
    object: str = ""
    since: date | None = None
    until: date | None = None


def entries(team: Team, wanted: Filter) -> QuerySet[AuditEntry]:
    """Newest first."""
    lookups = {
        "actor_id": wanted.actor,
        "object_id": wanted.object,
        "at__date__gte": wanted.since,
        "at__date__lte": wanted.until,
    }
    chosen = {lookup: value for lookup, value in lookups.items() if value}
    found = AuditEntry.objects.filter(team=team, **chosen).order_by("-seq")
    acted = Q(action=wanted.action) | Q(action__startswith=f"{wanted.action}.")
    return found.filter(acted) if wanted.action else found


@dataclass(frozen=True, slots=True)
class Health:
    """`broken` is the first entry that does not fit, in one sentence; empty where the whole chain holds."""

    entries: int
    broken: str = ""


def verify(team: Team) -> Health:
    """Follows the chain from its first entry, exactly as the offline verifier follows an export."""
    seen = 0
    try:
        for _ in links(jsonl_lines(AuditEntry.objects.filter(team=team).order_by("seq").iterator())):
            seen += 1
    except ChainBroken as broken:
        return Health(seen, str(broken))
    return Health(seen)


def jsonl_lines(found: Iterable[AuditEntry]) -> Iterator[str]:
    for entry in found:
        yield json.dumps({"entry": audit_log.document(entry), "hash": entry.hash.hex()}, ensure_ascii=False) + "\n"


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


def blocks(lines: Iterable[str]) -> Iterator[str]:
    """Many lines a piece: each piece goes from a thread to the event loop, which costs more than to write the lines."""
    rest = iter(lines)
    while block := "".join(islice(rest, 1_000)):
        yield block


def inert(cell: str) -> str:
    """A spreadsheet runs a cell that begins like a formula; an apostrophe makes it text."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
