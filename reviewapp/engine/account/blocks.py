"""An account as bytes, a block for every thousand turns, so that a page reads those that it shows.

A block holds offsets and states and no text. Its bytes are the lines' numbers in little-endian order, compressed.
"""

from __future__ import annotations

import hashlib
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from reviewapp.engine.account.lines import NONE, WIDTH, Account

TURNS = 1_000  # a block
_LEVEL = 6
_MOST = 1 << 30  # bytes of one block: more is no block of ours


class Block(NamedTuple):
    """The lines of the turns `first`..`first + TURNS`; `first` None are the lines of the summary alone."""

    first: int | None
    lines: int
    data: bytes


class BadBlock(ValueError):
    """Bytes that are no block."""


def pack(account: Account) -> Iterator[Block]:
    """The account in blocks, in order; turns without a line make none."""
    cells = account.cells
    start, size = 0, len(cells)
    while start < size:
        turn = cells[start + 1]
        stop = _end(cells, start, NONE if turn == NONE else turn // TURNS * TURNS + TURNS)
        yield Block(None if turn == NONE else turn // TURNS * TURNS, (stop - start) // WIDTH, _bytes(cells[start:stop]))
        start = stop


def unpack(data: bytes) -> Account:
    """The lines of one block.

    Raises:
        BadBlock: The bytes are no block.
    """
    inflate = zlib.decompressobj()
    try:
        plain = inflate.decompress(data, _MOST)
    except zlib.error as error:
        raise BadBlock(str(error)) from error
    if not inflate.eof or inflate.unused_data or len(plain) % (WIDTH * 4):
        raise BadBlock("cut off, or not whole lines")
    cells = array("I", plain)
    if sys.byteorder == "big":
        cells.byteswap()
    return Account(cells)


def joined(blocks: Iterable[Block]) -> Account:
    """The account whose blocks these are, in order."""
    cells = array("I")
    for block in blocks:
        cells.extend(unpack(block.data).cells)
    return Account(cells)


def digest(account: Account) -> bytes:
    """SHA-256 over all lines: what a manifest names."""
    return hashlib.sha256(_plain(account.cells)).digest()


def _end(cells: array[int], start: int, turn: int) -> int:
    """Where the lines of turns from `turn` on begin; turns rise from line to line."""
    low, high = start // WIDTH, len(cells) // WIDTH
    while low < high:
        middle = (low + high) // 2
        if cells[middle * WIDTH + 1] < turn:
            low = middle + 1
        else:
            high = middle
    return len(cells) if turn == NONE else low * WIDTH


def _plain(cells: array[int]) -> bytes:
    if sys.byteorder == "big":
        cells = array("I", cells)
        cells.byteswap()
    return cells.tobytes()


def _bytes(cells: array[int]) -> bytes:
    return zlib.compress(_plain(cells), _LEVEL)
