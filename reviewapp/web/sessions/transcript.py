"""A session's raw turns, a page at a time, and the search in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from reviewapp.masking.secrets import find_secrets, visible
from reviewapp.models import Session, Turn
from reviewapp.services.context import recall
from reviewapp.services.context.fidelity import classes
from reviewapp.services.context.recall import Found
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
    fidelity: str  # how faithfully it is kept, once a summary stands for it


@dataclass(frozen=True, slots=True)
class Transcript:
    session: Session
    turns: Sequence[Said]
    query: str
    found: int  # turns that match, or all of them
    first: int
    before: int | None  # the turn (of a search: the place among those found) that the page before this one begins with
    after: int | None  # the same for the page after it

    @property
    def searching(self) -> bool:
        return bool(self.query)


def read(session: Session, *, query: str = "", start: int = 1, revealed: int | None = None) -> Transcript:
    """From turn `start` on. With a query, the turns that show it, best first; then `start` counts those from 1.

    `revealed` is the seq of the one turn whose secrets are to be seen.
    """
    if query:
        return _found(session, query, start)
    turns = Turn.objects.filter(team=session.team_id, session=session).select_related("body").order_by("seq")
    shown = list(turns.filter(seq__gte=start)[: PAGE + 1])
    after = shown[PAGE].seq if len(shown) > PAGE else None
    kept = classes(session, shown[:PAGE])
    said = [_said(turn, None, kept[turn.seq], revealed=turn.seq == revealed) for turn in shown[:PAGE]]
    earlier = list(turns.filter(seq__lt=start).reverse().values_list("seq", flat=True)[:PAGE])
    return Transcript(session, said, query, session.last_seq, start, min(earlier, default=None), after)


def _found(session: Session, query: str, start: int) -> Transcript:
    found = recall.search(session, query)
    shown = list(_showing(session, found))
    page = shown[start - 1 : start - 1 + PAGE]
    turns = [one.turn for one in recall.read(session, page)]
    kept = classes(session, turns)
    said = [_said(turn, found, kept[turn.seq], revealed=False) for turn in turns]
    before = max(1, start - PAGE) if start > 1 else None
    after = start + PAGE if start - 1 + PAGE < len(shown) else None
    return Transcript(session, said, query, len(shown), start, before, after)


def _showing(session: Session, found: Found) -> Iterator[int]:
    """The turns in which the words stand where they are seen: a search that found what is masked would tell it."""
    for at in range(0, len(found.seqs), PAGE):
        for one in recall.read(session, found.seqs[at : at + PAGE]):
            if found.stands_in(visible(one.text or "")):
                yield one.turn.seq


def _said(turn: Turn, found: Found | None, fidelity: str, *, revealed: bool) -> Said:
    text = turn.text
    parts = [Part(unmasked(text), hit=False)] if revealed else list(_parts(text, found))
    return Said(turn, parts, len(find_secrets(text)), revealed, fidelity)


def _parts(text: str, found: Found | None) -> Iterator[Part]:
    places = found.places(text) if found else ()
    for segment in segments(text, [Marked(start, end, found) for start, end in places]):
        yield Part(segment.pieces, hit=bool(segment.marks))
