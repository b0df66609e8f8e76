"""The state record of a session as people read it: its fields in order, and what each version added and took away."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from reviewapp.models import Session, StateRecord
from reviewapp.web.labels import STATE_FIELDS

SHOWN = 20  # versions; the agent reads any other by the API


@dataclass(frozen=True, slots=True)
class Change:
    field: str
    added: tuple[str, ...]
    gone: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Version:
    """`changes` against the version before; empty for the oldest one shown."""

    number: int
    at: datetime
    fields: tuple[tuple[str, tuple[str, ...]], ...]
    changes: tuple[Change, ...]


def read(session: Session) -> tuple[Version, ...]:
    """The newest first."""
    rows = StateRecord.objects.filter(team=session.team_id, session=session).order_by("-version")
    found = list(rows[: SHOWN + 1])
    shown = [_version(newer, older.body) for newer, older in pairwise(found)]
    return tuple(shown if len(found) > SHOWN else [*shown, *(_version(oldest, None) for oldest in found[-1:])])


def _version(row: StateRecord, before: Mapping[str, Any] | None) -> Version:
    changes = () if before is None else tuple(_changes(before, row.body))
    fields = ((name, lines(row.body.get(name))) for name in STATE_FIELDS)
    return Version(row.version, row.at, tuple((name, found) for name, found in fields if found), changes)


def _changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterable[Change]:
    for name in STATE_FIELDS:
        old, new = lines(before.get(name)), lines(after.get(name))
        added, gone = _without(new, old), _without(old, new)
        if added or gone:
            yield Change(name, added, gone)


def _without(some: Sequence[str], others: Sequence[str]) -> tuple[str, ...]:
    return tuple(line for line in some if line not in others)


def lines(value: object) -> tuple[str, ...]:
    """A text, a list or a table of the record, one line an item."""
    if isinstance(value, Mapping):
        return tuple(f"{name}: {told}" for name, told in value.items())
    if isinstance(value, list):
        return tuple(map(str, value))
    return (str(value),) if value else ()
