"""A session's raw turns, a page at a time, and the search in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F, Func, QuerySet, TextField, Value

from reviewapp.masking.secrets import find_secrets, shows
from reviewapp.models import Session, Turn
from reviewapp.web.safe_text import Piece, unmasked
from reviewapp.web.segments import Marked, segments

PAGE = 200  # turns; the next page is a link, nothing is left out


class Part(NamedTuple):
    """A stretch of a turn. `hit`: it is what was searched for."""

    pieces: tuple[Piece, ...]
    hit: bool


@dataclass(frozen=True, slots=True)
class Said:
    """A turn as shown: secrets are masked unless somebody asked to see this one."""

    turn: Turn
    parts: Sequence[Part]
    secrets: int
    revealed: bool


@dataclass(frozen=True, slots=True)
class Transcript:
    session: Session
    turns: Sequence[Said]
    query: str
    found: int  # turns that match, or all of them
    first: int
    before: int | None  # the seq from which the page before this one begins
    after: int | None  # the seq to go on from

    @property
    def searching(self) -> bool:
        return bool(self.query)


def read(session: Session, *, query: str = "", start: int = 1, revealed: int | None = None) -> Transcript:
    """From turn `start` on; with a query, only turns that show it, whatever the case of its letters.

    `revealed` is the seq of the one turn whose secrets are to be seen.
    """
    turns = Turn.objects.filter(team=session.team_id, session=session).select_related("body").order_by("seq")
    if query:
        turns = _containing(turns, query)
    found = turns.count() if query else session.last_seq
    shown = list(turns.filter(seq__gte=start)[: PAGE + 1])
    after = shown[PAGE].seq if len(shown) > PAGE else None
    said = [_said(turn, query, revealed=turn.seq == revealed) for turn in shown[:PAGE]]
    earlier = list(turns.filter(seq__lt=start).reverse().values_list("seq", flat=True)[:PAGE])
    return Transcript(session, said, query, found, start, min(earlier, default=None), after)


def _said(turn: Turn, query: str, *, revealed: bool) -> Said:
    text = turn.text
    parts = [Part(unmasked(text), hit=False)] if revealed else list(_parts(text, query))
    return Said(turn, parts, len(find_secrets(text)), revealed)


def _parts(text: str, query: str) -> Iterator[Part]:
    hits = re.finditer(re.escape(query), text, re.IGNORECASE) if query else ()
    for segment in segments(text, [Marked(hit.start(), hit.end(), query) for hit in hits]):
        yield Part(segment.pieces, hit=bool(segment.marks))


def _containing(turns: QuerySet[Turn], query: str) -> QuerySet[Turn]:
    text = Func(F("body__content"), Value("UTF8"), function="convert_from", output_field=TextField())
    found = turns.annotate(words=text).filter(words__icontains=query)
    texts = found.values_list("seq", "words").iterator()
    return found.exclude(seq__in=[seq for seq, words in texts if not shows(words, query)])
