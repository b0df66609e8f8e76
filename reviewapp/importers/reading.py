"""From a file to what happened in it, in one pass: the format is named, or recognised by the first entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import BinaryIO

from reviewapp.importers.entries import Found, entries
from reviewapp.importers.formats import FORMATS
from reviewapp.importers.types import BadTranscript, Event, Format, NewSession, NotRead

LOOKED_AT = 200  # entries, or
LOOKED_AT_BYTES = 4 * 1024 * 1024  # of the file, whichever ends first


@dataclass(frozen=True, slots=True)
class Transcript:
    """`events` reads the file while it is gone through: once, and while the file is open."""

    format: type[Format]
    events: Iterator[Event]


def read(source: BinaryIO, format_name: str | None = None) -> Transcript:
    """Raises BadTranscript for an unknown format name, an empty file, no JSON, or entries of no known format."""
    if format_name is not None and format_name not in FORMATS:
        raise BadTranscript(f"There is no format {format_name!r}. The formats are {', '.join(FORMATS)}.")
    found = entries(source)
    first = list(_first(found))
    chosen = FORMATS[format_name] if format_name else sniffed(first)
    return Transcript(chosen, _events(chosen, chain(first, found)))


def sniffed(first: list[Found | NotRead | NewSession]) -> type[Format]:
    """The format that recognises most of these entries. Raises BadTranscript where none recognises any."""
    marks = Counter(
        form.name
        for each in first
        if isinstance(each, Found)
        for form in FORMATS.values()
        if form.recognises(each.entry)
    )
    best = max(FORMATS, key=lambda name: marks[name])
    if not marks[best]:
        broken = next((each for each in first if isinstance(each, NotRead)), None)
        seen = f" Line {broken.line}: {broken.reason}." if broken else ""
        raise BadTranscript(f"No known transcript format.{seen} Name one with --format: {', '.join(FORMATS)}.")
    return FORMATS[best]


def _first(found: Iterator[Found | NotRead | NewSession]) -> Iterator[Found | NotRead | NewSession]:
    size = 0
    for count, each in enumerate(found, start=1):
        yield each
        size += len(str(each.entry)) if isinstance(each, Found) else 0
        if count == LOOKED_AT or size > LOOKED_AT_BYTES:
            return


def _events(form: type[Format], found: Iterator[Found | NotRead | NewSession]) -> Iterator[Event]:
    reader = form()
    for each in found:
        if isinstance(each, Found):
            yield from reader.events(each.entry, each.line)
        elif isinstance(each, NewSession):
            yield from reader.finish()
            yield each
            reader = form()
        else:
            yield each
    yield from reader.finish()
