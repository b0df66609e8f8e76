"""The entries of a file, one at a time: a JSON object a line, or the elements of a JSON document.

Nothing holds more than one entry and one piece of the file. What is no entry is told with its line; reading goes on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from reviewapp.importers.cursor import Cursor
from reviewapp.importers.types import BadTranscript, Entry, NewSession, NotRead

LONGEST = 8 * 1024 * 1024  # bytes of one entry
MOST_VALUES = 200_000  # objects and lists in one entry: each takes many times its bytes once it is read
HEAD = 1024 * 1024  # bytes that decide whether a file is a document or lines

# Members of a document that hold its entries.
LISTS = frozenset({"messages", "events", "input", "output", "items", "history", "turns"})
_HOLDS = re.compile(rb'\{(?:[^\[]*,)?\s*"(?:%s)"\s*:\s*\[' % b"|".join(sorted(name.encode() for name in LISTS)))
_OWN = frozenset({"role", "type", "kind"})  # members of an entry, never of the document around it
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Found:
    line: int
    entry: Entry


def entries(source: BinaryIO) -> Iterator[Found | NotRead | NewSession]:
    """Raises BadTranscript where the file is empty, or holds bytes that are no text."""
    cursor = Cursor(source, LONGEST)
    head = cursor.head(HEAD).removeprefix(b"\xef\xbb\xbf")
    if not head.strip():
        raise BadTranscript("The file is empty.")
    if head[:2] in (b"\xff\xfe", b"\xfe\xff") or head.lstrip()[:1] not in b"{[":
        raise BadTranscript("The file is no JSON in UTF-8. A transcript is JSON Lines or a JSON document.")
    yield from _document(cursor) if is_document(head) else _lines(cursor)


def is_document(head: bytes) -> bool:
    """Whether a file that begins so is a JSON document whose elements are the entries; otherwise each line is one."""
    text = head.lstrip()
    if text.startswith(b"["):
        return True
    first, broken, rest = text.partition(b"\n")
    try:
        entry = _parsed(first)
    except BadTranscript:
        goes_on = first.rstrip()[-1:] in b"{[," or not rest.lstrip().startswith(b'{"')
        return (bool(broken) and goes_on) or _HOLDS.match(text) is not None
    return not _OWN & entry.keys() and any(isinstance(entry.get(name), list) for name in LISTS)


def _lines(cursor: Cursor) -> Iterator[Found | NotRead]:
    for line, data in cursor.lines():
        if data is None:
            yield NotRead(line, f"longer than {LONGEST:,} bytes")
        elif data.strip():
            yield _read(line, data)


def _document(cursor: Cursor) -> Iterator[Found | NotRead | NewSession]:
    """A list of entries, or objects of which a member holds the entries; several follow each other as sessions."""
    seen = False
    try:
        while opening := cursor.next():
            if seen:
                yield NewSession(cursor.line)
            seen = True
            yield from _elements(cursor) if opening == b"[" else _members(cursor)
    except BadTranscript as error:
        yield NotRead(cursor.line, f"{error} Nothing after it was read.")


def _elements(cursor: Cursor) -> Iterator[Found | NotRead]:
    cursor.skip(b"[")
    while cursor.next() != b"]":
        line, data = cursor.value()
        yield NotRead(line, f"longer than {LONGEST:,} bytes") if data is None else _read(line, data)
        if cursor.next() == b",":
            cursor.skip(b",")
    cursor.skip(b"]")


def _members(cursor: Cursor) -> Iterator[Found | NotRead]:
    cursor.skip(b"{")
    while cursor.next() != b"}":
        line, key = cursor.value()
        name = _parsed(key or b"null")
        cursor.skip(b":")
        if name in LISTS and cursor.next() == b"[":
            yield from _elements(cursor)
        else:
            line, data = cursor.value()
            if data is not None and isinstance(name, str):
                yield _read(line, b"{%s:%s}" % (json.dumps(name).encode(), data))
        if cursor.next() == b",":
            cursor.skip(b",")
    cursor.skip(b"}")


def _read(line: int, data: bytes) -> Found | NotRead:
    if data.count(b"{") + data.count(b"[") > MOST_VALUES:
        return NotRead(line, f"more than {MOST_VALUES:,} objects and lists in one entry")
    try:
        value = _parsed(data)
    except BadTranscript as error:
        return NotRead(line, str(error))
    return Found(line, value) if isinstance(value, dict) else NotRead(line, "not a JSON object")


def _parsed(data: bytes) -> Any:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise BadTranscript("not UTF-8") from None
    try:
        value = json.loads(text)
    except RecursionError:
        raise BadTranscript("nested too deep") from None
    except ValueError as error:
        raise BadTranscript(f"not JSON: {getattr(error, 'msg', error)}") from None
    return _whole(value) if "\\ud" in text or "\\uD" in text else value


def _whole(value: Any) -> Any:
    """Without half characters, which JSON can spell and no output can: each becomes the replacement character."""
    if isinstance(value, str):
        return _HALF.sub("\ufffd", value)
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {_whole(key): _whole(item) for key, item in value.items()}
    return value
