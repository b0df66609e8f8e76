"""Text and its marked spans become a flat list of inert segments, so that overlapping findings never nest links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Generic, TypeVar

from reviewapp.web.glyphs import Piece, folded, masked, unmasked
from reviewapp.web.secrets import Extract, Secret

Mark = TypeVar("Mark")
NAMED = 6


@dataclass(frozen=True, slots=True)
class Marked(Generic[Mark]):
    """`mark` covers code points `start`..`end` of the text, half-open."""

    start: int
    end: int
    mark: Mark


@dataclass(frozen=True, slots=True)
class Segment(Generic[Mark]):
    """A stretch under the same marks. `opens` are those that begin here and carry the anchor; `closes` end here.

    Where hundreds end at once, the first of them are `named` beside the text and `unnamed` says how many are not.
    """

    text: str
    pieces: tuple[Piece, ...]
    marks: tuple[Mark, ...] = ()
    opens: tuple[Mark, ...] = ()
    closes: tuple[Mark, ...] = ()

    @property
    def named(self) -> tuple[Mark, ...]:
        return self.closes[:NAMED]

    @property
    def unnamed(self) -> int:
        return max(0, len(self.closes) - NAMED)


def segments(
    shown: str | Extract, spans: Iterable[Marked[Mark]] = (), *, fold: bool = False
) -> tuple[Segment[Mark], ...]:
    """Earlier spans lead: the first of a segment's marks decides how it looks. Spans are clipped to the text.

    `fold`: long runs without a space are shown in part.
    """
    extract = Extract.of(shown) if isinstance(shown, str) else shown
    text = extract.text
    inside = [span for span in (_clip(span, len(text)) for span in spans) if span.start < span.end]
    secrets = tuple(extract.secrets)  # of the whole text: a mark may begin in the middle of one
    ends = [(span.start, span.end) for span in inside] + [(secret.start, secret.end) for secret in secrets]
    cuts = sorted({0, len(text), *(point for pair in ends for point in pair)})
    made = (_segment(text, start, end, inside, secrets) for start, end in pairwise(cuts))
    return tuple(replace(one, pieces=folded(one.pieces)) for one in made) if fold else tuple(made)


def any_folded(shown: Iterable[Segment[Mark]]) -> bool:
    return any(piece.is_fold for segment in shown for piece in segment.pieces)


def _clip(span: Marked[Mark], size: int) -> Marked[Mark]:
    return Marked(max(0, min(span.start, size)), max(0, min(span.end, size)), span.mark)


def _segment(
    text: str, start: int, end: int, spans: Sequence[Marked[Mark]], secrets: Sequence[Secret]
) -> Segment[Mark]:
    over = [span for span in spans if span.start <= start and end <= span.end]
    secret = next((each for each in secrets if each.start <= start and end <= each.end), None)
    part = text[start:end]
    return Segment(
        part,
        (masked(part, secret),) if secret else unmasked(part),
        tuple(span.mark for span in over),
        tuple(span.mark for span in over if span.start == start),
        tuple(span.mark for span in over if span.end == end),
    )
