"""How a value is pointed at and quoted, so that it can be read alone."""

from __future__ import annotations

import re

from reviewapp.engine.types import Span
from reviewapp.engine.values.facts import Place
from reviewapp.engine.values.pairing import Pairing

_COUNTER = re.compile(r"[\u3041-\u30ff\u3400-\u9fff\uac00-\ud7af]{1,3}")  # scripts that write no space before the noun
_LEGIBLE = 3  # characters; a shorter quote takes the word before it along


def span_of(pairing: Pairing, place: Place) -> Span:
    """The value with the noun that it counts."""
    text = pairing.text(place)
    after = text[place.value.end : place.value.end + len(place.value.noun) + 1].lower()
    end = place.value.end + len(after) if place.value.noun and after == " " + place.value.noun else place.value.end
    start = place.value.start
    counter = _COUNTER.match(text, end)
    if counter is not None:
        return Span(place.turn, start, counter.end())
    if end - start < _LEGIBLE:
        start = text.rfind(" ", place.sentence.start, max(place.sentence.start, start - 1)) + 1 or place.sentence.start
    return Span(place.turn, start, end)


def quoted(pairing: Pairing, place: Place) -> str:
    span = span_of(pairing, place)
    return "“" + pairing.text(place)[span.start : span.end] + "”"
