"""The raw turns: those with findings and their neighbours, the rest folded into gaps that say how much they hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from django.db.models import Sum

from reviewapp.engine.types import BINDING
from reviewapp.masking.secrets import Extract
from reviewapp.models import Compaction, Turn
from reviewapp.web.labels import tokens
from reviewapp.web.reads import turns_of
from reviewapp.web.review.findings import Found
from reviewapp.web.review.gaps import gaps_between
from reviewapp.web.review.view_models import Evidence, FindingView, Gap, Hit, Minimap, TurnView
from reviewapp.web.safe_text import left_out
from reviewapp.web.segments import Marked, Segment, any_folded, segments

FEW_TURNS = 12  # a range this short is shown whole
PAGE_TURNS = 200  # turns of one "show all" page
LONG_TURN = 8_000  # code points of a turn above which only its beginning and its findings are shown
HEAD = 2_000
AROUND = 400  # code points shown on each side of a finding in a long turn
MAP_HEIGHT = 600.0
_WIDTHS = {"blocking": 28, "warning": 18, "note": 10}


def build_evidence(
    compaction: Compaction, known: Mapping[int, Turn], marked: Sequence[Found], wanted: set[int], *, paged: bool
) -> Evidence:
    """The turns `wanted`, the rest as gaps. `known`: turns that were read before; `paged`: all turns of one page."""
    turns = {**known, **turns_of(compaction.session_id, wanted - set(known))}
    shown = [turn_view(turns[seq], marked) for seq in sorted(wanted) if seq in turns]
    gaps = gaps_between(compaction, [turn.seq for turn in shown])
    return Evidence(
        items=sorted([*shown, *gaps], key=lambda item: item.first if isinstance(item, Gap) else item.seq),
        shown=len(shown),
        total=compaction.to_seq - compaction.from_seq + 1,
        all_shown=paged,
    )


def build_minimap(compaction: Compaction, marked: Sequence[Found], shown: set[int]) -> Minimap:
    return Minimap(list(_hits(compaction, marked)), list(_bands(compaction, sorted(shown))))


def seqs_shown(compaction: Compaction, found: Sequence[Found], first: int | None) -> set[int]:
    """Those with findings and their neighbours, or all of one page of turns."""
    return _with_neighbours(compaction, found) if first is None else _page(compaction, first)


def page_around(compaction: Compaction, seq: int) -> int:
    """The first turn of the page of turns that has this one in its middle."""
    return max(compaction.from_seq, min(seq - PAGE_TURNS // 2, compaction.to_seq - PAGE_TURNS + 1))


def gap_tokens(compaction: Compaction, first: int, last: int) -> int:
    sizes = Turn.objects.filter(session=compaction.session_id, seq__range=(first, last)).aggregate(all=Sum("size"))
    return tokens(sizes["all"] or 0)


def turn_view(turn: Turn, found: Sequence[Found], *, whole: bool = False) -> TurnView:
    text = turn.text
    here = _in_order(f for f in found if f.finding.turn_seq == turn.seq)
    marks = [Marked(f.finding.start or 0, f.finding.end or 0, f.view) for f in here]
    cut = len(text) > LONG_TURN and not whole
    shown = [s for stretch in _stretches(text, marks, cut=cut, fold=not whole) for s in stretch]
    return TurnView(
        seq=turn.seq,
        origin=turn.origin,
        by=turn.tool_name,
        binds=turn.origin in BINDING,
        tokens=tokens(turn.size),
        at=turn.at,
        mono=turn.origin == "tool" or turn.kind in ("tool_call", "tool_result"),
        erased=turn.body.erased_at is not None,
        segments=shown,
        rest=len(text) if cut or any_folded(shown) else 0,
        long=len(text) > LONG_TURN,
    )


def _in_order(found: Iterable[Found]) -> list[Found]:
    """Open findings lead where spans overlap, then the worst."""
    return sorted(found, key=lambda f: (not f.view.is_open, f.view.number))


def _stretches(
    text: str, marks: Sequence[Marked[FindingView]], *, cut: bool, fold: bool
) -> Iterator[Sequence[Segment[FindingView]]]:
    """The whole text, or its beginning and the surroundings of each finding with a word on what is left out."""
    if not cut:
        yield segments(text, marks, fold=fold)
        return
    at = 0
    for start, end in _windows(len(text), marks):
        if start > at:
            yield segments(f"\n{left_out(start - at)}\n")
        part = Extract(text, start, end)
        yield segments(part, [Marked(m.start - start, m.end - start, m.mark) for m in marks], fold=fold)
        at = end
    if at < len(text):
        yield segments(f"\n{left_out(len(text) - at)}\n")


def _windows(size: int, marks: Sequence[Marked[FindingView]]) -> list[tuple[int, int]]:
    wanted = sorted([(0, HEAD), *((max(0, m.start - AROUND), min(size, m.end + AROUND)) for m in marks)])
    merged: list[tuple[int, int]] = []
    for start, end in wanted:
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _with_neighbours(compaction: Compaction, found: Sequence[Found]) -> set[int]:
    whole = range(compaction.from_seq, compaction.to_seq + 1)
    if len(whole) <= FEW_TURNS:
        return set(whole)
    said = [f.finding for f in found if f.finding.severity != "note" or f.finding.undecided]
    hit = {finding.turn_seq for finding in said if finding.turn_seq is not None}
    return {near for seq in hit for near in (seq - 1, seq, seq + 1) if near in whole}


def _page(compaction: Compaction, first: int) -> set[int]:
    return set(range(max(first, compaction.from_seq), min(first + PAGE_TURNS - 1, compaction.to_seq) + 1))


def _hits(compaction: Compaction, found: Sequence[Found]) -> Iterator[Hit]:
    """One mark a turn: its worst open finding, else its worst. Notes first, so that others lie on top."""
    place = _scale(compaction)
    by_turn = sorted((f for f in found if f.finding.turn_seq is not None), key=lambda f: f.finding.turn_seq or 0)
    hits = []
    for seq, group in groupby(by_turn, key=lambda f: f.finding.turn_seq or 0):
        lead = min(group, key=lambda f: (not f.view.is_open, -_WIDTHS[f.view.severity], f.view.number)).view
        width = _WIDTHS[lead.severity]
        x, y = 16 - width // 2, f"{place(seq):.1f}"
        hits.append(Hit(seq, lead.mark, lead.severity, lead.state, x, y, width, "7"))
    yield from sorted(hits, key=lambda hit: hit.width)


def _bands(compaction: Compaction, shown: Sequence[int]) -> Iterator[tuple[str, str]]:
    """(y, height) of each run of turns that the page shows."""
    place = _scale(compaction)
    for _, run in groupby(enumerate(shown), key=lambda pair: pair[1] - pair[0]):
        seqs = [seq for _, seq in run]
        yield f"{place(seqs[0]):.1f}", f"{max(2.0, place(seqs[-1] + 1) - place(seqs[0])):.1f}"


def _scale(compaction: Compaction) -> Callable[[int], float]:
    """Turn number -> height in the minimap."""
    step = MAP_HEIGHT / (compaction.to_seq - compaction.from_seq + 1)
    return lambda seq: (seq - compaction.from_seq) * step
