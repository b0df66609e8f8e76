"""Files that somebody made to hurt, and files that are merely broken: a clear word, and the rest is read."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Iterator
from typing import Any, BinaryIO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reviewapp.importers import BadTranscript, Event, ImportedTurn, NewSession, NotRead, read
from reviewapp.importers import cursor as cursor_module
from reviewapp.importers.cursor import Cursor
from reviewapp.importers.entries import LONGEST, MOST_VALUES

GOOD = b'{"role":"user","content":"hello"}'


def events(data: bytes, named: str | None = None) -> list[Event]:
    return list(read(io.BytesIO(data), named).events)


def contents(found: list[Event]) -> list[str]:
    return [each.turn.content for each in found if isinstance(each, ImportedTurn)]


def reasons(found: list[Event]) -> list[tuple[int, str]]:
    return [(each.line, each.reason) for each in found if isinstance(each, NotRead)]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{broken", "not JSON: Expecting property name enclosed in double quotes"),
        (b'{"a":"\xff"}', "not UTF-8"),
        (b'{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "nested too deep"),
        (b'{"a":[' + b"{}," * MOST_VALUES + b"{}]}", f"more than {MOST_VALUES:,} objects and lists in one entry"),
        (b'{"a":"' + b"x" * LONGEST + b'"}', f"longer than {LONGEST:,} bytes"),
        (b'{"a":' + b"9" * 10_000 + b"}", "not JSON: Exceeds the limit"),
        (b'"a string"', "not a JSON object"),
    ],
)
def test_bad_line_is_told_and_the_lines_around_it_are_read(data: bytes, reason: str) -> None:
    found = events(b"\n".join([GOOD, data, b"", GOOD]))
    assert contents(found) == ["hello", "hello"]
    [(line, told)] = reasons(found)
    assert line == 2
    assert told.startswith(reason)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b" \n\n", "empty"),
        (b"\0\0\0\0", "no JSON in UTF-8"),
        (b"\xff\xfe{\0", "no JSON in UTF-8"),
        (b"Dear reader", "no JSON in UTF-8"),
        (b'{"a":1}\n{"b":2}', "No known transcript format"),
        (b"{broken\n{broken too", "Line 1: not JSON"),
        (b"[" * 100_000, "No known transcript format"),
    ],
)
def test_no_transcript_at_all_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(BadTranscript, match=message):
        events(data)


def test_unknown_format_name_is_refused_with_the_names() -> None:
    with pytest.raises(BadTranscript, match=r"no format 'csv'.*claude-code"):
        events(GOOD, "csv")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"messages":[%b,%b' % (GOOD, GOOD), "not JSON: a value is missing"),
        (b'{"messages":[%b,{"role":"us' % GOOD, "not JSON: the file ends inside a string"),
        (b'{"messages":[%b] "x":1}' % GOOD, None),
        (b'[%b,{"role":"user","content":[1}' % GOOD, "not JSON: the file ends inside a value"),
    ],
)
def test_document_that_breaks_off_is_read_up_to_there(data: bytes, reason: str | None) -> None:
    found = events(b"\n\n" + data)
    assert contents(found)[0] == "hello"
    if reason:
        line, told = reasons(found)[-1]
        assert line == 3
        assert told.startswith(reason)


def test_half_characters_and_nul_become_text_that_can_be_written() -> None:
    found = events(rb'{"role":"user","content":"a\ud800b\u0000c"}')
    assert contents(found) == ["a\ufffdb\0c"]
    contents(found)[0].encode()


def test_several_conversations_of_one_file_are_told_apart() -> None:
    one = b'{"messages":[%b]}' % GOOD
    assert [type(each) for each in events(one + b"\n" + one)] == [ImportedTurn, NewSession, ImportedTurn]


def test_byte_order_mark_and_windows_line_ends() -> None:
    assert contents(events(b"\xef\xbb\xbf" + GOOD + b"\r\n" + GOOD + b"\r\n")) == ["hello", "hello"]
    assert contents(events(b"\xef\xbb\xbf[" + GOOD + b"]")) == ["hello"]


@pytest.mark.parametrize("document", [False, True])
def test_memory_does_not_grow_with_the_file(document: bool) -> None:
    line = json.dumps({"role": "user", "content": "x" * 10_000}).encode()

    class Endless(io.RawIOBase):
        """Fifteen megabytes that are nowhere as a whole."""

        def __init__(self) -> None:
            self.pieces = self._pieces()

        def _pieces(self) -> Iterator[bytes]:
            yield b"[" if document else b""
            for _ in range(1_500):
                yield line + (b"," if document else b"\n")
            yield line + b"]" if document else line

        def read(self, size: int = -1) -> bytes:
            return next((piece for piece in self.pieces if piece), b"")

    tracemalloc.start()
    try:
        count = 0
        for _ in read(cast(BinaryIO, Endless())).events:
            count += 1
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert count == 1_501
    assert most < 8_000_000


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(st.lists(JSON, min_size=1), st.integers(1, 9), st.sampled_from([None, 1]))
def test_document_is_cut_the_same_whatever_the_pieces(values: list[Any], piece: int, indent: int | None) -> None:
    data = json.dumps(values, indent=indent).encode()
    cursor = Cursor(io.BytesIO(data), 1_000_000)
    before, cursor_module.PIECE = cursor_module.PIECE, piece
    try:
        cursor.skip(b"[")
        read_back = []
        while cursor.next() != b"]":
            taken = cursor.value()[1]
            assert taken is not None
            read_back.append(json.loads(taken))
            if cursor.next() == b",":
                cursor.skip(b",")
    finally:
        cursor_module.PIECE = before
    assert read_back == values
    assert cursor.line == data.count(b"\n") + 1


@given(st.lists(st.binary(max_size=30).map(lambda each: each.replace(b"\n", b"")), max_size=8), st.integers(1, 9))
def test_lines_are_cut_the_same_whatever_the_pieces(lines: list[bytes], piece: int) -> None:
    before, cursor_module.PIECE = cursor_module.PIECE, piece
    try:
        found = list(Cursor(io.BytesIO(b"".join(each + b"\n" for each in lines)), 20).lines())
    finally:
        cursor_module.PIECE = before
    marked = lines[:1] and lines[0].startswith(b"\xef\xbb\xbf")
    expected = [each[3:] if marked and at == 0 else each for at, each in enumerate(lines)]
    assert found == [(at, each if len(each) <= 20 else None) for at, each in enumerate(expected, start=1)]
