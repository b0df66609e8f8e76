"""The pinned block: the active pins as bytes, equal for equal pins. Standard library only.

    <<<PINNED n=2 sha256=HEX>>>
    [PINNED key vN SEVERITY] text
    [PINNED key vN SEVERITY] text
    <<<END PINNED sha256=HEX bytes=12,40>>>

HEX covers the lines between; `bytes` holds each text's length, so that a text which looks like a frame can't shift it.
Texts are never normalised. Register versions stand in the receipt, not here, so that prompt caches hold.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from reviewapp.guard import digest

MAX_TEXT_BYTES = 8192
KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:-]{0,99}")


class PinSeverity(StrEnum):
    """ADVISORY may be retired by one person; the other two need two, neither of them the requester."""

    ADVISORY = "ADVISORY"
    HARD_DENIAL = "HARD_DENIAL"
    FATAL_FALSIFICATION = "FATAL_FALSIFICATION"


@dataclass(frozen=True, slots=True)
class Pinned:
    """One version of a pin: what stands in the block. `text` is UTF-8, kept to the byte."""

    key: str
    version: int
    severity: str
    text: bytes

    @property
    def digest(self) -> bytes:
        return digest.pin_digest(self.key, self.version, self.severity, self.text)

    @property
    def entry(self) -> bytes:
        return f"[PINNED {self.key} v{self.version} {self.severity}] ".encode() + self.text


def render_block(pins: Iterable[Pinned]) -> bytes:
    """The block of these pins in key order. Raises ValueError where two pins share a key."""
    ordered = sorted(pins, key=lambda pin: pin.key.encode())
    if len({pin.key for pin in ordered}) != len(ordered):
        raise ValueError("two active pins share a key")
    body = b"".join(pin.entry + b"\n" for pin in ordered)
    seal = hashlib.sha256(body).hexdigest()
    lengths = ",".join(str(len(pin.text)) for pin in ordered)
    opening = f"<<<PINNED n={len(ordered)} sha256={seal}>>>\n"
    closing = f"<<<END PINNED sha256={seal} bytes={lengths}>>>"
    return opening.encode() + body + closing.encode()


_OPENING = re.compile(rb"<<<PINNED n=(\d{1,6}) sha256=([0-9a-f]{64})>>>\n")
_CLOSING = re.compile(rb"<<<END PINNED sha256=([0-9a-f]{64}) bytes=((?:\d{1,6}(?:,\d{1,6})*)?)>>>")
_ENTRY = re.compile(rb"\[PINNED ([A-Za-z0-9._:-]{1,100}) v(\d{1,9}) ([A-Z_]{1,30})\] ")


def parse_block(block: bytes) -> tuple[Pinned, ...] | None:
    """The pins that a block claims to hold, or None where its frame is broken. For diagnosis only: what counts is
    equality with the block rendered from the register."""
    opening = _OPENING.match(block)
    closing = _CLOSING.fullmatch(block, block.rfind(b"\n") + 1)
    if opening is None or closing is None:
        return None
    lengths = [int(length) for length in closing[2].split(b",") if length]
    return _entries(block, opening.end(), closing.start(), lengths)


def _entries(block: bytes, at: int, stop: int, lengths: list[int]) -> tuple[Pinned, ...] | None:
    pins: list[Pinned] = []
    for length in lengths:
        head = _ENTRY.match(block, at)
        if head is None or block[head.end() + length : head.end() + length + 1] != b"\n":
            return None
        text = block[head.end() : head.end() + length]
        pins.append(Pinned(head[1].decode(), int(head[2]), head[3].decode(), text))
        at = head.end() + length + 1
    return tuple(pins) if at == stop else None
