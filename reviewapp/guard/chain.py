"""The audit chain as exported: one JSON object a line, `{"entry": {...}, "hash": HEX}`. Pure; standard library only.

Each hash covers the entry and the hash before it, so an edit, a gap, a swap, a copy or an insertion breaks the chain.
Only a checkpoint kept elsewhere shows that the end was cut off, or that all of it was written anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from reviewapp.guard.canonical import strict_json
from reviewapp.guard.digest import audit_hash

GENESIS = bytes(32)
ENTRY_FIELDS = frozenset({"v", "team", "seq", "at", "action", "actor", "object", "body"})
ENTRY_VERSION = 1


class ChainBroken(Exception):
    """The export is not the chain that was written. `seq` is the first place where that shows."""

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(f"entry {seq}: {why}")
        self.seq, self.why = seq, why


@dataclass(frozen=True, slots=True)
class Link:
    seq: int
    hash: bytes
    entry: Mapping[str, Any]


def links(lines: Iterable[str]) -> Iterator[Link]:
    """Check an export line by line from its first entry on; raises ChainBroken at the first line that does not fit."""
    previous, team = GENESIS, None
    for seq, line in enumerate(lines, start=1):
        entry, claimed = _parse(seq, line)
        team = entry["team"] if team is None else team
        if entry["v"] != ENTRY_VERSION or entry["seq"] != seq or entry["team"] != team:
            raise ChainBroken(seq, "another entry stands here than the chain asks for")
        previous = _hash(seq, previous, entry)
        if previous.hex() != claimed:
            raise ChainBroken(seq, "its hash does not follow from the entries before it")
        yield Link(seq, previous, entry)


def _parse(seq: int, line: str) -> tuple[dict[str, Any], str]:
    try:
        parsed = strict_json(line)
    except ValueError as error:
        raise ChainBroken(seq, "not a JSON line") from error
    if not isinstance(parsed, dict) or parsed.keys() != {"entry", "hash"}:
        raise ChainBroken(seq, "not an audit line")
    entry = parsed["entry"]
    if not isinstance(entry, dict) or entry.keys() != ENTRY_FIELDS:
        raise ChainBroken(seq, "an audit entry has other fields")
    return entry, parsed["hash"]


def _hash(seq: int, previous: bytes, entry: Mapping[str, Any]) -> bytes:
    try:
        return audit_hash(previous, entry)
    except ValueError as error:
        raise ChainBroken(seq, "its entry has no canonical form") from error
