"""Tool calls and their results, paired by id: which pairs the edge of the range cuts apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reviewapp.engine.pair import Pair
from reviewapp.engine.types import Origin, Span

SHOWN = 200  # characters of a call or a result that are quoted where its id stands outside the text

_CALL_ID = re.compile(r'"(?:id|call_id)"\s*:\s*"([\w.:-]{1,80})"')
_RESULT_ID = re.compile(r'"(?:tool_use_id|tool_call_id|call_id)"\s*:\s*"([\w.:-]{1,80})"')
_CALL_MARK = re.compile(r'"(?:tool_use|tool_calls?|function_call|function)"')
_BEFORE = "The range begins after the call of this result."
_AFTER = "The range ends before the result of this call."


def cut_apart(pair: Pair) -> Iterator[tuple[Span, str]]:
    """(the half that the range holds, why). A call after which the user spoke never had a result: nothing was cut."""
    calls = {**_told(pair, Origin.AGENT, _CALL_ID), **_kept(pair, Origin.AGENT)}
    results = {**_told(pair, Origin.TOOL, _RESULT_ID), **_kept(pair, Origin.TOOL)}
    if not (calls and results) and not any(turn.tool_call_id for turn in pair.turns):
        return  # in the text alone an id may be anything's
    spoken = [index for index, speaker in enumerate(pair.speakers) if speaker is Origin.USER]
    first, last = (spoken[0], spoken[-1]) if spoken else (len(pair.turns), -1)
    for name in calls.keys() - results.keys():
        if _turn(calls[name]) > last:
            yield calls[name], _AFTER
    for name in results.keys() - calls.keys():
        if _turn(results[name]) < first:
            yield results[name], _BEFORE


def _kept(pair: Pair, speaker: Origin) -> dict[str, Span]:
    """Ids that the transcript keeps outside the text."""
    turns = ((i, turn) for i, turn in enumerate(pair.turns) if turn.tool_call_id and turn.speaker is speaker)
    return {turn.tool_call_id: Span(i, 0, min(len(turn.content), SHOWN)) for i, turn in turns}


def _told(pair: Pair, speaker: Origin, pattern: re.Pattern[str]) -> dict[str, Span]:
    """Ids within the text."""
    mark = _CALL_MARK if speaker is Origin.AGENT else _RESULT_ID
    spoken = enumerate(zip(pair.turns, pair.speakers, strict=True))
    turns = [(i, turn.content) for i, (turn, who) in spoken if who is speaker and 'id"' in turn.content]
    return {
        match[1]: Span(i, *match.span(1)) for i, text in turns if mark.search(text) for match in pattern.finditer(text)
    }


def _turn(span: Span) -> int:
    assert span.turn is not None, "a call stands in a turn"
    return span.turn
