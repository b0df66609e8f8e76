"""Text and its marked spans become a flat list of inert segments, so that overlapping findings never nest links."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

from reviewapp.masking.secrets import Extract, Secret
from reviewapp.web.safe_text import Piece, folded, masked, unmasked

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
    return tuple(_cut(text, inside, tuple(extract.secrets), fold=fold))


def any_folded(shown: Iterable[Segment[Mark]]) -> bool:
    return any(piece.is_fold for segment in shown for piece in segment.pieces)


def _clip(span: Marked[Mark], size: int) -> Marked[Mark]:
    return Marked(max(0, min(span.start, size)), max(0, min(span.end, size)), span.mark)


def _cut(text: str, spans: Sequence[Marked[Mark]], secrets: Sequence[Secret], *, fold: bool) -> Iterator[Segment[Mark]]:
    """Once through the text, knowing what covers the place where it is: a summary may have a thousand marks."""
    bounds: list[Marked[Mark] | Secret] = [*spans, *secrets]  # a mark may begin in the middle of a secret
    cuts = sorted({0, len(text), *(place for each in bounds for place in (each.start, each.end))})
    opening: defaultdict[int, list[tuple[int, Marked[Mark]]]] = defaultdict(list)
    for numbered in enumerate(spans):
        opening[numbered[1].start].append(numbered)
    masks = {secret.start: secret for secret in secrets}
    over: list[tuple[int, Marked[Mark]]] = []
    secret: Secret | None = None
    for start, end in pairwise(cuts):
        over = sorted([*(one for one in over if one[1].end > start), *opening[start]])
        secret = masks.get(start, secret if secret and secret.end > start else None)
        yield _segment(text[start:end], start, end, [span for _, span in over], secret, fold=fold)


def _segment(
    part: str, start: int, end: int, over: Sequence[Marked[Mark]], secret: Secret | None, *, fold: bool
) -> Segment[Mark]:
    shown = (masked(part, secret),) if secret else unmasked(part)
    return Segment(
        part,
        folded(shown) if fold else shown,
        tuple(span.mark for span in over),
        tuple(span.mark for span in over if span.start == start),
        tuple(span.mark for span in over if span.end == end),
    )
