"""Transcripts of agents, read into turns and past compactions. Pure: a file object in, events out, one pass.

`read(file)` recognises the format; `FORMATS` names them. Nothing holds the file: an entry at a time is in memory.
"""

from __future__ import annotations

from reviewapp.importers.formats import FORMATS
from reviewapp.importers.reading import Transcript, read
from reviewapp.importers.types import (
    BadTranscript,
    Event,
    ImportedTurn,
    Kept,
    NewSession,
    NotRead,
    PastCompaction,
)

__all__ = [
    "FORMATS",
    "BadTranscript",
    "Event",
    "ImportedTurn",
    "Kept",
    "NewSession",
    "NotRead",
    "PastCompaction",
    "Transcript",
    "read",
]
