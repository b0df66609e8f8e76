"""Every hash that Stet signs or compares: SHA-256, domain separated, each part length-prefixed. Standard library only.

Two different things can therefore never share a digest, and no byte can move from one field into the next unseen.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence

from reviewapp.guard.canonical import Json, canonical_json


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def tagged(tag: str, *parts: bytes) -> bytes:
    """SHA-256 under the domain `tag`, with the length of each part before it."""
    running = hashlib.sha256(f"stet/{tag}/v1\0".encode())
    for part in parts:
        running.update(len(part).to_bytes(8, "big"))
        running.update(part)
    return running.digest()


def json_digest(tag: str, value: Json) -> bytes:
    return tagged(tag, canonical_json(value))


def pin_digest(key: str, version: int, severity: str, text: bytes) -> bytes:
    return tagged("pin", key.encode(), version.to_bytes(4, "big"), severity.encode(), text)


def register_digest(pins: Mapping[str, bytes]) -> bytes:
    """Digest of one scope's active pins, given as key -> `pin_digest`."""
    ordered = sorted(pins.items(), key=lambda item: item[0].encode())
    return tagged("register", *(part for key, digest in ordered for part in (key.encode(), digest)))


def summary_digest(summary: bytes) -> bytes:
    return tagged("summary", summary)


def context_digest(messages: Sequence[Mapping[str, Json]]) -> bytes:
    """What a context receipt signs: the canonical JSON of exactly the messages that were served."""
    return tagged("context", canonical_json(messages, floats=True))


def turn_leaf(salt: bytes, role: str, origin: str, content: bytes) -> bytes:
    """Merkle leaf of one raw turn. Its salt (32 random bytes) dies with the content: erased, it can't be guessed."""
    if len(salt) != 32:
        raise ValueError("a turn's salt has 32 bytes")
    return sha256(b"\0" + salt + tagged("turn", role.encode(), origin.encode(), content))


def merkle_root(leaves: Iterable[bytes]) -> bytes:
    """Root of the RFC 6962 tree over the leaves, in turn order; an unpaired node moves up a level as it is."""
    level = list(leaves)
    if not level:
        return sha256(b"")
    while len(level) > 1:
        pairs = [sha256(b"\1" + level[i] + level[i + 1]) for i in range(0, len(level) - 1, 2)]
        level = pairs + level[len(level) - len(level) % 2 :]
    return level[0]


def audit_hash(previous: bytes, entry: Mapping[str, Json]) -> bytes:
    """Hash of one audit entry, chained to the hash before it (32 zero bytes for the first)."""
    return tagged("audit", previous, canonical_json(entry))


def byte_span(text: str, start: int, end: int) -> tuple[int, int]:
    """The UTF-8 byte span of the code points `start`..`end` (half-open) of `text`."""
    if not 0 <= start <= end <= len(text):
        raise ValueError("the span lies outside the text")
    first = len(text[:start].encode())
    return first, first + len(text[start:end].encode())
