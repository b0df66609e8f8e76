"""A place in a file of any size, read piece by piece: lines, or the values of a JSON document, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO

from reviewapp.importers.types import BadTranscript

PIECE = 256 * 1024
_AFTER_WORD = re.compile(rb"[\]},:\s]")
_NESTED = re.compile(rb'["\[\]{}]')
_IN_STRING = re.compile(rb'["\\]')
_SPACE = re.compile(rb"\s*")


class Cursor:
    """`limit`: bytes of the longest value or line that is returned; a longer one is passed over without being held."""

    def __init__(self, source: BinaryIO, limit: int) -> None:
        self._source, self._limit = source, limit
        self._data, self._at = b"", 0
        self._over = False
        self.line = 1

    def head(self, size: int) -> bytes:
        """What comes next, at most `size` bytes of it, without going on."""
        while len(self._data) - self._at < size and self._fill():
            pass
        return self._data[self._at : self._at + size]

    def lines(self) -> Iterator[tuple[int, bytes | None]]:
        """Each line with its number; None for one that is longer than the limit."""
        self._skip_mark()
        while self._at < len(self._data) or self._fill():
            number, line = self.line, self._line()
            yield number, line

    def _line(self) -> bytes | None:
        over, searched = False, 0
        while (end := self._data.find(b"\n", self._at + searched)) < 0:
            searched = len(self._data) - self._at
            if searched > self._limit:
                self._at, searched, over = len(self._data), 0, True
            if not self._fill():
                end = len(self._data)
                break
        line = None if over or end - self._at > self._limit else self._data[self._at : end]
        self._at, self.line = end + 1, self.line + 1
        return line

    def next(self) -> bytes:
        """The next byte that is no space; empty at the end."""
        self._skip_mark()
        while True:
            found = _SPACE.match(self._data, self._at)
            assert found is not None  # no space at all matches too
            self._go(found.end())
            if self._at < len(self._data):
                return self._data[self._at : self._at + 1]
            if not self._fill():
                return b""

    def skip(self, wanted: bytes) -> None:
        """Past this one byte. Raises BadTranscript where another stands."""
        if self.next() != wanted:
            found = self.next().decode("ascii", "replace") or "the end of the file"
            raise BadTranscript(f"not JSON: {wanted.decode()} is missing, {found} stands there.")
        self._go(self._at + 1)

    def value(self) -> tuple[int, bytes | None]:
        """The value that comes next, with its line; None where it is longer than the limit."""
        opening = self.next()
        if not opening or opening in b"]},:":
            raise BadTranscript("not JSON: a value is missing.")
        line, self._over = self.line, False
        end = self._string_end(1) if opening == b'"' else self._nested_end() if opening in b"[{" else self._word_end()
        start = self._at
        self._go(start + end)
        return line, None if self._over or end > self._limit else self._data[start : start + end]

    def _nested_end(self) -> int:
        depth, at = 0, 0
        while True:
            token, at = self._token(_NESTED, at)
            if not token:
                raise BadTranscript("not JSON: the file ends inside a value.")
            if token == b'"':
                at = self._string_end(at + 1)
                continue
            depth, at = depth + (1 if token in b"[{" else -1), at + 1
            if depth == 0:
                return at

    def _word_end(self) -> int:
        """Of a number, true, false or null."""
        return self._token(_AFTER_WORD, 0)[1]

    def _string_end(self, at: int) -> int:
        """After the closing quote of a string whose inside begins `at` bytes from here."""
        while True:
            token, at = self._token(_IN_STRING, at)
            if not token:
                raise BadTranscript("not JSON: the file ends inside a string.")
            if token == b'"':
                return at + 1
            at += 2

    def _token(self, pattern: re.Pattern[bytes], at: int) -> tuple[bytes, int]:
        """The next mark at or after `at` bytes from here, and where it stands. What is over the limit is forgotten."""
        while True:
            if at > self._limit:
                self._go(self._at + at)
                at, self._over = 0, True
            if found := pattern.search(self._data, self._at + at):
                return found[0], found.start() - self._at
            at = max(at, len(self._data) - self._at)
            if not self._fill():
                return b"", at

    def _go(self, to: int) -> None:
        self.line += self._data.count(b"\n", self._at, min(to, len(self._data)))
        self._at = to

    def _skip_mark(self) -> None:
        if self.line == 1 and self._at == 0 and self.head(3) == b"\xef\xbb\xbf":
            self._at = 3

    def _fill(self) -> bool:
        piece = self._source.read(PIECE)
        self._data, self._at = self._data[self._at :] + piece, max(0, self._at - len(self._data))
        return bool(piece)
