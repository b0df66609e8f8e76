"""How far a file has been read, drawn on a terminal."""

from __future__ import annotations

import io
from typing import BinaryIO, TextIO

WIDTH = 30
STEP = 200  # redraws of a file at most


class Counted(io.RawIOBase):
    """A file that draws a bar while it is read. Nothing is drawn where `sink` is None; `size` 0 is an unknown size."""

    def __init__(self, source: BinaryIO, size: int, sink: TextIO | None) -> None:
        self._source, self._size, self._sink = source, size, sink
        self._read = self._drawn = 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        piece = self._source.read(size)
        self._read += len(piece)
        if self._sink and self._read - self._drawn >= max(self._size // STEP, 1 << 20):
            self._draw(self._sink)
        return piece

    def _draw(self, sink: TextIO) -> None:
        self._drawn = self._read
        done = self._read / 1e6
        if not self._size:
            sink.write(f"\r{done:,.0f} MB")
        else:
            share = min(1.0, self._read / self._size)
            bar = "#" * round(WIDTH * share)
            sink.write(f"\r[{bar:<{WIDTH}}] {share:4.0%} of {self._size / 1e6:,.0f} MB")
        sink.flush()

    def close(self) -> None:
        if self._sink and self._drawn:
            self._sink.write("\r" + " " * (WIDTH + 24) + "\r")
            self._sink.flush()
            self._drawn = 0
        super().close()
